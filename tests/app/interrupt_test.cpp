// Tests of interrupt signals (Ctrl-C, hang-up). A loop polls for the signal; a long operation that has
// written nothing is ended by the signal at once.
#include "app/commands/interrupt.h"

#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace ooze {
namespace {

// std::raise delivers the signal to this thread before it returns. kill may deliver it to another thread of
// the process, later.
TEST(Interrupt, WaitsUntilItIsPolled) {
  InterruptBlock guard;
  EXPECT_FALSE(guard.arrived());
  std::raise(SIGINT);
  EXPECT_TRUE(guard.arrived());
  EXPECT_TRUE(guard.arrived()) << "it stays known";
}

TEST(Interrupt, IsAlsoTheEndOfTheTerminal) {
  // The tests may run under nohup themselves, which ignores SIGHUP.
  const auto before = std::signal(SIGHUP, SIG_DFL);
  {
    InterruptBlock guard;
    std::raise(SIGHUP);
    EXPECT_TRUE(guard.arrived());
  }
  std::signal(SIGHUP, before);
}

TEST(Interrupt, IsNotTheEndOfTheTerminalUnderNohup) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    InterruptBlock guard;
    std::raise(SIGHUP);
    EXPECT_FALSE(guard.arrived());
  }
  std::signal(SIGHUP, before);
}

TEST(InterruptDeathTest, EndsTheProgramWhileItLoads) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto load = [] {
    InterruptBlock guard;
    const ExitOnInterrupt loading(guard, "loading");
    kill(getpid(), SIGINT);
    std::this_thread::sleep_for(std::chrono::seconds(20));  // the signal ends the sleep
  };
  EXPECT_EXIT(load(), testing::ExitedWithCode(1), "interrupted while loading");
}

TEST(Interrupt, WaitsAgainOnceLoadingIsDone) {
  InterruptBlock guard;
  { const ExitOnInterrupt loading(guard, "loading"); }
  std::raise(SIGINT);
  EXPECT_TRUE(guard.arrived());
}

}  // namespace
}  // namespace ooze
