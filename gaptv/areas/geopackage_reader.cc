// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/geopackage_reader.h"

#include "gaptv/base/error.h"

#ifdef GAPTV_HAS_SQLITE

#include <sqlite3.h>

#include <memory>
#include <string_view>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/wkb_reader.h"

namespace gaptv {
namespace {

struct GeopackageCloser {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

// Writes a name as SQL does, so that it cannot be anything else.
std::string sql_name(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// Holds a database in memory that cannot be written to. The bytes must outlive it.
class GeopackageDatabase {
 public:
  GeopackageDatabase(std::string& bytes, std::string file) : file_(std::move(file)) {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nullptr);
    database_.reset(opened);
    if (status != SQLITE_OK) refuse();
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, static_cast<int>(largest_area_file_bytes));
    auto* const start = reinterpret_cast<unsigned char*>(bytes.data());
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    if (sqlite3_deserialize(opened, "main", start, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) refuse();
  }

  [[noreturn]] void refuse() const {
    throw InvalidInput(file_ + ": cannot be read as a GeoPackage (" + sqlite3_errmsg(database_.get()) +
                       "); write the file again");
  }

  std::unique_ptr<sqlite3_stmt, GeopackageCloser> prepare(const std::string& sql, const std::string& text = {}) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) refuse();
    std::unique_ptr<sqlite3_stmt, GeopackageCloser> owned(statement);
    if (sqlite3_bind_parameter_count(statement) > 0) {
      sqlite3_bind_text(statement, 1, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    }
    return owned;
  }

  bool step(sqlite3_stmt* statement) const {
    const int status = sqlite3_step(statement);
    if (status != SQLITE_ROW && status != SQLITE_DONE) refuse();
    return status == SQLITE_ROW;
  }

 private:
  std::string file_;
  std::unique_ptr<sqlite3, GeopackageCloser> database_;
};

std::string column_text(sqlite3_stmt* statement, int column) {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))) : std::string();
}

AreaValue column_value(sqlite3_stmt* statement, int column, const AreaPlace& place) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
      return std::monostate();
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_TEXT:
      return column_text(statement, column);
    default:
      place.refuse("has bytes in a column of its table; leave that column out");
  }
}

struct FeatureTable {
  std::string name;
  std::string geometry;
  int epsg = 0;
};

FeatureTable find_feature_table(const GeopackageDatabase& database, const std::string& file) {
  const auto exists = database.prepare(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN "
      "('gpkg_contents', 'gpkg_geometry_columns')");
  if (!database.step(exists.get()) || sqlite3_column_int(exists.get(), 0) != 2) {
    throw InvalidInput(file +
                       ": is a database but no GeoPackage (it has no table gpkg_contents); give a file of areas");
  }
  const auto tables = database.prepare("SELECT table_name FROM gpkg_contents WHERE data_type = 'features' ORDER BY 1");
  std::vector<std::string> names;
  while (names.size() < 10 && database.step(tables.get())) names.push_back(column_text(tables.get(), 0));
  if (names.empty()) throw InvalidInput(file + ": has no table of features; give a file of areas");
  if (names.size() > 1) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    throw InvalidInput(file + ": has several tables of features (" + list +
                       "); write the one that is meant to a file of its own");
  }
  FeatureTable table = {.name = names.front(), .geometry = {}};
  // A view could compute for ever, or show something else to every reader.
  const auto kind =
      database.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", table.name);
  if (!database.step(kind.get()) || sqlite3_column_int(kind.get(), 0) != 1) {
    throw InvalidInput(file + ": names the table '" + table.name +
                       "', which is not there or is a view; write the file again");
  }
  const auto geometry =
      database.prepare("SELECT column_name, srs_id FROM gpkg_geometry_columns WHERE table_name = ?", table.name);
  if (!database.step(geometry.get())) {
    throw InvalidInput(file + ": does not say which column of '" + table.name +
                       "' is the geometry; write the file again");
  }
  table.geometry = column_text(geometry.get(), 0);
  const int srs = sqlite3_column_int(geometry.get(), 1);
  table.epsg = srs > 0 ? srs : 0;
  return table;
}

std::vector<std::string> columns_of(const GeopackageDatabase& database, const FeatureTable& table,
                                    const std::string& file) {
  const auto statement = database.prepare("SELECT name FROM pragma_table_info(?)", table.name);
  std::vector<std::string> names;
  bool has_geometry = false;
  while (database.step(statement.get())) {
    std::string name = column_text(statement.get(), 0);
    if (name == table.geometry) {
      has_geometry = true;
    } else {
      names.push_back(std::move(name));
    }
  }
  if (!has_geometry)
    throw InvalidInput(file + ": has no column '" + table.geometry + "' of geometries; write the file again");
  return names;
}

// Tables of the standard, of its extensions and of QGIS (its colours) are what every such file may hold.
std::vector<std::string> find_other_content(const GeopackageDatabase& database, const FeatureTable& table) {
  constexpr std::size_t most = 10;
  std::vector<std::string> others;
  const auto tables = database.prepare(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name <> ? AND name <> 'layer_styles' AND "
      "NOT (name GLOB 'gpkg_*' OR name GLOB 'gpkgext_*' OR name GLOB 'rtree_*' OR name GLOB 'sqlite_*') ORDER BY 1",
      table.name);
  while (others.size() < most && database.step(tables.get())) {
    others.push_back("the table '" + column_text(tables.get(), 0) + "'");
  }
  const auto pages = database.prepare("PRAGMA freelist_count");
  if (database.step(pages.get()) && sqlite3_column_int64(pages.get(), 0) > 0) {
    others.emplace_back("free pages, in which what was deleted may still be");
  }
  return others;
}

// A file in the mode of a log beside it cannot be read from memory. Without such a file it is complete.
void leave_log_mode(std::string& bytes) {
  if (bytes.size() < 100 || !bytes.starts_with("SQLite format 3")) return;
  if (bytes[18] == 2) bytes[18] = 1;
  if (bytes[19] == 2) bytes[19] = 1;
}

}  // namespace

AreaLayer read_geopackage_areas(std::string bytes, const std::string& file) {
  leave_log_mode(bytes);
  const GeopackageDatabase database(bytes, file);
  const FeatureTable table = find_feature_table(database, file);
  AreaLayer layer;
  layer.name = table.name;
  layer.epsg = table.epsg;
  layer.others = find_other_content(database, table);
  std::string sql = "SELECT " + sql_name(table.geometry);
  for (const std::string& name : columns_of(database, table, file)) {
    sql += ", " + sql_name(name);
    layer.columns.push_back({.name = name, .values = {}});
  }
  const auto rows = database.prepare(sql + " FROM " + sql_name(table.name) + " ORDER BY rowid");
  AreaPlace place = {file, 0};
  for (; database.step(rows.get()); ++place.area) {
    if (sqlite3_column_type(rows.get(), 0) != SQLITE_BLOB) place.refuse("has no geometry; remove it or give it one");
    const auto* const blob = static_cast<const char*>(sqlite3_column_blob(rows.get(), 0));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(rows.get(), 0));
    check_table_size(layer.columns.size(), place);
    layer.geometry.push_back(read_geopackage_geometry({blob, blob ? size : 0}, place));
    for (std::size_t i = 0; i < layer.columns.size(); ++i) {
      layer.columns[i].values.push_back(column_value(rows.get(), static_cast<int>(i) + 1, place));
    }
  }
  return layer;
}

}  // namespace gaptv

#else

namespace gaptv {

AreaLayer read_geopackage_areas(std::string, const std::string& file) {
  throw InvalidInput(file + ": this program was built without SQLite, so it reads no GeoPackages; give GeoJSON");
}

}  // namespace gaptv

#endif
