// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/workers.h"

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/large_pages.h"
#include "gaptv/base/parallel.h"

namespace gaptv::csv {
namespace {

// Workers take the blocks in turn and hand back their numbers, which are appended in the order of the file by whoever
// finds the next block ready. An error ends the taking; all blocks before it are taken by then and will be appended, so
// that the first error of the file is the one that is kept.
class Workers {
 public:
  Workers(Table& table, const MemoryForRows* memory) : table_(table), memory_(memory) {
    parsed_.columns.resize(table.layout().columns.size());
    for (const UsedColumn& column : table.layout().columns) {
      if (column.kind == UsedColumn::Kind::label) parsed_.labels = LabelSet(column.known_labels);
    }
  }

  ParsedTable run(std::size_t count) {
    known_bytes_ = table_.known_bytes();
    parallel_for(count, count, [this](std::size_t) { work(); });
    if (row_error_) throw *row_error_;
    if (second_look_) throw *second_look_;
    if (source_error_) throw *source_error_;
    return std::move(parsed_);
  }

 private:
  void work() {
    try {
      std::optional<TextBlock> block = take({});
      while (block) {
        ParsedBlock parsed = parse_rows(*block, table_.layout(), take_spare());
        const std::size_t index = block->index;
        block = parsed.error ? std::nullopt : take(std::move(*block));
        hand_back(index, std::move(parsed));
      }
    } catch (...) {
      stop();
      throw;
    }
  }

  std::optional<TextBlock> take(TextBlock recycled) {
    const std::lock_guard lock(reading_);
    if (is_stopped_) return std::nullopt;
    try {
      return table_.next(std::move(recycled));
    } catch (const InvalidInput& error) {
      // The disk or the compressed data failed: an error behind all rows so far.
      source_error_ = error;
      is_stopped_ = true;
      return std::nullopt;
    }
  }

  void stop() {
    const std::lock_guard lock(reading_);
    is_stopped_ = true;
  }

  ParsedBlock take_spare() {
    const std::lock_guard lock(handing_);
    if (spare_.empty()) return {};
    ParsedBlock block = std::move(spare_.back());
    spare_.pop_back();
    return block;
  }

  void hand_back(std::size_t index, ParsedBlock parsed) {
    if (parsed.error) stop();
    std::unique_lock lock(handing_);
    ready_.emplace(index, std::move(parsed));
    // Copying needs no lock: is_appending_ keeps the others from it, and they go on parsing meanwhile.
    if (is_appending_) return;
    is_appending_ = true;
    for (auto next = ready_.find(next_index_); next != ready_.end(); next = ready_.find(next_index_)) {
      ParsedBlock block = std::move(next->second);
      ready_.erase(next);
      lock.unlock();
      append(block);
      lock.lock();
      ++next_index_;
      spare_.push_back(std::move(block));
    }
    is_appending_ = false;
  }

  void append(ParsedBlock& block) {
    if (row_error_ || second_look_) return;
    const Place start = table_.place();
    try {
      check_totals_are_last(block);
      table_.count_rows(block);
    } catch (const InvalidInput& error) {
      row_error_ = error;
      return;
    } catch (const NeedsSecondLook& look) {
      second_look_ = look;
      return;
    }
    if (block.total_row) {
      parsed_.total_row = block.total_row;
      parsed_.total_row->place = add_places(start, block.total_row->place);
    }
    for (const MissingText& missing : block.missing_texts) {
      count_missing_text(parsed_.missing_texts, missing.text, missing.count);
    }
    std::vector<std::vector<double>>& numbers = block.columns;
    for (std::size_t column = 0; column < numbers.size(); ++column) {
      if (table_.layout().columns[column].kind != UsedColumn::Kind::label) continue;
      renumber_labels(block.labels, start, std::span(numbers[column]).first(block.rows));
    }
    store(block);
  }

  // Appends the numbers to those in memory or, where they have no room, to a file.
  void store(const ParsedBlock& block) {
    // Room for the whole file if its rows are as long as these; memory that is not filled is never touched.
    const auto expected_rows = static_cast<std::size_t>(
        1.1 * static_cast<double>(block.rows) * static_cast<double>(known_bytes_) / static_cast<double>(block.bytes));
    rows_ += block.rows;
    if (!parsed_.spilled) make_room(rows_ == block.rows ? std::max(rows_, expected_rows) : rows_);
    if (parsed_.spilled) {
      parsed_.spilled->append(block.columns, block.rows);
      return;
    }
    for (std::size_t column = 0; column < parsed_.columns.size(); ++column) {
      std::vector<double>& to = parsed_.columns[column];
      if (to.empty()) {
        to.reserve(expected_rows);
        advise_large_pages(to.data(), to.capacity() * sizeof(double));
      }
      const double* const from = block.columns[column].data();
      to.insert(to.end(), from, from + block.rows);
    }
  }

  // Moves the rows to a file if so many would take more memory than they may.
  void make_room(std::size_t rows) {
    if (memory_ == nullptr) return;
    const std::size_t columns = parsed_.columns.size();
    const std::size_t bytes = rows * (columns * sizeof(double) + memory_->bytes_per_row);
    if (bytes <= memory_->bytes) return;
    if (!memory_->reason_to_stay.empty()) table_.refuse_size(bytes, *memory_);
    parsed_.spilled = std::make_shared<SpilledColumns>(columns);
    parsed_.spilled->append(parsed_.columns, columns == 0 ? 0 : parsed_.columns.front().size());
    parsed_.columns.clear();
  }

  // A row that seems to hold totals is one like others if rows follow it; if it could not be read, it is refused.
  void check_totals_are_last(const ParsedBlock& block) {
    const bool has_rows = block.rows + block.dropped_rows > 0 || block.error || block.total_row;
    if (!has_rows || !parsed_.total_row) return;
    const TotalRow row = *std::exchange(parsed_.total_row, std::nullopt);
    if (!row.is_kept) table_.refuse(row.place, row.message);
  }

  // From the block's numbers to the table's, and from its places to those in the file, where the block starts at
  // "start".
  void renumber_labels(const LabelSet& labels, const Place& start, std::span<double> numbers) {
    std::vector<double> number_in_table;
    for (std::size_t i = 0; i < labels.labels().size(); ++i) {
      const Place place = add_places(start, labels.places()[i]);
      number_in_table.push_back(static_cast<double>(parsed_.labels.add(labels.labels()[i], place)));
    }
    for (double& number : numbers) number = number_in_table[static_cast<std::size_t>(number)];
    count_labels(numbers, parsed_.rows_of_label);
    if (!numbers.empty()) parsed_.last_label = static_cast<std::size_t>(numbers.back());
  }

  Table& table_;
  const MemoryForRows* memory_;

  std::mutex reading_;  // guards the two below, and table_.next()
  bool is_stopped_ = false;
  std::optional<InvalidInput> source_error_;

  std::mutex handing_;  // guards the four below
  std::map<std::size_t, ParsedBlock> ready_;
  std::vector<ParsedBlock> spare_;
  std::size_t next_index_ = 0;
  bool is_appending_ = false;

  // Touched only by the worker that set is_appending_, and after all have ended.
  std::size_t known_bytes_ = 0;
  std::size_t rows_ = 0;
  ParsedTable parsed_;
  std::optional<InvalidInput> row_error_;
  std::optional<NeedsSecondLook> second_look_;
};

}  // namespace

void ParsedTable::drop_last_row() {
  for (std::vector<double>& column : columns) column.pop_back();
  if (spilled) spilled->drop_last_row();
  if (!rows_of_label.empty()) --rows_of_label[last_label];
}

ParsedTable parse_table(Table& table, std::size_t workers, const MemoryForRows* memory) {
  return Workers(table, memory).run(workers);
}

}  // namespace gaptv::csv
