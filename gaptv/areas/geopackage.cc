// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/geopackage.h"

#include "gaptv/base/error.h"

#ifdef GAPTV_HAS_SQLITE

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "gaptv/areas/area_extent.h"
#include "gaptv/areas/crs.h"
#include "gaptv/areas/little_endian.h"
#include "gaptv/areas/well_known_binary.h"
#include "gaptv/base/utf8.h"

namespace gaptv {
namespace {

constexpr int undefined_cartesian = -1;

// The tables that every GeoPackage has, and the reference systems that it must know, word by word as the standard has
// them.
constexpr const char* geopackage_schema = R"(
PRAGMA page_size = 4096;
PRAGMA application_id = 0x47504B47;
PRAGMA user_version = 10300;
BEGIN;
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL PRIMARY KEY,
  organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL,
  definition TEXT NOT NULL,
  description TEXT
);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]',
   'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY,
  data_type TEXT NOT NULL,
  identifier TEXT UNIQUE,
  description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE,
  min_y DOUBLE,
  max_x DOUBLE,
  max_y DOUBLE,
  srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
);
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL,
  m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
);
)";

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct EndStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

// A database in memory.
class MemoryDatabase {
 public:
  MemoryDatabase() {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open(":memory:", &opened);
    database_.reset(opened);
    check(status);
  }

  void run(const std::string& sql) { check(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr)); }

  sqlite3* get() const { return database_.get(); }

  // What went wrong is no matter of the user: there is no file, and names and texts were checked.
  void check(int status) const {
    if (status == SQLITE_NOMEM) throw std::bad_alloc();
    if (status == SQLITE_OK || status == SQLITE_DONE) return;
    throw std::runtime_error("SQLite: " + std::string(sqlite3_errmsg(database_.get())));
  }

  std::string bytes() const {
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> copy(sqlite3_serialize(database_.get(), "main", &size, 0),
                                                               sqlite3_free);
    if (copy == nullptr) throw std::bad_alloc();
    return {copy.get(), copy.get() + size};
  }

 private:
  std::unique_ptr<sqlite3, CloseDatabase> database_;
};

// A row to be inserted, again and again with other values. Parameters count from 1.
class InsertStatement {
 public:
  InsertStatement(const MemoryDatabase& database, const std::string& sql) : database_(database) {
    sqlite3_stmt* prepared = nullptr;
    database.check(sqlite3_prepare_v2(database.get(), sql.c_str(), -1, &prepared, nullptr));
    statement_.reset(prepared);
  }

  void bind(int place, std::monostate /*missing*/) { database_.check(sqlite3_bind_null(statement_.get(), place)); }
  void bind(int place, std::int64_t value) { database_.check(sqlite3_bind_int64(statement_.get(), place, value)); }
  void bind(int place, double value) { database_.check(sqlite3_bind_double(statement_.get(), place, value)); }
  void bind(int place, const std::string& text) {
    if (!is_utf8(text)) throw InvalidInput("a text of the areas is not UTF-8, as a GeoPackage's have to be");
    database_.check(sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(), nullptr, SQLITE_UTF8));
  }
  void bind_blob(int place, const std::string& bytes) {
    database_.check(sqlite3_bind_blob64(statement_.get(), place, bytes.data(), bytes.size(), nullptr));
  }

  // Texts and bytes that were bound must still be there.
  void insert() {
    database_.check(sqlite3_step(statement_.get()));
    database_.check(sqlite3_reset(statement_.get()));
  }

 private:
  const MemoryDatabase& database_;
  std::unique_ptr<sqlite3_stmt, EndStatement> statement_;
};

std::string identifier(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

std::string in_small_letters(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

void check_names(const AreaLayer& layer) {
  std::set<std::string> names = {"fid", "geom"};
  for (const AreaColumn& column : layer.columns) {
    if (!is_utf8(column.name) || column.name.find('\0') != std::string::npos) {
      throw InvalidInput("the name of a column is not UTF-8, as a GeoPackage's have to be");
    }
    if (!names.insert(in_small_letters(column.name)).second) {
      throw InvalidInput("column '" + column.name +
                         "': a GeoPackage cannot have two columns of this name (its own are "
                         "fid and geom); rename it");
    }
  }
}

const char* sql_type(AreaType type) {
  switch (type) {
    case AreaType::integer:
      return "INTEGER";
    case AreaType::number:
      return "REAL";
    case AreaType::text:
      return "TEXT";
  }
  return "";
}

// The header of the standard, then WKB. Flags: bit 0 little-endian, bits 1 to 3 the kind of envelope (1: x and y), bit
// 4 an empty geometry.
std::string geometry_blob(const MultiPolygon& area, int srs) {
  const std::optional<AreaExtent> extent = extent_of(area);
  std::string bytes = "GP";
  bytes += '\0';
  bytes += static_cast<char>(extent ? 0x03 : 0x11);
  append_little_endian(bytes, static_cast<std::uint32_t>(srs));
  if (extent) {
    for (const double end : {extent->x_min, extent->x_max, extent->y_min, extent->y_max}) {
      append_little_endian(bytes, end);
    }
  }
  return bytes + well_known_binary(area);
}

// GDAL and PROJ look up the definition by the code.
void add_reference_system(const MemoryDatabase& database, int epsg) {
  if (epsg == 0 || epsg == longitude_and_latitude) return;
  InsertStatement row(database, "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, 'EPSG', ?, 'undefined', NULL)");
  const std::string name = epsg_text(epsg);
  row.bind(1, name);
  row.bind(2, std::int64_t{epsg});
  row.bind(3, std::int64_t{epsg});
  row.insert();
}

void add_contents(const MemoryDatabase& database, const AreaLayer& layer, int srs) {
  InsertStatement contents(database,
                           "INSERT INTO gpkg_contents VALUES (?1, 'features', ?1, '', '2000-01-01T00:00:00.000Z', ?2, "
                           "?3, ?4, ?5, ?6)");
  contents.bind(1, layer.name);
  if (const std::optional<AreaExtent> extent = extent_of(layer.geometry)) {
    contents.bind(2, extent->x_min);
    contents.bind(3, extent->y_min);
    contents.bind(4, extent->x_max);
    contents.bind(5, extent->y_max);
  }
  contents.bind(6, std::int64_t{srs});
  contents.insert();
  InsertStatement geometry(database, "INSERT INTO gpkg_geometry_columns VALUES (?1, 'geom', 'MULTIPOLYGON', ?2, 0, 0)");
  geometry.bind(1, layer.name);
  geometry.bind(2, std::int64_t{srs});
  geometry.insert();
}

void add_features(MemoryDatabase& database, const AreaLayer& layer, int srs) {
  std::string columns = "fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON";
  std::string places = "?, ?";
  for (const AreaColumn& column : layer.columns) {
    columns += ", " + identifier(column.name) + " " + sql_type(column.type);
    places += ", ?";
  }
  database.run("CREATE TABLE " + identifier(layer.name) + " (" + columns + ")");
  InsertStatement feature(database, "INSERT INTO " + identifier(layer.name) + " VALUES (" + places + ")");
  for (std::size_t area = 0; area < layer.size(); ++area) {
    const std::string geometry = geometry_blob(layer.geometry[area], srs);
    feature.bind(1, static_cast<std::int64_t>(area + 1));
    feature.bind_blob(2, geometry);
    int place = 3;
    for (const AreaColumn& column : layer.columns) {
      std::visit([&](const auto& value) { feature.bind(place, value); }, column.values[area]);
      ++place;
    }
    feature.insert();
  }
}

}  // namespace

std::string write_geopackage(const AreaLayer& layer) {
  check_names(layer);
  const int srs = layer.epsg == 0 ? undefined_cartesian : layer.epsg;
  MemoryDatabase database;
  database.run(geopackage_schema);
  add_reference_system(database, layer.epsg);
  add_contents(database, layer, srs);
  add_features(database, layer, srs);
  database.run("COMMIT");
  return database.bytes();
}

}  // namespace gaptv

#else

namespace gaptv {

std::string write_geopackage(const AreaLayer& /*layer*/) {
  throw InvalidInput(
      "this build has no SQLite, which GeoPackages need; write GeoJSON or csv, or install SQLite's headers (Debian: "
      "libsqlite3-dev) and build again");
}

}  // namespace gaptv

#endif
