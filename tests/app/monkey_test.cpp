// A monkey test: twenty seconds of random input through the window system. Nothing breaks, the program ends
// cleanly, and every session that the program leaves replays to the same bits.
//
// OOZE_MONKEY_SECONDS=600 sets another duration, and OOZE_MONKEY_SEED the random seed (tests/README.md).
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

constexpr int kActions = 20;               // actions of a round, between two window sizes
constexpr double kMaxExitSeconds = 120.0;  // films and exports in progress are completed at the end

void expectFinite(const Json& json) {
  if (json.is_structured())
    for (const Json& part : json) expectFinite(part);
  // NaN and infinity are written as null in JSON.
  EXPECT_FALSE(json.is_null());
  if (json.is_number()) {
    EXPECT_TRUE(std::isfinite(json.get<double>()));
  }
}

class MonkeyWindow : public WindowTest {
 protected:
  MonkeyWindow() : WindowTest(kPoolScene, 1024, 640) {
    // The folder of the meshes to which sessions refer.
    ::setenv("XDG_STATE_HOME", (folder_.path() / "XDG_STATE_HOME").c_str(), 1);
  }
  ~MonkeyWindow() override { ::unsetenv("XDG_STATE_HOME"); }

  /// Passes the actions to xdotool. @return false if the program has ended meanwhile
  bool sendInput(const std::string& actions) {
    try {
      server_.xdotool(actions);
    } catch (const std::runtime_error&) {  // the window no longer exists
      if (program_->running()) throw;
    }
    return program_->running();
  }
  /// Quits the program from whatever it shows, with Escape first. @return its exit code
  int quit() {
    bool goes = sendInput(fmt::format("windowsize {} 1024 640 windowfocus {}", window_, window_));
    for (int k = 0; k < 3 && goes; ++k) {
      settle();
      goes = sendInput("key Escape");
    }
    if (goes) settle();
    if (goes && sendInput("key ctrl+q")) return program_->waitForEnd(kMaxExitSeconds);
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
  // Drops a ball, so that every session contains an edit to be saved.
  key("8");
  drag(500, 250, 500, 250);
  Monkey monkey(seed, 1024, 640);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (int round = 1; Clock::now() < end; ++round) {
    std::string actions;
    // Acts at a human pace; the window need not keep up with it.
    for (int i = 0; i < kActions; ++i) actions += monkey.act() + "sleep 0.1 ";
    if (sendInput(actions + monkey.resize(window_))) continue;
    // Random input may also have chosen Quit in the menu.
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
