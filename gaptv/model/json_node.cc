// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/json_node.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

using ParsedJson = nlohmann::json;

constexpr int deepest_nesting = 64;  // the formats themselves need 7

// "line 3, column 7" of the byte, counted from 1.
std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t last_break = before.rfind('\n');
  const std::size_t column = before.size() - (last_break == std::string_view::npos ? 0 : last_break + 1);
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column + 1);
}

// Refuses what is nested too deeply and keys that occur twice. It reads the text for itself: a filter of the parser's
// own looks at all elements of a list again after each of them, which takes minutes for a list of 100,000.
class StructureCheck : public nlohmann::json_sax<ParsedJson> {
 public:
  explicit StructureCheck(const JsonSource& source) : source_(source) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override {
    go_deeper();
    keys_of_open_objects_.emplace_back();
    return true;
  }
  bool key(string_t& value) override {
    if (keys_of_open_objects_.back().insert(value).second) return true;
    throw InvalidInput(source_.name + ": key " + ParsedJson(value).dump() + " occurs twice; " + source_.remedy);
  }
  bool end_object() override {
    keys_of_open_objects_.pop_back();
    --depth_;
    return true;
  }
  bool start_array(std::size_t /*size*/) override {
    go_deeper();
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  // The parser says what is wrong, in its own words.
  bool parse_error(std::size_t /*place*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

 private:
  void go_deeper() {
    if (++depth_ > deepest_nesting) throw InvalidInput(source_.name + ": is nested too deeply; " + source_.remedy);
  }

  const JsonSource& source_;
  std::vector<std::set<std::string>> keys_of_open_objects_;
  int depth_ = 0;
};

}  // namespace

JsonNode::JsonNode(const ParsedJson& value, std::string place, const JsonSource& source)
    : value_(value), place_(std::move(place)), source_(source) {}

void JsonNode::refuse(const std::string& problem) const {
  throw InvalidInput(source_.name + ": " + (place_.empty() ? "it" : place_) + " " + problem + "; " + source_.remedy);
}

JsonNode JsonNode::operator[](const char* key) const {
  const std::string place = place_.empty() ? key : place_ + "." + key;
  if (!value_.is_object()) refuse("is not an object");
  const auto found = value_.find(key);
  if (found == value_.end()) JsonNode(value_, place, source_).refuse("is missing");
  return {*found, place, source_};
}

bool JsonNode::has(const char* key) const {
  return value_.is_object() && value_.contains(key);
}

bool JsonNode::has(const char* key, std::string_view text) const {
  return has(key) && value_[key].is_string() && value_[key].get_ref<const std::string&>() == text;
}

JsonNode JsonNode::element(std::size_t index) const {
  return {value_[index], place_ + "[" + std::to_string(index) + "]", source_};
}

std::vector<std::string> JsonNode::keys() const {
  if (!value_.is_object()) refuse("is not an object");
  std::vector<std::string> names;
  for (const auto& member : value_.items()) names.push_back(member.key());
  return names;
}

std::size_t JsonNode::size() const {
  if (!value_.is_array()) refuse("is not a list");
  return value_.size();
}

void JsonNode::require_size(std::size_t expected) const {
  if (size() == expected) return;
  refuse("has " + std::to_string(size()) + " entries where " + std::to_string(expected) + " were expected");
}

double JsonNode::number() const {
  if (!value_.is_number()) refuse("is not a number");
  return value_.get<double>();
}

double JsonNode::number_from_0() const {
  if (!(number() >= 0)) refuse("is negative");
  return number();
}

double JsonNode::number_or(double value_of_null) const {
  return value_.is_null() ? value_of_null : number();
}

std::uint64_t JsonNode::count() const {
  if (!value_.is_number_unsigned()) refuse("is not a whole number from 0 to 18446744073709551615");
  return value_.get<std::uint64_t>();
}

std::string JsonNode::text() const {
  if (!value_.is_string()) refuse("is not a text");
  return value_.get<std::string>();
}

bool JsonNode::is_text(std::string_view text) const {
  return value_.is_string() && value_.get_ref<const std::string&>() == text;
}

bool JsonNode::is_null() const {
  return value_.is_null();
}

ParsedJson parse_json(std::string_view text, const JsonSource& source) {
  StructureCheck check(source);
  ParsedJson::sax_parse(text.begin(), text.end(), &check);
  try {
    return ParsedJson::parse(text.begin(), text.end());
  } catch (const ParsedJson::parse_error& error) {
    throw InvalidInput(source.name + ": is not complete JSON (" + line_and_column(text, error.byte) + "); " +
                       source.remedy);
  } catch (const ParsedJson::out_of_range&) {
    throw InvalidInput(source.name + ": holds a number that is too large; " + source.remedy);
  }
}

}  // namespace gaptv
