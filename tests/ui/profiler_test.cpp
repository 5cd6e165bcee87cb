// Tests of the frame monitor, its exported files, and the profiler panel, without a window.
#include "fixtures/small_scene.h"
#include "instrument_fixture.h"
#include "ui/monitor.h"
#include "ui/widgets/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace ooze::ui {
namespace {

using Clock = StageSlice::Clock;
using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::chrono::microseconds kStage{400};

/// Returns a frame of two substeps with two stages each.
Snapshot frameAt(std::uint64_t number, float relaxation = 4.f) {
  Snapshot s;
  s.frame = number;
  s.time = static_cast<double>(number) / 60.0;
  s.substeps = 2;
  s.positions.resize(1000 + number);
  s.links = 7 * number;
  s.linkWords.many = "springs";
  s.statistics.kineticEnergy = 0.25 * static_cast<double>(number);
  s.statistics.meanDensity = 7.1;
  s.statistics.maxSpeed = 1.5;
  s.stageMilliseconds = {{"viscosity", 2.0}, {"relaxation", relaxation}};
  const Clock::time_point begin{std::chrono::milliseconds(10 * number)};
  for (int step = 0; step < 2; ++step) {
    const auto at = begin + step * 3 * kStage;
    s.slices.push_back({"viscosity", at, at + kStage});
    s.slices.push_back({"relaxation", at + kStage, at + 2 * kStage});
    s.slices.push_back({"step", at, at + 2 * kStage + std::chrono::microseconds(50)});
  }
  return s;
}

std::vector<std::uint64_t> framesOf(const FrameMonitor& monitor) {
  std::vector<std::uint64_t> frames;
  monitor.read([&](const FrameHistory& figures) {
    for (const FrameStatistics& f : figures.frames) frames.push_back(f.frame);
  });
  return frames;
}

TEST(FrameMonitor, KeepsTheLastFramesAndNoMore) {
  FrameMonitor monitor(4);
  for (std::uint64_t f = 1; f <= 6; ++f) monitor.note("a", frameAt(f));
  EXPECT_THAT(framesOf(monitor), ElementsAre(3, 4, 5, 6));
}

TEST(FrameMonitor, AFrameThatIsTakenAgainReplacesWhatCameAfterIt) {
  FrameMonitor monitor;
  for (std::uint64_t f = 1; f <= 5; ++f) monitor.note("a", frameAt(f));
  monitor.note("a", frameAt(3, 9.f));
  EXPECT_THAT(framesOf(monitor), ElementsAre(1, 2, 3));
  monitor.read(
      [](const FrameHistory& figures) { EXPECT_THAT(figures.frames.back().stages, ElementsAre(2.f, 9.f)); });
  monitor.note("b", frameAt(8));
  EXPECT_THAT(framesOf(monitor), ElementsAre(8)) << "another scene starts from nothing";
}

TEST(FrameMonitor, IsWrittenByOneThreadWhileAnotherReads) {
  FrameMonitor monitor(100, 300);
  std::thread writer([&] {
    for (std::uint64_t f = 1; f <= 3000; ++f) monitor.note("a", frameAt(f));
  });
  std::uint64_t last = 0;
  while (last < 3000)
    monitor.read([&](const FrameHistory& figures) {
      for (std::size_t i = 1; i < figures.frames.size(); ++i)
        ASSERT_EQ(figures.frames[i].frame, figures.frames[i - 1].frame + 1);
      if (!figures.frames.empty()) last = figures.frames.back().frame;
    });
  writer.join();
  EXPECT_EQ(framesOf(monitor).size(), 100u);
}

TEST(FrameMonitor, TheTableReadsBack) {
  FrameMonitor monitor;
  for (std::uint64_t f = 1; f <= 3; ++f) monitor.note("a", frameAt(f));
  Snapshot more = frameAt(4);
  more.stageMilliseconds.emplace_back("coupling", 0.5);
  monitor.note("a", more);
  std::istringstream text(monitor.csv());
  std::string line;
  std::vector<std::vector<std::string>> rows;
  while (std::getline(text, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_THAT(rows[0], ElementsAre("frame", "time [s]", "steps", "particles", "springs", "kinetic energy [J]",
                                   "mean density [1]", "largest speed [m/s]", "viscosity [ms]",
                                   "relaxation [ms]", "coupling [ms]"));
  for (std::size_t r = 1; r < rows.size(); ++r) {
    ASSERT_EQ(rows[r].size(), rows[0].size());
    EXPECT_EQ(std::stoul(rows[r][0]), r);
    EXPECT_NEAR(std::stod(rows[r][1]), static_cast<double>(r) / 60.0, 1e-6);
    EXPECT_EQ(std::stoul(rows[r][3]), 1000 + r);
    EXPECT_DOUBLE_EQ(std::stod(rows[r][5]), 0.25 * static_cast<double>(r));
    EXPECT_EQ(std::stod(rows[r][9]), 4.0);
    EXPECT_EQ(std::stod(rows[r][10]), r == 4 ? 0.5 : 0.0);
  }
}

TEST(FrameMonitor, TheTableNamesLinksAsTheMethodDoesAndLeavesThemOutWhereThereAreNone) {
  const auto headsWith = [](std::string_view word) {
    FrameMonitor monitor;
    Snapshot frame = frameAt(1);
    frame.linkWords.many = word;
    monitor.note("a", frame);
    const std::string table = monitor.csv();
    return table.substr(0, table.find('\n'));
  };
  EXPECT_THAT(headsWith("bonds"), HasSubstr(",particles,bonds,kinetic energy [J],"));
  EXPECT_THAT(headsWith(""), HasSubstr(",particles,kinetic energy [J],"));
}

TEST(FrameMonitor, TheTraceIsJsonInOrderAndStagesLieWithinTheirStep) {
  FrameMonitor monitor;
  for (std::uint64_t f = 1; f <= 3; ++f) monitor.note("a", frameAt(f));
  const Clock::time_point drawn{std::chrono::milliseconds(12)};
  monitor.notePicture({"picture", drawn, drawn + kStage});
  const Json trace = Json::parse(monitor.trace());
  double last = 0.0, stages = 0.0;
  struct {
    double begin, end;
  } step{0, 0}, frame{0, 0};
  int steps = 0, pictures = 0;
  std::vector<int> frames;
  for (const Json& e : trace["traceEvents"]) {
    if (e["ph"] == "M") continue;
    ASSERT_EQ(e["ph"], "X");
    const double ts = e["ts"].get<double>(), end = ts + e["dur"].get<double>();
    EXPECT_GE(ts, last) << "times do not ascend";
    last = ts;
    const std::string name = e["name"].get<std::string>();
    if (name == "picture") {
      EXPECT_EQ(e["tid"], 2);
      ++pictures;
    } else if (name == "frame") {
      frame = {ts, end};
      frames.push_back(e["args"]["frame"].get<int>());
    } else if (name == "step") {
      EXPECT_GE(ts, frame.begin);
      EXPECT_LE(end, frame.end + 1e-3);
      step = {ts, end};
      stages = 0.0;
      ++steps;
    } else {
      EXPECT_GE(ts, step.begin);
      EXPECT_LE(end, step.end + 1e-3);
      stages += e["dur"].get<double>();
      EXPECT_LE(stages, step.end - step.begin + 1e-3);
    }
  }
  EXPECT_THAT(frames, ElementsAre(1, 2, 3));
  EXPECT_EQ(steps, 6);
  EXPECT_EQ(pictures, 1);
}

TEST(FrameMonitor, KeepsSlicesOfTheLastFramesOnly) {
  FrameMonitor monitor(1000, 30);  // has room for five frames of six slices
  for (std::uint64_t f = 1; f <= 50; ++f) monitor.note("a", frameAt(f));
  const Json trace = Json::parse(monitor.trace());
  int frames = 0;
  for (const Json& e : trace["traceEvents"]) frames += e["name"] == "frame";
  EXPECT_EQ(frames, 5);
  EXPECT_EQ(framesOf(monitor).size(), 50u);
}

TEST(PlotRange, FollowsHoldsZoomsAndStaysWithinWhatThereIs) {
  PlotRange range;
  EXPECT_EQ(range.to(1000.0), 1000.0);
  EXPECT_EQ(range.from(1000.0), 400.0);
  range.zoom(0.5, 0.1, 0.0, 1000.0);
  EXPECT_TRUE(range.following());
  EXPECT_EQ(range.from(1000.0), 700.0);
  range.pan(-100.0, 0.0, 1000.0);
  EXPECT_FALSE(range.following());
  EXPECT_EQ(range.to(2000.0), 900.0) << "a range that does not follow stays in place";
  range.zoom(0.5, 0.5, 0.0, 2000.0);  // zooms around 750
  EXPECT_EQ(range.from(2000.0), 675.0);
  EXPECT_EQ(range.to(2000.0), 825.0);
  range.pan(1e9, 0.0, 2000.0);
  EXPECT_EQ(range.to(2000.0), 2000.0);
  range.pan(-1e9, 0.0, 2000.0);
  EXPECT_EQ(range.from(2000.0), 0.0);
  for (int k = 0; k < 100; ++k) range.zoom(0.5, 0.5, 0.0, 2000.0);
  EXPECT_EQ(range.to(2000.0) - range.from(2000.0), PlotRange::kFewest);
  for (int k = 0; k < 100; ++k) range.zoom(2.0, 0.5, 0.0, 2000.0);
  EXPECT_EQ(range.to(2000.0) - range.from(2000.0), 2000.0);
  range.reset();
  EXPECT_TRUE(range.following());
  range.zoom(0.8, 0.5, 0.0, 100.0);
  EXPECT_EQ(range.from(100.0), 20.0) << "with few frames, zoom starts from these frames";
}

TEST(PlotColumns, ShareFramesInTheSameWayWhereverThePlotStands) {
  std::deque<FrameStatistics> frames(1000);
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i].frame = 10 + i;
  const auto all = plotColumns(frames, 200.0, 700.0, 100);
  EXPECT_LE(all.size(), 103u);
  EXPECT_GE(all.size(), 98u);
  for (std::size_t c = 1; c < all.size(); ++c) EXPECT_EQ(all[c].begin, all[c - 1].end);
  EXPECT_LE(frames[all.front().begin].frame, 200u);
  EXPECT_GE(frames[all.back().end - 1].frame, 700u);
  const auto moved = plotColumns(frames, 203.0, 703.0, 100);
  EXPECT_EQ(moved[20].begin % 5, all[20].begin % 5) << "columns regroup their frames while the plot scrolls";
  EXPECT_EQ(plotColumns(frames, 0.0, 50.0, 500).size(), 42u)
      << "with enough width each frame has its own column";
}

TEST(FrameMonitor, ReportsTheLinearSolverOfAMethodThatHasOne) {
  FrameMonitor monitor;
  monitor.note("a", frameAt(1));
  EXPECT_THAT(monitor.csv(), testing::Not(HasSubstr("iterations")));
  Snapshot solved = frameAt(2);
  solved.statistics.solver = SolverWork{13, 4.25e-5};
  monitor.note("a", solved);
  EXPECT_THAT(monitor.csv(), HasSubstr("largest speed [m/s],iterations,residual [1],"));
  EXPECT_THAT(monitor.csv(), HasSubstr(",1.5,0,0,"));
  EXPECT_THAT(monitor.csv(), HasSubstr(",1.5,13,4.25e-05,"));
  Snapshot other = frameAt(3);
  other.method = "another";
  monitor.note("a", other);
  EXPECT_THAT(monitor.csv(), testing::Not(HasSubstr("iterations")));
}

TEST(Plot, NumbersAreShort) {
  EXPECT_EQ(roundUp(0.0), 1.0);
  EXPECT_EQ(roundUp(3.2), 5.0);
  EXPECT_EQ(roundUp(0.02), 0.02);
  EXPECT_EQ(roundUp(81.0), 100.0);
  EXPECT_EQ(shortNumber(20875.0), "20.9k");
  EXPECT_EQ(shortNumber(1234567.0), "1.23M");
  EXPECT_EQ(shortNumber(1234.4), "1234");
  EXPECT_EQ(shortNumber(0.00421), "0.00421");
}

class ProfilerTest : public InstrumentTest {
 protected:
  static constexpr float kPlotX = 250.f, kPlotY = 100.f;

  ProfilerTest() : InstrumentTest(drawProfilerPanel) { services_.monitor = &monitor_; }
  void fill(std::uint64_t frames) {
    for (std::uint64_t f = 1; f <= frames; ++f)
      monitor_.note("a", frameAt(f, 4.f + 3.f * static_cast<float>(f % 17) / 17.f));
  }
  FrameMonitor monitor_;
};

TEST_F(ProfilerTest, IsThereBeforeAnythingWasSimulated) {
  frame();
  fill(1);
  frame();
}

TEST_F(ProfilerTest, TheWheelZoomsADragMovesAndADoubleClickGoesBack) {
  fill(3000);
  wheel(kPlotX, kPlotY, 2.f);
  EXPECT_NEAR(state_.profiler.to(3000.0) - state_.profiler.from(3000.0), 600.0 * 0.64, 1e-6);
  EXPECT_TRUE(state_.profiler.following());
  drag(kPlotX, kPlotY, kPlotX + 80.f);
  EXPECT_FALSE(state_.profiler.following());
  EXPECT_LT(state_.profiler.to(3000.0), 2990.0) << "dragged to the right it shows earlier frames";
  doubleClick(kPlotX, kPlotY);
  EXPECT_TRUE(state_.profiler.following());
  EXPECT_EQ(state_.profiler.from(3000.0), 2400.0);
}

TEST_F(ProfilerTest, TheFirstButtonHoldsThePlotAndLetsItFollowAgain) {
  fill(1000);
  ASSERT_TRUE(clickUntil([this] { return !state_.profiler.following(); }, 18.f, 30.f));
  fill(1000);
  monitor_.note("a", frameAt(1001));
  EXPECT_EQ(state_.profiler.to(1001.0), 1000.0);
  ASSERT_TRUE(clickUntil([this] { return state_.profiler.following(); }, 18.f, 30.f));
}

TEST_F(ProfilerTest, FilesAreAskedForAndHoldWhatTheMonitorHas) {
  fill(20);
  const TemporaryFolder folder;
  std::vector<std::string> extensions;
  // Clicks down the column of buttons. A button that exports a file opens a file request.
  for (float y = 6.f; y < kHeight; y += 8.f) {
    state_.fileRequest.reset();
    click(24.f, y);
    if (!state_.fileRequest) continue;
    const FileRequest request = *state_.fileRequest;
    if (!extensions.empty() && extensions.back() == request.extensions.at(0)) continue;
    extensions.push_back(request.extensions.at(0));
    const auto file = folder.path() / ("out" + extensions.back());
    request.chosen(file);
    EXPECT_EQ(readText(file), extensions.back() == ".csv" ? monitor_.csv() : monitor_.trace());
  }
  EXPECT_THAT(extensions, ElementsAre(".csv", ".json"));
  for (const Message& message : monitor_.takeMessages()) EXPECT_EQ(message.kind, Message::MessageKind::Info);
  monitor_.writeCsv(folder.path() / "no" / "such.csv");
  const std::vector<Message> messages = monitor_.takeMessages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].kind, Message::MessageKind::Error);
  EXPECT_THAT(messages[0].text, testing::HasSubstr("no/such.csv"));
}

/// A fixture with a strip of any size, which finds the drawn letters.
class ProfilerWords : public ProfilerTest {
 protected:
  struct Letter {
    ImVec2 lower, upper;
    char is;
  };
  /// Returns the rectangles of all drawn ASCII letters and digits.
  std::vector<Letter> letters() {
    frame();
    std::vector<Letter> list;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int l = 0; l < drawn.CmdListsCount; ++l) {
      const ImDrawList& part = *drawn.CmdLists[l];
      for (int v = 0; v + 3 < part.VtxBuffer.Size; ++v) {
        const ImDrawVert &a = part.VtxBuffer[v], &b = part.VtxBuffer[v + 2];
        for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
          for (const ImFontGlyph& g : font->Glyphs)
            if (g.Visible && g.Codepoint > 32 && g.Codepoint < 128 && a.uv.x == g.U0 && a.uv.y == g.V0 &&
                b.uv.x == g.U1 && b.uv.y == g.V1)
              list.push_back({a.pos, b.pos, static_cast<char>(g.Codepoint)});
      }
    }
    return list;
  }
  /// Counts the words that overlap each other or exceed the strip.
  int countUnreadableLetters() {
    const std::vector<Letter> all = letters();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    int count = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Letter& a = all[i];
      count += a.lower.x < 0.f || a.lower.y < 0.f || a.upper.x > size.x || a.upper.y > size.y ? 1 : 0;
      for (std::size_t j = 0; j < i; ++j) {
        const Letter& b = all[j];
        const float across = std::min(a.upper.x, b.upper.x) - std::max(a.lower.x, b.lower.x);
        const float down = std::min(a.upper.y, b.upper.y) - std::max(a.lower.y, b.lower.y);
        count += across > 1.5f && down > 1.5f ? 1 : 0;
      }
    }
    return count;
  }
};

// Widths: between two panels in a window of 1280 x 800, and in the smallest window, among others.
TEST_F(ProfilerWords, AreWholeAndSeparateInNarrowStripsToo) {
  for (const bool solves : {false, true})
    for (const float width : {1280.f, 900.f, 702.f, 620.f, 480.f}) {
      screen(width, 118.f);  // height of the strip below its tabs
      for (std::uint64_t f = 1; f <= 30; ++f) {
        Snapshot s = frameAt(f);
        s.statistics.kineticEnergy = 4.25e-5;
        s.statistics.maxSpeed = 0.0421f;
        if (solves) s.statistics.solver = SolverWork{113, 4.25e-5}, s.linkWords.many = "";
        monitor_.note(solves ? "solves" : "has springs", s);
      }
      frames(2);
      const std::string text = words();
      for (const char* const word :
           {"Particles", "Steps", "Energy", "Density", "Topspeed", "4.25e-05J", "0.0421m/s"})
        EXPECT_THAT(text, HasSubstr(word)) << width;
      for (const char* const word : {"Iterations", "Residual"})
        EXPECT_EQ(text.find(word) != std::string::npos, solves) << width;
      EXPECT_EQ(countUnreadableLetters(), 0) << width << (solves ? ", of a method that solves" : "");
    }
}

}  // namespace
}  // namespace ooze::ui
