// Tests file helpers: unfinished writes leave nothing behind, links and permissions are kept, and pipes are
// refused.
#include "base/file.h"

#include "ooze/base/error.h"

#include "base/file_writer.h"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace ooze::file_test {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() { fs::create_directories(folder_); }
  ~Files() override { fs::remove_all(folder_); }
  fs::path folder_ = fs::temp_directory_path() / fmt::format("ooze_file_test_{}", ::getpid());
};

TEST_F(Files, APipeIsNeitherReadNorReplaced) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THROW(readText(pipe), InputError);
  EXPECT_THROW(readBytes(pipe), InputError);
  EXPECT_THROW(writeFile(pipe, std::string_view("x")), RunError);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(Files, ATextOfAGigabyteIsRefusedUnread) {
  writeFile(folder_ / "text", std::string_view("x"));
  fs::resize_file(folder_ / "text", std::uintmax_t{1} << 30);  // a sparse file takes no disk space
  EXPECT_THROW(readText(folder_ / "text"), InputError);
}

TEST_F(Files, AnUnfinishedFileLeavesNothingBehind) {
  const auto entries = [this] {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  };
  {
    FileWriter given(folder_ / "given up");
    given.write("half of it");
  }
  EXPECT_EQ(entries(), 0);
  FileWriter blocked(folder_ / "blocked");
  blocked.write("all of it");
  fs::create_directories(folder_ / "blocked" / "by a folder");
  EXPECT_THROW(blocked.finish(), RunError);
  EXPECT_EQ(entries(), 1) << "the folder";
}

TEST_F(Files, AreReadableToThoseWhomTheMaskLets) {
  const mode_t before = ::umask(027);
  writeFile(folder_ / "text", std::string_view("x"));
  ::umask(before);
  EXPECT_EQ(fs::status(folder_ / "text").permissions(), fs::perms(0640));
}

TEST_F(Files, KeepTheirModeWhenTheyAreWrittenAgain) {
  const fs::path file = folder_ / "mine";
  writeFile(file, std::string_view("x"));
  fs::permissions(file, fs::perms(0600));
  writeFile(file, std::string_view("y"));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0600));
  EXPECT_EQ(readText(file), "y");
}

TEST_F(Files, ALinkStaysAndWhatItPointsAtIsWritten) {
  fs::create_directories(folder_ / "elsewhere");
  fs::create_symlink("elsewhere/file", folder_ / "one");  // the link has no target at first
  fs::create_symlink(folder_ / "one", folder_ / "two");
  for (const char* text : {"first", "again"}) {
    writeFile(folder_ / "two", std::string_view(text));
    EXPECT_TRUE(fs::is_symlink(folder_ / "one") && fs::is_symlink(folder_ / "two"));
    EXPECT_EQ(readText(folder_ / "elsewhere" / "file"), text);
  }
  fs::create_symlink("round", folder_ / "round");
  EXPECT_THROW(writeFile(folder_ / "round", std::string_view("x")), RunError);
}

}  // namespace
}  // namespace ooze::file_test
