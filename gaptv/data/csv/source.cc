// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef GAPTV_HAS_ZLIB
#include <zlib.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/signature.h"

namespace gaptv::csv {
namespace {

constexpr std::size_t start_bytes = std::size_t{1} << 13U;    // looked at to tell text from other files
constexpr std::size_t packed_bytes = std::size_t{1} << 16U;   // compressed data at a time
constexpr std::size_t decoded_bytes = std::size_t{1} << 16U;  // of other encodings at a time
constexpr std::string_view gzip_signature = "\x1f\x8b";

}  // namespace

// The bytes as they are stored.
class Source::File {
 public:
  File(const std::string& path, Progress* progress, std::size_t kept_bytes)
      : name_(path == "-" ? "standard input" : path), progress_(progress), most_kept_(kept_bytes) {
    descriptor_ = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail();
    struct stat status {};
    if (fstat(descriptor_, &status) != 0) fail();
    if (S_ISDIR(status.st_mode)) {
      close_own();
      throw InvalidInput(name_ + ": this is a folder; give the name of a CSV file in it");
    }
    if (!S_ISREG(status.st_mode)) return;
    // Standard input may be a file of which a part has been read already.
    begin_ = std::max<off_t>(0, lseek(descriptor_, 0, SEEK_CUR));
    size_ = static_cast<std::size_t>(std::max<off_t>(0, status.st_size - begin_));
    is_regular_ = true;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close_own(); }

  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }  // 0: unknown
  std::size_t done() const { return done_; }

  // Goes back to the first byte; false if it is gone, which it is not before more than the kept bytes have been read.
  bool rewind() {
    if (is_regular_ && lseek(descriptor_, begin_, SEEK_SET) < 0) fail();
    if (!is_regular_ && done_ > kept_.size()) return false;
    done_ = 0;
    return true;
  }

  // Fewer than asked for only at the end, so that a slow pipe yields the same blocks as a file.
  std::size_t read(std::span<char> into) {
    std::size_t filled = 0;
    if (done_ < kept_.size()) {
      filled = std::min(into.size(), kept_.size() - done_);
      std::copy_n(kept_.data() + done_, filled, into.data());
    }
    const std::size_t from_kept = filled;
    while (filled < into.size()) {
      // A signal ends a read that waits, so that this is where a wish to stop is heard.
      if (progress_ != nullptr) progress_->check();
      const ssize_t got = ::read(descriptor_, into.data() + filled, into.size() - filled);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail();
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    if (!is_regular_ && done_ + from_kept == kept_.size()) keep(into.subspan(from_kept, filled - from_kept));
    done_ += filled;
    return filled;
  }

 private:
  void keep(std::span<const char> bytes) {
    if (kept_.size() + bytes.size() <= most_kept_) {
      kept_.insert(kept_.end(), bytes.begin(), bytes.end());
    } else {
      kept_ = {};  // what cannot be read again as a whole need not be kept
      most_kept_ = 0;
    }
  }
  [[noreturn]] void fail() {
    const int reason = errno;
    close_own();
    const char* const remedy = reason == ENOENT   ? "check the name and the folder"
                               : reason == EACCES ? "ask for the right to read it"
                                                  : "check the file and its disk";
    throw InvalidInput(name_ + ": cannot read it: " + std::strerror(reason) + "; " + remedy);
  }
  void close_own() {
    if (descriptor_ > STDIN_FILENO) close(descriptor_);
    descriptor_ = -1;
  }

  std::string name_;
  Progress* progress_;
  int descriptor_ = -1;
  bool is_regular_ = false;
  off_t begin_ = 0;
  std::size_t size_ = 0;
  std::size_t done_ = 0;
  std::size_t most_kept_;
  std::vector<char> kept_;  // the first bytes of a pipe
};

#ifdef GAPTV_HAS_ZLIB
// Unpacks gzip; members follow one another as `cat a.gz b.gz` leaves them.
class Source::Unpacker {
 public:
  Unpacker(File& file, std::string_view start) : file_(file), packed_(start.begin(), start.end()) {
    constexpr int gzip_only = 15 + 16;  // the largest window, with gzip's own header and checksum
    if (inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
    packed_.resize(std::max(start.size(), packed_bytes));
    give_input(start.size());
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() { inflateEnd(&stream_); }

  std::size_t read(std::span<char> into) {
    // zlib counts in 32 bits.
    into = into.first(std::min<std::size_t>(into.size(), std::size_t{1} << 30U));
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(into.size());
    while (stream_.avail_out > 0 && !is_finished_) {
      if (stream_.avail_in == 0 && !refill()) fail("it ends too early");
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        start_next_member();
      } else if (status != Z_OK) {
        fail("its content is damaged");
      }
    }
    return into.size() - stream_.avail_out;
  }

 private:
  void give_input(std::size_t count) {
    stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());
    stream_.avail_in = static_cast<uInt>(count);
  }
  bool refill() {
    give_input(file_.read(packed_));
    return stream_.avail_in > 0;
  }
  void start_next_member() {
    // Tapes and some tools pad the file with zeros.
    while (true) {
      if (stream_.avail_in == 0 && !refill()) {
        is_finished_ = true;
        return;
      }
      if (*stream_.next_in != 0) break;
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (inflateReset(&stream_) != Z_OK) fail("its content is damaged");
  }
  [[noreturn]] void fail(const char* what) const {
    throw InvalidInput(file_.name() + ": the gzip file cannot be unpacked: " + what +
                       "; copy or download it again (gzip -t tests it)");
  }

  File& file_;
  std::vector<char> packed_;
  z_stream stream_{};
  bool is_finished_ = false;
};
#else
class Source::Unpacker {
 public:
  Unpacker(File& file, std::string_view /*start*/) {
    throw InvalidInput(file.name() + ": this build of gaptv cannot read gzip; unpack the file first (gunzip)");
  }
  std::size_t read(std::span<char> /*into*/) { return 0; }
};
#endif

Source::Source(const std::string& path, const CsvOptions& options, const Limits& limits)
    : file_(std::make_unique<File>(path, options.progress, limits.kept_bytes)) {
  start(options.encoding);
}

Source::~Source() = default;

const std::string& Source::name() const {
  return file_->name();
}

bool Source::rewind(TextEncoding encoding) {
  if (!file_->rewind()) return false;
  start(encoding);
  return true;
}

void Source::start(TextEncoding encoding) {
  unpacker_.reset();
  std::string bytes(start_bytes, '\0');
  bytes.resize(file_->read(bytes));
  if (bytes.starts_with(gzip_signature)) {
    unpacker_ = std::make_unique<Unpacker>(*file_, bytes);
    bytes.assign(start_bytes, '\0');
    bytes.resize(unpacker_->read(bytes));
  }
  kind_ = find_byte_kind(name(), bytes, encoding);
  decoder_ = Decoder(kind_);
  ready_.clear();
  decoder_.decode(bytes, ready_);
  check_is_text(name(), ready_);
}

std::size_t Source::read_bytes(std::span<char> into) {
  std::size_t filled = 0;
  while (filled < into.size()) {
    const auto rest = into.subspan(filled);
    const std::size_t got = unpacker_ ? unpacker_->read(rest) : file_->read(rest);
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

std::size_t Source::read(std::span<char> into) {
  std::size_t filled = 0;
  while (true) {
    const std::size_t count = std::min(into.size() - filled, ready_.size());
    std::copy_n(ready_.data(), count, into.data() + filled);
    ready_.erase(0, count);
    filled += count;
    if (filled == into.size()) return filled;
    if (kind_ == ByteKind::utf_8) return filled + read_bytes(into.subspan(filled));
    std::vector<char> bytes(decoded_bytes);
    bytes.resize(read_bytes(bytes));
    if (bytes.empty()) return filled;
    decoder_.decode({bytes.data(), bytes.size()}, ready_);
  }
}

std::size_t Source::known_bytes() const {
  if (unpacker_ || file_->size() < file_->done()) return 0;
  const std::size_t coming = file_->size() - file_->done();
  const bool is_wide = kind_ == ByteKind::utf_16_little || kind_ == ByteKind::utf_16_big;
  return (is_wide ? coming / 2 : coming) + ready_.size();
}

double Source::fraction_done() const {
  if (file_->size() == 0) return 0;
  return std::min(1.0, static_cast<double>(file_->done()) / static_cast<double>(file_->size()));
}

}  // namespace gaptv::csv
