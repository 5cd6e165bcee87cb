// Two hundred things that a hand might do, in no order, through the window system: nothing may break.
#include "window_fixture.h"

#include <array>
#include <cmath>
#include <csignal>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <string>

namespace ooze {
namespace {

constexpr unsigned kSeed = 20051;
constexpr int kRounds = 10, kActions = 20;

// Not those that end the program or fill the disk: quit, screenshots, films.
constexpr std::array kKeys{"space",      "period",
                           "comma",      "r",
                           "shift+r",    "1",
                           "2",          "3",
                           "4",          "5",
                           "6",          "7",
                           "8",          "9",
                           "Escape",     "e",
                           "Delete",     "Home",
                           "Tab",        "b",
                           "m",          "c",
                           "F1",         "g",
                           "ctrl+1",     "ctrl+2",
                           "ctrl+3",     "ctrl+4",
                           "shift+2",    "shift+4",
                           "ctrl+equal", "ctrl+minus",
                           "ctrl+0",     "ctrl+shift+3",
                           "ctrl+z",     "ctrl+shift+z",
                           "ctrl+o",     "ctrl+s",
                           "ctrl+p",     "ctrl+i",
                           "Return",     "Down",
                           "Left",       "Right",
                           "equal"};

class Monkey {
 public:
  /// What to do next, as arguments of xdotool.
  std::string act(int width, int height) {
    const std::string here = fmt::format("mousemove {} {} ", below(width), below(height));
    switch (below(10)) {
      case 0:
        return here + fmt::format("mousedown 1 sleep 0.03 mousemove {} {} sleep 0.03 mouseup 1 ",
                                  below(width), below(height));
      case 1:
        return here + fmt::format("mousedown 3 sleep 0.03 mousemove_relative -- {} {} sleep 0.03 mouseup 3 ",
                                  below(80) - 40, below(80) - 40);
      case 2:
        return here + fmt::format("click {} ", 4 + below(2));
      case 3:
      case 4:
      case 5:
        return here + "click 1 ";
      default:
        return fmt::format("key {} ",
                           kKeys.at(static_cast<std::size_t>(below(static_cast<int>(kKeys.size())))));
    }
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  std::mt19937 random_{kSeed};
};

void expectFinite(const Json& json) {
  if (json.is_structured())
    for (const Json& part : json) expectFinite(part);
  // What is no number is written as null.
  EXPECT_FALSE(json.is_null());
  if (json.is_number()) {
    EXPECT_TRUE(std::isfinite(json.get<double>()));
  }
}

TEST_F(WindowTest, TwoHundredRandomActionsBreakNothing) {
  start();
  Monkey monkey;
  constexpr std::array<std::array<int, 2>, 3> kSizes{{{1024, 640}, {640, 480}, {kWidth, kHeight}}};
  for (int round = 0; round < kRounds; ++round) {
    // A dialog takes all input: each round begins without one.
    std::string actions = "key Escape sleep 0.05 key Escape sleep 0.05 ";
    for (int i = 0; i < kActions; ++i) actions += monkey.act(kWidth, kHeight) + "sleep 0.03 ";
    server_.xdotool(actions);
    const auto& [width, height] = kSizes.at(static_cast<std::size_t>(round) % kSizes.size());
    // Reduced to nothing, and back.
    server_.xdotool(
        fmt::format("windowsize {0} 1 1 sleep 0.2 windowsize {0} {1} {2}", window_, width, height));
    wait(0.2);
    ASSERT_TRUE(program_->running()) << "after round " << round << ":\n" << readText(output_);
  }
  server_.xdotool(fmt::format("windowsize {} {} {}", window_, kWidth, kHeight));
  wait(1.0);
  keepPicture("window_monkey_test", server_.screenshot());
  program_->signal(SIGINT);
  const Json report = this->report();
  EXPECT_GT(report["frame"].get<int>(), 0);
  expectFinite(report["values"]);
  expectFinite(report["commands"]);
  EXPECT_EQ(readText(output_).find("GL"), std::string::npos) << readText(output_);
}

}  // namespace
}  // namespace ooze
