// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/python_rows.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/child_process.h"
#include "gaptv/base/error.h"
#include "gaptv/base/raw_array.h"

namespace gaptv::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> endings = {".parquet", ".pq", ".arrow", ".feather", ".ipc"};

// Modules in the working folder must not stand in for others, so its entry in the path goes first.
constexpr const char* start_of_reader = R"(
import sys
sys.path[:] = [folder for folder in sys.path if folder]
try:
    from gaptv._rows import main
except ImportError as error:
    import json
    print(json.dumps({"error": "reading it takes the Python package gaptv, and " + sys.executable + " has none that fits (" + str(error) + "): pip install 'gaptv[duckdb]', or name another Python by GAPTV_PYTHON"}))
else:
    main(sys.argv[1], sys.argv[2])
)";

constexpr std::int64_t most_rows_of_batch = std::int64_t{1} << 32U;

bool has_ending(const std::string& file) {
  return std::ranges::any_of(endings, [&file](std::string_view ending) { return file.ends_with(ending); });
}

// Finds the Python that the package of this program is installed in.
std::string find_python() {
  const char* const given = std::getenv("GAPTV_PYTHON");  // NOLINT(concurrency-mt-unsafe): nobody sets it meanwhile
  if (given != nullptr && *given != '\0') return given;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  for (const char* const name : {"python3", "python"}) {
    const fs::path beside = program.parent_path() / name;
    if (!failed && access(beside.c_str(), X_OK) == 0) return beside;
  }
  return "python3";
}

nlohmann::json describe_wanted(const CsvOptions& wanted, const std::string& loss) {
  return {{"features", wanted.features},
          {"outcome", wanted.outcome},
          {"weight", wanted.weight},
          {"exposure", wanted.exposure},
          {"loss", loss},
          {"classes", nullptr},
          {"rows", nullptr},
          {"wants_rows", false}};
}

std::string to_argument(const nlohmann::json& request) {
  return request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A run of the reader, whose first line has been read.
class Reader {
 public:
  Reader(const std::string& file, const nlohmann::json& request, Progress& progress)
      : file_(file),
        python_(find_python()),
        child_({python_, "-c", start_of_reader, to_argument(request), file}, progress) {
    std::string line;
    char next = '\0';
    while (child_.read({&next, 1}) == 1 && next != '\n') line += next;
    if (next != '\n') refuse_end();
    description_ = nlohmann::json::parse(line);
    if (description_.contains("error")) refuse(description_["error"].get<std::string>());
  }

  const nlohmann::json& description() const { return description_; }

  // The bytes that are there; if there are fewer, the reader has failed.
  void read(std::span<char> into) {
    if (child_.read(into) < into.size()) refuse_end();
  }
  std::int64_t read_count() {
    std::int64_t count = 0;
    read({reinterpret_cast<char*>(&count), sizeof count});
    return count;
  }
  // After a count below 0 comes the message of an error.
  [[noreturn]] void refuse_what_it_says() {
    constexpr std::int64_t most_bytes = 1 << 20;
    std::string message(static_cast<std::size_t>(std::clamp<std::int64_t>(read_count(), 0, most_bytes)), '\0');
    read(message);
    refuse(message);
  }
  [[noreturn]] void refuse(const std::string& message) const { throw InvalidInput(file_ + ": " + message); }

 private:
  [[noreturn]] void refuse_end() { refuse(python_ + ", which reads it, " + child_.describe_end() + " too early"); }

  std::string file_;
  std::string python_;
  ChildProcess child_;
  nlohmann::json description_;
};

class PythonReader final : public BatchReader {
 public:
  PythonReader(const std::string& file, const nlohmann::json& request, std::size_t columns, Progress& progress)
      : reader_(file, request, progress), columns_(columns) {}

  bool next(RowBatch& batch) override {
    batch = {};
    const std::int64_t count = reader_.read_count();
    if (count == 0) return false;
    if (count < 0) reader_.refuse_what_it_says();
    if (count > most_rows_of_batch) reader_.refuse("what reads it writes no rows; please report it");
    const auto rows = static_cast<std::size_t>(count);
    const auto numbers = std::make_shared<RawArray<double>>(columns_ * rows);
    reader_.read({reinterpret_cast<char*>(numbers->data()), numbers->size() * sizeof(double)});
    for (std::size_t column = 0; column < columns_; ++column) {
      batch.columns.emplace_back(numbers->data() + column * rows, rows, 1);
    }
    batch.owner = numbers;
    return true;
  }

 private:
  Reader reader_;
  std::size_t columns_;
};

}  // namespace

bool is_read_by_python(const std::string& file) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (fs::is_regular_file(status)) {
    std::array<char, 6> start{};
    std::ifstream(file, std::ios::binary).read(start.data(), start.size());
    const std::string_view bytes(start.data(), start.size());
    const bool has_signature = bytes.starts_with("PAR1") || bytes.starts_with("ARROW1");
    return has_signature && has_ending(file);
  }
  const bool is_pattern = !fs::exists(status) && file.find_first_of("*?[") != std::string::npos;
  return has_ending(file) && (fs::is_directory(status) || is_pattern);
}

PythonRows::PythonRows(const std::string& file, const CsvOptions& wanted, const std::string& loss, Progress& progress)
    : file_(file), wanted_(wanted), loss_(loss), progress_(progress) {
  const nlohmann::json found = Reader(file, describe_wanted(wanted, loss), progress).description();
  columns_.features = found.at("features").get<std::vector<std::string>>();
  columns_.outcome = found.at("outcome").get<std::string>();
  columns_.weight = found.at("weight").get<std::string>();
  columns_.exposure = found.at("exposure").get<std::string>();
  columns_.classes = found.at("classes").get<std::vector<std::string>>();
  rows_ = found.at("rows").get<std::size_t>();
}

std::unique_ptr<BatchReader> PythonRows::read() {
  nlohmann::json request = describe_wanted(wanted_, loss_);
  request["classes"] = columns_.classes;
  request["rows"] = rows_;
  request["wants_rows"] = true;
  const std::size_t columns =
      columns_.features.size() + 1 + (columns_.weight.empty() ? 0 : 1) + (columns_.exposure.empty() ? 0 : 1);
  return std::make_unique<PythonReader>(file_, request, columns, progress_);
}

}  // namespace gaptv::cli
