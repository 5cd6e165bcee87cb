// Tests calls in an isolated child process: the result comes back, and limits of time, memory and system
// calls are enforced.
#include "base/isolated_call.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "fixtures/temporary_folder.h"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ooze::isolated_call_test {
namespace {

using Bytes = std::vector<std::byte>;

constexpr IsolatedLimits kPlenty{.seconds = 10, .memory = 1 << 30, .clockSeconds = 60};

TEST(IsolatedCall, BringsManyBytesBack) {
  Bytes expected(1'000'003);  // more than the pipe's buffer
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<std::byte>(i * 31);
  EXPECT_EQ(callIsolated(kPlenty, [&](const Isolation&) { return expected; }), expected);
  EXPECT_TRUE(callIsolated(kPlenty, [](const Isolation&) { return Bytes(); }).empty());
}

TEST(IsolatedCall, ChangesNothingInTheParentProcess) {
  int value = 1;
  callIsolated(kPlenty, [&](const Isolation&) {
    value = 2;
    return Bytes();
  });
  EXPECT_EQ(value, 1);
}

TEST(IsolatedCall, ReportsACrashOrAnException) {
  EXPECT_THROW(callIsolated(kPlenty, [](const Isolation&) -> Bytes { std::abort(); }), RunError);
  EXPECT_THROW(callIsolated(kPlenty, [](const Isolation&) -> Bytes { throw std::runtime_error("no"); }),
               RunError);
}

TEST(IsolatedCall, StopsWhatRunsOn) {
  const IsolatedLimits second{.seconds = 1, .memory = 1 << 30, .clockSeconds = 60};
  const auto runOn = [](const Isolation&) -> Bytes {
    for (std::atomic<int> i{0};;) i.fetch_xor(1);
  };
  EXPECT_THROW(callIsolated(second, runOn), RunError);
}

TEST(IsolatedCall, IsKilledWhenCancelled) {
  CancellationToken work;
  std::thread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    work.cancelled = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto runOn = [](const Isolation&) -> Bytes {
    for (std::atomic<int> i{0};;) i.fetch_xor(1);
  };
  EXPECT_THROW(callIsolated(kPlenty, runOn, &work), Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << "before its limit of 10 s";
  impatient.join();
  CancellationToken watched;
  EXPECT_EQ(callIsolated(
                kPlenty, [](const Isolation&) { return Bytes(100'000); }, &watched)
                .size(),
            100'000u);
}

TEST(IsolatedCall, StopsWhatWaitsForEver) {
  const IsolatedLimits patient{.seconds = 10, .memory = 1 << 30, .clockSeconds = 1};
  const auto waits = [](const Isolation&) -> Bytes {
    for (;;) ::pause();
  };
  // A child that closes its pipe has not finished either.
  const auto closesAndWaits = [](const Isolation&) -> Bytes {
    for (int descriptor = 3; descriptor < 64; ++descriptor) ::close(descriptor);
    for (;;) ::pause();
  };
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& f : {FunctionRef<Bytes(const Isolation&)>(waits), {closesAndWaits}}) try {
      callIsolated(patient, f);
      ADD_FAILURE() << "it came back";
    } catch (const RunError& error) {
      EXPECT_STREQ(error.what(), "it took more than 1 s");
    }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

/// Tries system calls in the child and returns a digit for each: 1 if the call succeeded.
std::string trySystemCalls(const Isolation& isolation, const std::filesystem::path& folder, bool sealed) {
  const std::string there = folder / "there", made = folder / "made";
  const int before = ::open(there.c_str(), O_RDONLY);
  if (sealed) isolation.forbidOpening();
  char byte = 0;
  std::string did;
  const auto note = [&](bool well) { did += well ? '1' : '0'; };
  note(::read(before, &byte, 1) == 1);
  note(::open(there.c_str(), O_RDONLY) >= 0);
  const int written = ::open(made.c_str(), O_WRONLY | O_CREAT, 0600);
  note(written >= 0 && ::write(written, "x", 1) == 1);
  note(::truncate(there.c_str(), 0) == 0);
  note(::unlink(there.c_str()) == 0);
  note(::socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  note(::kill(::getppid(), 0) == 0);
  note(::execl("/bin/true", "true", nullptr) == 0);
  return did;
}

std::string outcome(bool sealed) {
  const TemporaryFolder folder;
  writeFile(folder.path() / "there", std::string_view("some text"));
  const Bytes bytes = callIsolated(kPlenty, [&](const Isolation& isolation) {
    const std::string did = trySystemCalls(isolation, folder.path(), sealed);
    const auto raw = std::as_bytes(std::span(did));
    return Bytes(raw.begin(), raw.end());
  });
  EXPECT_EQ(readText(folder.path() / "there"), "some text");
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(IsolatedCall, ReadsAndDoesNothingElse) {
  if (!canFilterCalls()) GTEST_SKIP() << "this build or this kernel filters no system calls";
  EXPECT_EQ(outcome(false), "11000000");
}

TEST(IsolatedCall, OpensNothingOnceItHasRead) {
  if (!canFilterCalls()) GTEST_SKIP() << "this build or this kernel filters no system calls";
  EXPECT_EQ(outcome(true), "10000000");
}

TEST(IsolatedCall, InheritsNoOpenFiles) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Bytes bytes = callIsolated(kPlenty, [&](const Isolation&) {
    return Bytes(::fcntl(ends[0], F_GETFD) < 0 && ::fcntl(ends[1], F_GETFD) < 0 ? 1 : 2);
  });
  EXPECT_EQ(bytes.size(), 1u);
  ::close(ends[0]), ::close(ends[1]);
}

#ifdef __linux__
/// Returns the only child of a process, after waiting for the child to appear.
pid_t onlyChildOf(pid_t parent) {
  const std::string name =
      "/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children";
  for (int look = 0; look < 500; ++look) {
    pid_t child = 0;
    if (std::ifstream(name) >> child) return child;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return 0;
}

bool isRunning(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string stat{std::istreambuf_iterator<char>(file), {}};
  const auto name = stat.rfind(") ");
  // A zombie may remain until its new parent reaps it.
  return name != std::string::npos && stat[name + 2] != 'Z';
}

TEST(IsolatedCall, EndsWithAParentThatIsKilled) {
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto waits = [](const Isolation&) -> Bytes {
      for (;;) ::pause();
    };
    try {
      callIsolated(kPlenty, waits);
    } catch (...) {
    }
    ::_exit(1);
  }
  const pid_t child = onlyChildOf(parent);
  ASSERT_GT(child, 0);
  EXPECT_TRUE(isRunning(child));
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  const auto begin = std::chrono::steady_clock::now();
  while (isRunning(child) && std::chrono::steady_clock::now() - begin < std::chrono::seconds(1))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(isRunning(child));
}

TEST(IsolatedCall, StopsWhatTakesTooMuchMemory) {
  EXPECT_THROW(callIsolated(kPlenty, [](const Isolation&) { return Bytes(std::size_t{1} << 31); }), RunError);
}
#endif

}  // namespace
}  // namespace ooze::isolated_call_test
