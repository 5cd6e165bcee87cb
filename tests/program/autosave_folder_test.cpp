// Tests of the autosave folder: autosaves of running programs are left alone, and those of crashed programs
// are found.
#include "fixtures/small_scene.h"
#include "session/session_folders.h"

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ooze {
namespace {

TEST(AutosaveFolder, OffersWhatProgramsThatAreGoneHaveLeftAndNothingOfThoseThatRun) {
  TemporaryFolder folder;
  const std::filesystem::path place = folder.path() / "state" / "autosave";
  std::optional<AutosaveSlot> own = claimAutosave(place);
  ASSERT_TRUE(own);
  std::ofstream(own->file) << "of this program";
  const pid_t child = fork();
  if (child == 0) {
    const std::optional<AutosaveSlot> theirs = claimAutosave(place);
    std::ofstream(theirs->file) << "of one that is gone";
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  std::vector<AutosaveSlot> lost = lostAutosaves(place);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_NE(lost[0].file, own->file);
  EXPECT_TRUE(lostAutosaves(place).empty()) << "only the program that claimed it offers it";
  const std::filesystem::path gone = lost[0].file;
  lost.clear();
  lost = lostAutosaves(place);
  ASSERT_EQ(lost.size(), 1u) << "until it lets go";
  discard(std::move(lost[0]));
  EXPECT_FALSE(std::filesystem::exists(gone));
  EXPECT_TRUE(lostAutosaves(place).empty());
  EXPECT_FALSE(claimAutosave("/proc/nothing"));
}

TEST(AutosaveFolder, TakesNoNameThatALostSessionHas) {
  TemporaryFolder folder;
  const std::filesystem::path taken = folder.path() / fmt::format("{}-1.ooze", getpid());
  std::ofstream(taken) << "of a program that had the same number";
  const std::optional<AutosaveSlot> own = claimAutosave(folder.path());
  ASSERT_TRUE(own);
  EXPECT_NE(own->file, taken);
}

TEST(AutosaveFolder, OffersTheNewestFirstAndNothingThatIsNoSession) {
  TemporaryFolder folder;
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const auto& [name, age] : {std::pair{"2-1.ooze", 10}, {"1-1.ooze", 900}, {"3-1.ooze", 300}}) {
    std::ofstream(folder.path() / name) << "a session";
    std::filesystem::last_write_time(folder.path() / name, now - std::chrono::seconds(age));
  }
  std::ofstream(folder.path() / "4-1.ooze.Xc3t9A") << "half of one";
  const std::vector<AutosaveSlot> lost = lostAutosaves(folder.path());
  ASSERT_EQ(lost.size(), 3u);
  EXPECT_EQ(lost[0].file.filename(), "2-1.ooze");
  EXPECT_EQ(lost[1].file.filename(), "3-1.ooze");
  EXPECT_EQ(lost[2].file.filename(), "1-1.ooze");
}

TEST(AutosaveFolder, LeavesNothingBehindButTheLocksOfThoseThatBegin) {
  TemporaryFolder folder;
  std::ofstream(folder.path() / "1-1.ooze") << "a session";
  const std::filesystem::path old = folder.path() / "2-1.lock", young = folder.path() / "3-1.lock";
  for (const auto& lock : {old, young}) std::ofstream(lock) << "";
  std::filesystem::last_write_time(old,
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  std::vector<AutosaveSlot> lost = lostAutosaves(folder.path());
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(old)) << "its program ended before there was anything to save";
  EXPECT_TRUE(std::filesystem::exists(young)) << "its program may be about to take it";
  const std::filesystem::path lock = lost[0].lockFile;
  EXPECT_TRUE(std::filesystem::exists(lock));
  discard(std::move(lost[0]));
  EXPECT_FALSE(std::filesystem::exists(lock));
}

}  // namespace
}  // namespace ooze
