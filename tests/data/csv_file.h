// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/limits.h"

namespace gaptv::testing {

// A file with the given bytes that lives as long as this object.
class CsvFile {
 public:
  explicit CsvFile(std::string_view content) {
    std::ofstream(path_, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;
  ~CsvFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

 private:
  static std::string next_path() {
    static int count = 0;
    return ::testing::TempDir() + "gaptv_csv_" + std::to_string(getpid()) + "_" + std::to_string(++count) + ".csv";
  }

  std::string path_ = next_path();
};

inline const CsvOptions xy = {.features = {"x"}, .outcome = "y"};
inline const CsvOptions automatic = {.features = {"x"}, .outcome = "y", .outcome_kind = OutcomeKind::automatic};

inline void expect_parts(const std::string& message, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << part << " in: " << message;
}

inline std::string join_notes(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += note + "\n";
  return text;
}

inline Dataset read_text(std::string_view content, const CsvOptions& options = xy, const csv::Limits& limits = {}) {
  const CsvFile file(content);
  return csv::read_csv(file.path(), options, limits);
}

// The message with which a file is refused, its path written as "data.csv"; empty when it is accepted.
inline std::string refusal_of(std::string_view content, const CsvOptions& options = xy,
                              const csv::Limits& limits = {}) {
  const CsvFile file(content);
  try {
    csv::read_csv(file.path(), options, limits);
  } catch (const InvalidInput& error) {
    std::string message = error.what();
    const std::size_t at = message.find(file.path());
    return at == std::string::npos ? message : message.replace(at, file.path().size(), "data.csv");
  }
  return {};
}

// One gzip member.
inline std::string gzip(std::string_view content) {
  z_stream stream{};
  constexpr int gzip_format = 15 + 16;
  EXPECT_EQ(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzip_format, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
  std::string input(content);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace gaptv::testing
