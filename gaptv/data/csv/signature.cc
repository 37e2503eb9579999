// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/signature.h"

#include <array>

#include "gaptv/base/error.h"

namespace gaptv::csv {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes;
  std::string_view message;
};

constexpr std::array signatures = {
    Signature{"PK\x03\x04"sv,
              "this is a ZIP archive or an Excel workbook; unpack it, or save the sheet as CSV (UTF-8)"sv},
    Signature{"\xd0\xcf\x11\xe0"sv, "this is an old Excel workbook; save the sheet as CSV (UTF-8)"sv},
    Signature{
        "PAR1"sv,
        "this is a Parquet file, which only a fit reads, if its name ends in .parquet; elsewhere turn it into CSV: "
        "duckdb -c \"COPY (FROM 'FILE') TO '/dev/stdout' (FORMAT csv)\""sv},
    Signature{"ARROW1"sv,
              "this is an Arrow or Feather file, which only a fit reads, if its name ends in .arrow or .feather; "
              "elsewhere turn it into CSV"sv},
    Signature{"\x1f\x8b"sv, "this was compressed with gzip twice; unpack it once (gunzip)"sv},
    Signature{"\x28\xb5\x2f\xfd"sv, "this is compressed with zstd; unpack it (unzstd), or use gzip"sv},
    Signature{"BZh"sv, "this is compressed with bzip2; unpack it (bunzip2), or use gzip"sv},
    Signature{"\xfd\x37zXZ"sv, "this is compressed with xz; unpack it (unxz), or use gzip"sv},
};

}  // namespace

ByteKind find_byte_kind(const std::string& name, std::string_view start, TextEncoding wanted) {
  if (wanted == TextEncoding::utf_8) return ByteKind::utf_8;
  if (wanted == TextEncoding::latin_1) return ByteKind::latin_1;
  const Utf16Signs signs = find_utf_16_signs(start);
  if (signs.has_mark || (signs.has_zeros && wanted == TextEncoding::utf_16)) return signs.kind;
  if (wanted == TextEncoding::utf_16) {
    throw InvalidInput(name +
                       ": this is no UTF-16 text: it has neither a byte-order mark nor the zero bytes of letters; "
                       "leave out `encoding`, or name another one");
  }
  if (signs.has_zeros) {
    throw InvalidInput(name +
                       ": this seems to be UTF-16 text without a byte-order mark; if it is, say `encoding=utf-16`");
  }
  return ByteKind::utf_8;
}

void check_is_text(const std::string& name, std::string_view start) {
  // A text column may well be called "BZhang" or "PAR1": only a file that is not text besides is refused for its start.
  const bool has_binary = start.find('\0') != std::string_view::npos;
  for (const Signature& signature : signatures) {
    const bool is_spelled = signature.bytes == "PAR1" || signature.bytes == "BZh" || signature.bytes == "ARROW1";
    if (start.starts_with(signature.bytes) && (has_binary || !is_spelled)) {
      throw InvalidInput(name + ": " + std::string(signature.message));
    }
  }
  if (has_binary) {
    throw InvalidInput(name + ": this is a binary file (it has a NUL byte near its start); give a CSV text file");
  }
}

}  // namespace gaptv::csv
