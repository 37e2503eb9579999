// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace gaptv {

// Says whose text is read, for messages.
struct JsonSource {
  std::string name;  // of the file
  std::string remedy = "fit the model again or restore the file";
};

// Holds a value in a JSON file and where it stands ("grid.axes[0].edges"). Every getter refuses a value of another
// type. It refers to the value and to the source; both must outlive it.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, std::string place, const JsonSource& source);

  // Throws InvalidInput with file and place.
  [[noreturn]] void refuse(const std::string& problem) const;

  JsonNode operator[](const char* key) const;
  bool has(const char* key) const;
  // Tells whether it is an object in which the key has this text.
  bool has(const char* key, std::string_view text) const;
  JsonNode element(std::size_t index) const;
  // Returns the keys of an object, in any order.
  std::vector<std::string> keys() const;
  std::size_t size() const;
  void require_size(std::size_t expected) const;

  double number() const;
  double number_from_0() const;
  double number_or(double value_of_null) const;
  std::uint64_t count() const;
  std::string text() const;
  bool is_null() const;
  // Tells whether it is this text.
  bool is_text(std::string_view text) const;
  const std::string& source() const { return source_.name; }

  // Returns the elements of a list, each read by the given getter.
  template <typename Result>
  std::vector<Result> list(Result (JsonNode::*get)() const) const {
    std::vector<Result> results;
    for (std::size_t i = 0; i < size(); ++i) results.push_back((element(i).*get)());
    return results;
  }

 private:
  const nlohmann::json& value_;
  std::string place_;
  const JsonSource& source_;
};

// Throws InvalidInput, with the file and the place in it, when the text is not complete JSON, is nested too deeply,
// names a key twice or holds a number that is too large.
nlohmann::json parse_json(std::string_view text, const JsonSource& source);

}  // namespace gaptv
