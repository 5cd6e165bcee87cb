// Twenty seconds of all that a hand might do, in no order, through the window system: nothing breaks, the
// program ends cleanly, and every session that it leaves replays to the bits that it was left with.
//
// OOZE_MONKEY_SECONDS=600 goes on for that long instead, from the seed OOZE_MONKEY_SEED (tests/README.md).
#include "monkey.h"

#include "ooze/scene/save_file.h"

#include "fixtures/environment.h"
#include "fixtures/replay.h"
#include "window_fixture.h"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

constexpr int kActions = 20;               // in a round, between two sizes of the window
constexpr double kMostEndSeconds = 120.0;  // films and exports in progress are written to their end

void expectFinite(const Json& json) {
  if (json.is_structured())
    for (const Json& part : json) expectFinite(part);
  // What is no number is written as null.
  EXPECT_FALSE(json.is_null());
  if (json.is_number()) {
    EXPECT_TRUE(std::isfinite(json.get<double>()));
  }
}

class MonkeyWindow : public WindowTest {
 protected:
  MonkeyWindow() : WindowTest(kPoolScene, 1024, 640) {
    ::setenv("XDG_STATE_HOME", (folder_.path() / "XDG_STATE_HOME").c_str(), 1);  // meshes that sessions name
  }
  ~MonkeyWindow() override { ::unsetenv("XDG_STATE_HOME"); }

  /// Does what xdotool is told. @return false if the program has ended meanwhile
  bool goesOn(const std::string& actions) {
    try {
      server_.xdotool(actions);
    } catch (const std::runtime_error&) {  // no such window
      if (program_->running()) throw;
    }
    return program_->running();
  }
  /// As one leaves the program whatever it shows.
  int quit() {
    bool goes = goesOn(fmt::format("windowsize {} 1024 640 windowfocus {}", window_, window_));
    for (int k = 0; k < 3 && goes; ++k) {
      settle();
      goes = goesOn("key Escape");
    }
    if (goes) settle();
    if (goes && goesOn("key ctrl+q")) return program_->waitForEnd(kMostEndSeconds);
    return program_->waitForEnd(1.0);
  }
  void expectOnlyNotes() const {
    std::istringstream said(readText(output_));
    for (std::string line; std::getline(said, line);) {
      EXPECT_THAT(line, StartsWith("ooze: "));
      EXPECT_THAT(line, Not(HasSubstr("OpenGL")));
    }
  }
  [[nodiscard]] std::vector<std::filesystem::path> sessionsUnder(const std::filesystem::path& folder) const {
    std::vector<std::filesystem::path> found;
    std::error_code none;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none))
      if (entry.path().extension() == ".ooze") found.push_back(entry.path());
    return found;
  }
  static void expectReplays(const std::filesystem::path& file) {
    SCOPED_TRACE(file.filename().string());
    test::expectReplays(readSave(file));
  }
};

TEST_F(MonkeyWindow, AnythingBreaksNothingAndReplays) {
  const auto seed = static_cast<std::uint32_t>(test::fromEnvironment("OOZE_MONKEY_SEED", 20051));
  const double seconds = test::fromEnvironment("OOZE_MONKEY_SECONDS", 20.0);
  SCOPED_TRACE(fmt::format("OOZE_MONKEY_SEED={}", seed));
  start();
  key("8");  // a ball dropped by hand: so there is something to keep, whatever follows
  drag(500, 250, 500, 250);
  Monkey monkey(seed, 1024, 640);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (int round = 1; Clock::now() < end; ++round) {
    std::string actions;
    // A hand's pace: the window need not keep up with it.
    for (int i = 0; i < kActions; ++i) actions += monkey.act() + "sleep 0.1 ";
    if (goesOn(actions + monkey.resize(window_))) continue;
    // The menu has Quit too.
    ASSERT_EQ(program_->waitForEnd(1.0), 0) << "round " << round << ":\n"
                                            << actions << '\n'
                                            << readText(output_);
    expectOnlyNotes();
    start();
  }
  keepPicture("window_monkey_test", server_.screenshot());
  ASSERT_EQ(quit(), 0) << readText(output_);
  expectOnlyNotes();
  const Json report = Json::parse(readText(report_));
  expectFinite(report["values"]);
  expectFinite(report["commands"]);

  EXPECT_THAT(sessionsUnder(folder_.path() / "XDG_STATE_HOME"), IsEmpty())
      << "a clean end leaves no autosave";
  const std::vector<std::filesystem::path> sessions = sessionsUnder(folder_.path());
  EXPECT_THAT(sessions, Not(IsEmpty()));
  for (const std::filesystem::path& session : sessions) expectReplays(session);
}

}  // namespace
}  // namespace ooze
