// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "gaptv_file_test.XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }

  std::string path(const std::string& name = "out.txt") const { return (folder_ / name).string(); }
  std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_;
};

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

// Files may not grow beyond this many bytes while it lives: a full disk without filling one.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(File, ReadsBackWhatWasWritten) {
  std::string content("line\nbinary \0 zero\r\n", 20);
  content += std::string(3000000, 'x');  // more than one block
  write_file(path(), content);
  EXPECT_EQ(read_file(path()), content);
  write_file(path(), "");
  EXPECT_EQ(read_file(path()), "");
  EXPECT_EQ(entries(), 1);
}

TEST_F(File, JoinsThePiecesOfAnAtomicFile) {
  AtomicFile file(path());
  file.write("one ");
  file.write("");
  file.write("two");
  file.commit();
  EXPECT_EQ(read_file(path()), "one two");
  EXPECT_EQ(entries(), 1);
}

TEST_F(File, HasItsOldContentUntilTheNewOneIsComplete) {
  write_file(path(), "old");
  AtomicFile file(path());
  file.write("new");
  EXPECT_EQ(read_file(path()), "old");
  file.commit();
  EXPECT_EQ(read_file(path()), "new");
}

TEST_F(File, DoesNotExistBeforeItIsCommitted) {
  AtomicFile file(path());
  file.write("new");
  EXPECT_FALSE(fs::exists(path()));
  file.commit();
  EXPECT_TRUE(fs::exists(path()));
}

TEST_F(File, LeavesNothingBehindWithoutCommit) {
  {
    AtomicFile file(path());
    file.write("never seen");
    EXPECT_EQ(entries(), 1);
  }
  EXPECT_EQ(entries(), 0);
}

TEST_F(File, IsReadableForOthersAsAnyNewFile) {
  const mode_t mask = umask(022);
  write_file(path(), "x");
  umask(mask);
  EXPECT_EQ(fs::status(path()).permissions(), static_cast<fs::perms>(0644));
}

TEST_F(File, KeepsTheRightsOfTheFileItReplaces) {
  write_file(path(), "x");
  fs::permissions(path(), static_cast<fs::perms>(0640));
  write_file(path(), "y");
  EXPECT_EQ(fs::status(path()).permissions(), static_cast<fs::perms>(0640));
}

TEST_F(File, NamesThePathAndTheReasonWhenTheFolderIsMissing) {
  const std::string missing = path("no/such/out.txt");
  const std::string message = refusal([&] { write_file(missing, "x"); });
  EXPECT_NE(message.find(missing), std::string::npos) << message;
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
  EXPECT_EQ(entries(), 0);
}

TEST_F(File, IsRefusedWhereTheNameIsAFolder) {
  const std::string message = refusal([&] { write_file(folder_.string(), "x"); });
  EXPECT_NE(message.find("is a folder"), std::string::npos) << message;
  EXPECT_EQ(entries(), 0);
}

TEST_F(File, IsRefusedInAFolderWithoutTheRightToWrite) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere; the test with /proc takes its place";
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  const std::string message = refusal([&] { write_file(path(), "x"); });
  EXPECT_NE(message.find("Permission denied"), std::string::npos) << message;
  EXPECT_EQ(entries(), 0);
}

TEST_F(File, IsRefusedInAFolderWhereNobodyMayCreateFiles) {
  if (!fs::exists("/proc/self")) GTEST_SKIP() << "this system has no /proc";
  const std::string message = refusal([] { write_file("/proc/gaptv.txt", "x"); });
  EXPECT_NE(message.find("/proc/gaptv.txt: cannot create it"), std::string::npos) << message;
}

TEST_F(File, ReportsAFullDevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const std::string message = refusal([] { write_file("/dev/full", "x"); });
  EXPECT_NE(message.find("/dev/full: cannot write it: No space left on device"), std::string::npos) << message;
  EXPECT_TRUE(fs::exists("/dev/full"));
}

TEST_F(File, SurvivesWithItsOldContentWhenTheDiskIsFull) {
  write_file(path(), "old");
  std::string message;
  {
    const FileSizeLimit limit(1000);
    message = refusal([&] { write_file(path(), std::string(5000, 'x')); });
  }
  EXPECT_NE(message.find(path()), std::string::npos) << message;
  EXPECT_EQ(read_file(path()), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(File, LeavesNoTemporaryFileWhenItCannotTakeItsName) {
  AtomicFile file(path());
  file.write("x");
  fs::create_directory(path());
  const std::string message = refusal([&] { file.commit(); });
  EXPECT_NE(message.find(path()), std::string::npos) << message;
  EXPECT_EQ(entries(), 1);
  EXPECT_TRUE(fs::is_directory(path()));
}

TEST_F(File, WritesDevicesInPlace) {
  write_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(File, ReplacesWhatALinkNamesAndKeepsTheLink) {
  fs::create_directory(folder_ / "far");
  write_file(path("far/target.txt"), "old");
  fs::permissions(path("far/target.txt"), static_cast<fs::perms>(0640));
  fs::create_symlink("far/target.txt", path("near"));
  fs::create_symlink(path("near"), path("chain"));
  AtomicFile file(path("chain"));
  file.write("new");
  EXPECT_EQ(read_file(path("far/target.txt")), "old");
  file.commit();
  EXPECT_EQ(read_file(path("far/target.txt")), "new");
  EXPECT_EQ(fs::status(path("far/target.txt")).permissions(), static_cast<fs::perms>(0640));
  EXPECT_TRUE(fs::is_symlink(path("near")));
  EXPECT_TRUE(fs::is_symlink(path("chain")));
  EXPECT_EQ(entries(), 3);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "far"), fs::directory_iterator()), 1);
}

TEST_F(File, MakesWhatADanglingLinkNames) {
  fs::create_directory(folder_ / "far");
  fs::create_symlink("far/../far/target.txt", path("link"));
  write_file(path("link"), "new");
  EXPECT_EQ(read_file(path("far/target.txt")), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  fs::create_symlink("absent/target.txt", path("astray"));
  const std::string message = refusal([&] { write_file(path("astray"), "x"); });
  EXPECT_NE(message.find(path("astray") + ": cannot create it (a link to "), std::string::npos) << message;
}

TEST_F(File, IsRefusedWhereLinksLeadInACircle) {
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  const std::string message = refusal([&] { write_file(path("a"), "x"); });
  EXPECT_NE(message.find(path("a") + ": cannot follow the link"), std::string::npos) << message;
  EXPECT_TRUE(fs::is_symlink(path("a")));
}

TEST_F(File, ShowsTheNewContentUnderEachOfItsNames) {
  write_file(path("one"), std::string(200000, 'o'));
  fs::permissions(path("one"), static_cast<fs::perms>(0604));
  fs::create_hard_link(path("one"), path("two"));
  {
    AtomicFile given_up(path("two"));
    given_up.write("never seen");
  }
  EXPECT_EQ(read_file(path("one")), std::string(200000, 'o'));
  const std::string content(100000, 'n');  // shorter than before, and more than one block
  write_file(path("two"), content);
  EXPECT_EQ(read_file(path("one")), content);
  EXPECT_EQ(read_file(path("two")), content);
  EXPECT_EQ(fs::hard_link_count(path("one")), 2U);
  EXPECT_EQ(fs::status(path("one")).permissions(), static_cast<fs::perms>(0604));
  EXPECT_EQ(entries(), 2);
}

TEST_F(File, WritesAPipeThroughALink) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", path("link"));
  const int reader = open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  write_file(path("link"), "through");
  std::array<char, 20> got{};
  EXPECT_EQ(read(reader, got.data(), got.size()), 7);
  close(reader);
  EXPECT_EQ(std::string(got.data()), "through");
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
  EXPECT_TRUE(fs::is_symlink(path("link")));
}

TEST_F(File, GoesOnWhereAnOpenDescriptorStands) {
  if (!fs::exists("/dev/fd")) GTEST_SKIP() << "this system has no /dev/fd";
  const int descriptor = open(path().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(descriptor, 0);
  ASSERT_EQ(write(descriptor, "before ", 7), 7);
  const std::string name = "/dev/fd/" + std::to_string(descriptor);
  // A link stands for /dev/stdout, which is one, so that a failing test does no harm to the machine.
  fs::create_symlink(name, path("link"));
  write_file(path("link"), "between ");
  write_file(name, "after");
  close(descriptor);
  EXPECT_EQ(read_file(path()), "before between after");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_NE(refusal([&] { write_file(path("link"), "x"); }).find("cannot open it for writing"), std::string::npos);
  EXPECT_EQ(entries(), 2);
}

TEST_F(File, TellsProgramsTheReasonOfTheSystem) {
  try {
    write_file(path("absent/out.txt"), "x");
    ADD_FAILURE() << "was written";
  } catch (const FileError& error) {
    EXPECT_EQ(error.reason(), ENOENT);
  }
}

TEST_F(File, NamesThePathAndTheReasonWhenItCannotBeRead) {
  const std::string missing = refusal([&] { read_file(path("none.csv")); });
  EXPECT_NE(missing.find(path("none.csv") + ": cannot read it: No such file"), std::string::npos) << missing;
  const std::string folder = refusal([&] { read_file(folder_.string()); });
  EXPECT_NE(folder.find("Is a directory"), std::string::npos) << folder;
}

}  // namespace
}  // namespace gaptv
