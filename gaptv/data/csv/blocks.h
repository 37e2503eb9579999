// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/data/csv/limits.h"
#include "gaptv/data/csv/source.h"

namespace gaptv::csv {

// Holds consecutive rows of a file as text. Behind the text stands a '\n' and then as many readable bytes as an
// eight-byte word needs, so that a parser needs no end checks inside a row.
struct TextBlock {
  static constexpr std::size_t padding = 16;

  std::vector<char> buffer;
  std::size_t size = 0;
  std::size_t index = 0;  // 0, 1, ... in the order of the file
  bool is_cut = false;    // the text is the start of a row beyond the limit

  std::string_view text() const { return {buffer.data(), size}; }
};

// Returns the position behind the first line break that ends a row in a text that starts with a row; 0 if there is
// none.
std::size_t find_first_row_end(std::string_view text, std::string_view delimiters);

// Returns a row without the line feed at its end, and the carriage return before that.
std::string_view remove_line_end(std::string_view row);

// Cuts a file into blocks that end at the end of a row, mindful of line breaks inside quotes. It is not thread-safe:
// workers take turns. It takes O(bytes), and holds no more in memory than a block and the row that straddles its end.
class BlockReader {
 public:
  BlockReader(Source& source, const Limits& limits);

  // Reads the header: the next row that is not blank, without byte-order mark and line end. A quote opens a field after
  // any of the candidates. It may be called again for the row behind it. Throws InvalidInput when there is none.
  std::string read_header(std::string_view delimiter_candidates);

  // Returns how many lines read_header has read.
  std::size_t header_lines() const { return header_lines_; }

  // Shows the rows behind the header, as far as they have been read: at least one whole row, if there is any and it is
  // not beyond the limit. A quote opens a field after any of the delimiters. It may be called only before the first
  // next().
  std::string_view peek(std::string_view delimiters);

  // Returns the next rows, or nothing at the end. The memory of "recycled" is used again.
  std::optional<TextBlock> next(TextBlock recycled, char delimiter);

 private:
  // Reads until the buffer holds "target" bytes or the file ends.
  void fill(std::vector<char>& buffer, std::size_t& size, std::size_t target);

  Source& source_;
  Limits limits_;
  std::vector<char> rest_;  // what was read, but belongs to the next block
  std::size_t header_lines_ = 0;
  std::size_t next_index_ = 0;
  bool is_at_end_ = false;
};

}  // namespace gaptv::csv
