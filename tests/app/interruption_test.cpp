// Tests of interrupt signals during long operations of the built program. The program ends at once, prints
// one line, and leaves complete files only.
#include "program/program_fixture.h"
#include "render/film_probe.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>
#include <unistd.h>

namespace ooze {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// The longest time between signal and exit. An idle machine takes some milliseconds; the interrupted work
/// would take much longer.
constexpr Seconds kMaxExitTime(3.0);

/// A scene with one quick frame, followed by frames that take many seconds each.
constexpr const char* kLongFrame = R"({
  "version": 1, "h": 0.012, "duration": 0.1,
  "materials": [{"name": "goo", "file": "slime"}],
  "liquids": [{"name": "pool", "shape": {"box": {"half_extents": [0.08, 0.08, 0.08]}}, "position": [0, 0.08, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "timeline": [{"time": 0.016, "set": "world.substeps", "to": 200}]
})";

class Interruption : public Program {
 protected:
  Interruption() { writeFile(folder_ / "long.json", std::string_view(kLongFrame)); }

  /// Starts the program, sends the signal shortly after `ready` returns true, and expects the program to
  /// end within kMaxExitTime.
  /// @return its exit code and its output
  Outcome interrupt(const std::string& arguments, int signal, const std::function<bool()>& ready) {
    const pid_t process = start(arguments);
    const auto begin = Clock::now();
    while (!ready() && Clock::now() - begin < Seconds(30))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    // The start of the long operation cannot be observed, so the test waits for a moment.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    int status = 0;
    EXPECT_EQ(::waitpid(process, &status, WNOHANG), 0) << "it ended before: " << readText(folder_ / ".err");
    const auto sent = Clock::now();
    ::kill(process, signal);
    ::waitpid(process, &status, 0);
    EXPECT_LT(Clock::now() - sent, kMaxExitTime) << arguments;
    Outcome o{WIFEXITED(status) ? WEXITSTATUS(status) : -1, readText(folder_ / ".out"),
              readText(folder_ / ".err")};
    std::filesystem::remove(folder_ / ".out");
    std::filesystem::remove(folder_ / ".err");
    EXPECT_EQ(o.code, 1) << arguments;
    return o;
  }
  [[nodiscard]] std::function<bool()> has(const std::string& name) const {
    return [file = folder_ / name] {
      std::error_code failed;
      return std::filesystem::file_size(file, failed) > 0 && !failed;
    };
  }
  /// Returns a condition that becomes true after this time, for operations whose progress cannot be
  /// observed.
  static std::function<bool()> after(Seconds time) {
    return [until = Clock::now() + time] { return Clock::now() > until; };
  }

 private:
  [[nodiscard]] pid_t start(const std::string& arguments) const {
    const pid_t process = ::fork();
    if (process != 0) return process;
    // The tests may run under nohup themselves, which ignores SIGHUP.
    ::signal(SIGHUP, SIG_DFL);
    const std::string command = "cd '" + folder_.string() + "' && exec '" + programFile() + "' " + arguments +
                                " >.out 2>.err </dev/null";
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
};

void expectOneLine(const Outcome& o, const std::string& what) {
  EXPECT_THAT(o.err, HasSubstr(what));
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
}

TEST_F(Interruption, OfALongFrameKeepsTheFramesBefore) {
  const Outcome o = interrupt("run long.json --frames 3 --particles p_%d.ply --report r.json --save s.ooze",
                              SIGINT, has("p_1.ply"));
  expectOneLine(o, "interrupted at frame 1 of 3; complete results were written");
  EXPECT_THAT(files(), UnorderedElementsAre("little.json", "long.json", "p_1.ply", "r.json", "s.ooze"));
  const auto r = nlohmann::json::parse(readText(folder_ / "r.json"));
  EXPECT_EQ(r.at("summary").at("hash"), r.at("frames").back().at("hash"))
      << "the world is back at the start of the frame";
  const Outcome again = run("run --restore s.ooze --frames 1");
  EXPECT_THAT(again.out, HasSubstr(r.at("summary").at("hash").get<std::string>())) << "the save is whole";
}

TEST_F(Interruption, OfASurfaceLeavesNoPartOfIt) {
  const Outcome o =
      interrupt("run long.json --frames 3 --particles p_%d.ply --surface s_%d.ply --surface-cell 0.05",
                SIGTERM, has("p_1.ply"));
  expectOneLine(o, "interrupted at frame 1 of 3; complete results were written");
  EXPECT_THAT(files(), UnorderedElementsAre("little.json", "long.json", "p_1.ply"));
}

TEST_F(Interruption, OfTheLastSurfaceSaysWhatIsNotThere) {
  const Outcome o = interrupt("run long.json --frames 1 --save s.ooze --surface s.ply --surface-cell 0.05",
                              SIGHUP, has("s.ooze"));
  expectOneLine(o, "cannot write s.ply: interrupted");
  EXPECT_THAT(files(), UnorderedElementsAre("little.json", "long.json", "s.ooze"));
}

TEST_F(Interruption, OfAFilmLeavesOneThatPlays) {
  if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const Outcome o = interrupt("render little.json --frames 0:100000 --out film.mp4 --size 96x64", SIGINT,
                              has("film.partial.mp4"));
  expectOneLine(o, "interrupted at frame");
  EXPECT_THAT(files(), UnorderedElementsAre("little.json", "long.json", "film.mp4"));
  EXPECT_GT(decodedFrames(folder_ / "film.mp4"), 0);
}

TEST_F(Interruption, WaitsForNoPicture) {
  const Outcome o =
      interrupt("render little.json --frames 0:9 --out p_%d.png --size 8192x8192 --view spheres", SIGTERM,
                after(Seconds(1.0)));
  expectOneLine(o, "interrupted");
  EXPECT_THAT(files(), UnorderedElementsAre("little.json", "long.json"));
}

TEST_F(Interruption, OfASweepLeavesNoFile) {
  const Outcome o = interrupt("sweep long.json --vary viscosity_linear=1:8:4 --frame 9 --out sheet.png",
                              SIGINT, after(Seconds(1.0)));
  expectOneLine(o, "interrupted after 0 of 4 pictures; nothing was written");
  EXPECT_THAT(files(), UnorderedElementsAre("little.json", "long.json"));
}

TEST_F(Interruption, OfThumbnailsIsOneLine) {
  const Outcome o = interrupt("thumbnails --out small", SIGHUP, after(Seconds(0.5)));
  expectOneLine(o, "interrupted while making thumbnails");
}

}  // namespace
}  // namespace ooze
