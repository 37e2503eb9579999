// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/blocks.h"

#include <algorithm>
#include <utility>

#include "gaptv/base/error.h"

namespace gaptv::csv {
namespace {

enum class Which { first, last };

// Whether a quote at this position opens a field: only blanks stand between it and a delimiter or the start of the row.
bool opens_field(std::string_view text, std::size_t quote, std::string_view delimiters) {
  const auto is_delimiter = [delimiters](char c) { return delimiters.find(c) != std::string_view::npos; };
  while (quote > 0 && (text[quote - 1] == ' ' || text[quote - 1] == '\t') && !is_delimiter(text[quote - 1])) --quote;
  return quote == 0 || text[quote - 1] == '\n' || is_delimiter(text[quote - 1]);
}

std::size_t find_opening_quote(std::string_view text, std::size_t from, std::string_view delimiters) {
  std::size_t quote = text.find('"', from);
  while (quote != std::string_view::npos && !opens_field(text, quote, delimiters)) quote = text.find('"', quote + 1);
  return quote;
}

std::size_t find_closing_quote(std::string_view text, std::size_t from) {
  std::size_t quote = text.find('"', from);
  while (quote != std::string_view::npos && quote + 1 < text.size() && text[quote + 1] == '"') {
    quote = text.find('"', quote + 2);
  }
  return quote;
}

// The position behind the first or last line break that ends a row in a text that starts with a row; 0 when there is
// none. Text without quotes costs one fast search for a quote and one for a line break.
std::size_t find_row_end(std::string_view text, std::string_view delimiters, Which which) {
  std::size_t found = 0;
  std::size_t from = 0;
  while (true) {
    const std::size_t open = find_opening_quote(text, from, delimiters);
    const std::string_view unquoted = text.substr(from, open - from);
    const std::size_t line_break = which == Which::last ? unquoted.rfind('\n') : unquoted.find('\n');
    if (line_break != std::string_view::npos) found = from + line_break + 1;
    if (found > 0 && which == Which::first) return found;
    if (open == std::string_view::npos) return found;
    const std::size_t close = find_closing_quote(text, open + 1);
    if (close == std::string_view::npos) return found;
    from = close + 1;
  }
}

struct BlankLines {
  std::size_t lines = 0;
  std::size_t bytes = 0;
};

// The blank lines at the start of a text. Every byte is looked at once.
BlankLines count_blank_lines(std::string_view text) {
  BlankLines blank;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++blank.lines;
      blank.bytes = i + 1;
    } else if (text[i] != ' ' && text[i] != '\t' && !(text[i] == '\r' && text.substr(i + 1, 1) == "\n")) {
      break;
    }
  }
  return blank;
}

}  // namespace

std::size_t find_first_row_end(std::string_view text, std::string_view delimiters) {
  return find_row_end(text, delimiters, Which::first);
}

std::string_view remove_line_end(std::string_view row) {
  if (row.ends_with('\n')) row.remove_suffix(1);
  if (row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

BlockReader::BlockReader(Source& source, const Limits& limits) : source_(source), limits_(limits) {
  limits_.block_bytes = std::max<std::size_t>(1, limits_.block_bytes);
}

void BlockReader::fill(std::vector<char>& buffer, std::size_t& size, std::size_t target) {
  if (buffer.size() < target + TextBlock::padding) buffer.resize(target + TextBlock::padding);
  if (is_at_end_ || size >= target) return;
  const std::size_t wanted = target - size;
  const std::size_t got = source_.read({buffer.data() + size, wanted});
  size += got;
  is_at_end_ = got < wanted;
}

std::string BlockReader::read_header(std::string_view delimiter_candidates) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::vector<char> buffer = std::move(rest_);
  rest_.clear();
  std::size_t size = buffer.size();
  fill(buffer, size, std::max(limits_.block_bytes, byte_order_mark.size()));
  const bool has_mark = header_lines_ == 0 && std::string_view(buffer.data(), size).starts_with(byte_order_mark);
  std::size_t start = has_mark ? byte_order_mark.size() : 0;
  while (true) {
    const BlankLines blank = count_blank_lines(std::string_view(buffer.data(), size).substr(start));
    header_lines_ += blank.lines;
    start += blank.bytes;
    const std::string_view text = std::string_view(buffer.data(), size).substr(start);
    std::size_t end = find_row_end(text, delimiter_candidates, Which::first);
    if (end == 0 && !is_at_end_) {
      if (text.size() > limits_.row_bytes) {
        throw InvalidInput(source_.name() + ", header: the first row does not end within " +
                           std::to_string(limits_.row_bytes >> 20U) +
                           " MB; close its quotes (\"), or give a CSV file with a header line");
      }
      // The blank lines are done with. What is left grows twofold, so that it is searched a few times only.
      buffer.erase(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(start));
      size -= std::exchange(start, 0);
      fill(buffer, size, std::max(limits_.block_bytes, 2 * size));
      continue;
    }
    if (end == 0) end = text.size();
    const std::string_view row = remove_line_end(text.substr(0, end));
    if (row.find_first_not_of(" \t") == std::string_view::npos) {
      throw InvalidInput(source_.name() + ": the file is empty; it needs a header line and rows");
    }
    header_lines_ += static_cast<std::size_t>(std::ranges::count(row, '\n')) + 1;
    std::string header(row);
    rest_.assign(buffer.data() + start + end, buffer.data() + size);
    return header;
  }
}

std::string_view BlockReader::peek(std::string_view delimiters) {
  std::size_t size = rest_.size();
  while (!is_at_end_ && size <= limits_.row_bytes &&
         find_row_end({rest_.data(), size}, delimiters, Which::first) == 0) {
    fill(rest_, size, 2 * std::max(size, limits_.block_bytes));
  }
  rest_.resize(size);
  return {rest_.data(), size};
}

std::optional<TextBlock> BlockReader::next(TextBlock recycled, char delimiter) {
  TextBlock block = std::move(recycled);
  block.is_cut = false;
  block.size = rest_.size();
  block.buffer.resize(std::max(block.buffer.size(), rest_.size() + TextBlock::padding));
  std::ranges::copy(rest_, block.buffer.begin());
  rest_.clear();
  std::size_t target = limits_.block_bytes;
  while (true) {
    fill(block.buffer, block.size, target);
    if (is_at_end_) break;
    const std::string_view text = block.text();
    const std::size_t end = find_row_end(text, {&delimiter, 1}, Which::last);
    if (end > 0) {
      rest_.assign(block.buffer.data() + end, block.buffer.data() + block.size);
      block.size = end;
      break;
    }
    if (text.size() > limits_.row_bytes) {
      block.is_cut = true;
      break;
    }
    target = 2 * std::max(block.size, limits_.block_bytes);
  }
  if (block.size == 0) return std::nullopt;
  block.buffer[block.size] = '\n';
  block.index = next_index_++;
  return block;
}

}  // namespace gaptv::csv
