// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "arrow_batches.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_stream.h"
#include "gaptv/base/error.h"

namespace nb = nanobind;

namespace gaptv::python {
namespace {

// Owns an Arrow structure, and releases it as its maker wants.
template <typename Structure>
struct Owned {
  Structure value{};

  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (value.release != nullptr) value.release(&value);
  }
};

// What keeps the columns of a batch alive.
struct BatchOwner {
  Owned<ArrowArray> array;
  std::vector<std::vector<double>> copies;  // of columns with missing values
};

bool is_valid(const std::uint8_t* bitmap, std::size_t place) {
  return (bitmap[place / 8] >> (place % 8) & 1U) != 0;
}

ColumnView view_column(const ArrowArray& column, std::size_t offset, std::size_t rows, BatchOwner& owner) {
  const std::size_t first = offset + static_cast<std::size_t>(column.offset);
  const auto* const values = static_cast<const double*>(column.buffers[1]) + first;
  const auto* const bitmap = static_cast<const std::uint8_t*>(column.buffers[0]);
  if (column.null_count == 0 || bitmap == nullptr) return {values, rows, 1};
  std::vector<double>& copy = owner.copies.emplace_back(values, values + rows);
  for (std::size_t row = 0; row < rows; ++row) {
    if (!is_valid(bitmap, first + row)) copy[row] = std::nan("");
  }
  return copy;
}

class ArrowReader final : public BatchReader {
 public:
  ArrowReader(nb::object stream, std::size_t columns) : columns_(columns), kept_(std::move(stream)) {
    nb::object capsule = kept_.attr("__arrow_c_stream__")();
    auto* const offered = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
    if (offered == nullptr) throw nb::python_error();
    stream_.value = *offered;
    offered->release = nullptr;  // it is ours now
    check_schema();
  }
  ArrowReader(const ArrowReader&) = delete;
  ArrowReader& operator=(const ArrowReader&) = delete;
  ~ArrowReader() override {
    const nb::gil_scoped_acquire held;
    stream_.value.release(&stream_.value);
    stream_.value.release = nullptr;
    kept_.reset();
  }

  bool next(RowBatch& batch) override {
    const auto owner = std::make_shared<BatchOwner>();
    ArrowArray& array = owner->array.value;
    if (stream_.value.get_next(&stream_.value, &array) != 0) refuse();
    if (array.release == nullptr) return false;
    owner->copies.reserve(columns_);
    batch = {};
    for (std::size_t i = 0; i < columns_; ++i) {
      batch.columns.push_back(view_column(*array.children[i], static_cast<std::size_t>(array.offset),
                                          static_cast<std::size_t>(array.length), *owner));
    }
    batch.owner = owner;
    return true;
  }

 private:
  void check_schema() {
    Owned<ArrowSchema> schema;
    if (stream_.value.get_schema(&stream_.value, &schema.value) != 0) refuse();
    if (static_cast<std::size_t>(schema.value.n_children) != columns_) {
      throw InvalidInput("the stream has " + std::to_string(schema.value.n_children) + " columns where " +
                         std::to_string(columns_) + " were expected");
    }
    for (std::size_t i = 0; i < columns_; ++i) {
      if (std::string_view(schema.value.children[i]->format) == "g") continue;
      throw InvalidInput(std::string("column '") + schema.value.children[i]->name +
                         "' of the stream does not hold numbers of 64 bits; cast it to float64");
    }
  }

  [[noreturn]] void refuse() {
    const char* const message = stream_.value.get_last_error(&stream_.value);
    throw InvalidInput(message != nullptr ? message : "the rows could not be read");
  }

  std::size_t columns_;
  nb::object kept_;  // the reader, which the stream may need
  Owned<ArrowArrayStream> stream_;
};

}  // namespace

std::unique_ptr<BatchReader> ArrowBatches::read() {
  const nb::gil_scoped_acquire held;
  const BatchColumns& names = columns_;
  const std::size_t columns =
      names.features.size() + 1 + (names.weight.empty() ? 0 : 1) + (names.exposure.empty() ? 0 : 1);
  return std::make_unique<ArrowReader>(start_(), columns);
}

}  // namespace gaptv::python
