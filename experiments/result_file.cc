// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/result_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"

namespace gaptv {
namespace {

std::string line_of(const Fields& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + fields[i];
  return line + "\n";
}

// In the growing file an empty line ends the rows of a unit: rows without it were cut by an interruption.
std::string lines_of_unit(const std::vector<Fields>& rows) {
  std::string text;
  for (const Fields& row : rows) text += line_of(row);
  return text + "\n";
}

// A line that ends with a delimiter has an empty last field.
Fields fields_of(const std::string& line) {
  Fields fields(1);
  for (const char character : line) {
    if (character == ',') {
      fields.emplace_back();
    } else {
      fields.back() += character;
    }
  }
  return fields;
}

std::optional<double> number_in(const std::string& field) {
  double number = 0;
  const char* const end = field.data() + field.size();
  const auto [rest, error] = std::from_chars(field.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

bool comes_before(const std::string& left, const std::string& right) {
  const std::optional<double> left_number = number_in(left);
  const std::optional<double> right_number = number_in(right);
  if (left_number && right_number) return *left_number < *right_number;
  return left < right;
}

}  // namespace

bool InNaturalOrder::operator()(const Fields& left, const Fields& right) const {
  return std::ranges::lexicographical_compare(left, right, comes_before);
}

ResultFile::ResultFile(std::string path, Fields columns, std::size_t unit_columns, const std::string& settings)
    : path_(std::move(path)), columns_(std::move(columns)), unit_columns_(unit_columns) {
  check_settings(settings);
  const std::string partial = path_ + ".partial";
  read(path_, false);
  read(partial, true);
  std::string known = line_of(columns_);
  for (const auto& [unit, rows] : rows_) known += lines_of_unit(rows);
  write_file(path_ + ".settings", settings + "\n");
  write_file(partial, known);
  partial_.open(partial, std::ios::app | std::ios::binary);
  if (!partial_) throw InvalidInput(partial + ": cannot be written");
}

void ResultFile::check_settings(const std::string& settings) const {
  const std::string file = path_ + ".settings";
  if (!std::filesystem::exists(file)) return;
  const std::string before = read_file(file);
  if (before == settings + "\n") return;
  throw InvalidInput(path_ + ": holds results of other settings (" + before.substr(0, before.find('\n')) +
                     ", now: " + settings + "); write to another folder (-o) or remove the file and " + file);
}

void ResultFile::read(const std::string& path, bool is_partial) {
  if (!std::filesystem::exists(path)) return;
  const std::string text = read_file(path);
  std::size_t begin = 0;
  bool is_header = true;
  std::map<Fields, std::vector<Fields>> found;
  const auto keep_found = [&] {
    for (auto& [unit, rows] : found) rows_.try_emplace(unit, std::move(rows));
    found.clear();
  };
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (is_partial && line.empty()) {
      keep_found();
      continue;
    }
    const Fields fields = fields_of(line);
    if (std::exchange(is_header, false)) {
      if (fields == columns_) continue;
      throw InvalidInput(path + ": is not a file of results of this experiment; write to another folder (-o)");
    }
    if (fields.size() != columns_.size()) {
      throw InvalidInput(path + ": a row has the wrong number of fields; remove the file");
    }
    found[Fields(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(unit_columns_))].push_back(fields);
  }
  if (!is_partial) keep_found();
}

bool ResultFile::has(const Fields& unit) const {
  const std::scoped_lock lock(mutex_);
  return rows_.contains(unit);
}

void ResultFile::add(const Fields& unit, const std::vector<Fields>& rows) {
  const std::scoped_lock lock(mutex_);
  partial_ << lines_of_unit(rows) << std::flush;
  if (!partial_) throw InvalidInput(path_ + ".partial: cannot be written; is the disk full?");
  rows_[unit] = rows;
}

std::vector<Fields> ResultFile::rows() const {
  const std::scoped_lock lock(mutex_);
  std::vector<Fields> all;
  for (const auto& [unit, rows] : rows_) all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

void ResultFile::finish() {
  std::string text = line_of(columns_);
  for (const Fields& row : rows()) text += line_of(row);
  write_file(path_, text);
  partial_.close();
  std::filesystem::remove(path_ + ".partial");
}

}  // namespace gaptv
