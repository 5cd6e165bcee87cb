#include "window_fixture.h"

#include "x_ping.h"

#include <chrono>
#include <fmt/format.h>
#include <stdexcept>
#include <thread>

namespace ooze {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

WindowTest::WindowTest(const char* scene, int width, int height)
    : scene_(folder_.write("small.json", scene)), server_(folder_.path(), width, height) {
  // The cards of the tour would cover the widgets that tests click.
  writeSettings(R"({"tour_seen": true})");
}

void WindowTest::writeSettings(const std::string& settings) const {
  std::filesystem::create_directories(settings_.parent_path());
  writeFile(settings_, settings);
}

void WindowTest::open(const std::filesystem::path& what, const std::vector<std::string>& options) {
  std::filesystem::remove(report_);
  std::vector<std::string> command{programFile(), what.string(), "--report", report_.string()};
  command.insert(command.end(), options.begin(), options.end());
  program_.emplace(command, server_.display(), folder_.path(), output_);
  waitFor("the window shows a picture", [](const Json& r) { return r["window"]["picture_shown"] == true; });
  // The window title names the scene.
  const std::string id = server_.xdotool("search --sync --onlyvisible --name 'Ooze - Small'");
  window_ = id.substr(0, id.find('\n'));
  act("windowmove " + window_ + " 0 0 windowfocus " + window_);
  waitForFrames(2);
}

Json WindowTest::close() {
  server_.xdotool("key ctrl+q");
  return report();
}

Json WindowTest::report() {
  EXPECT_EQ(program_->waitForEnd(maxWaitSeconds_), 0) << readText(output_);
  return Json::parse(readText(report_));
}

Json WindowTest::reported() const {
  std::error_code none;
  if (!std::filesystem::exists(report_, none)) return {};
  return Json::parse(readText(report_));
}

void WindowTest::waitUntil(const std::string& what, const std::function<bool()>& holds) {
  const auto end = Clock::now() + std::chrono::duration<double>(maxWaitSeconds_);
  while (!holds()) {
    const bool runs = program_->running();
    if (runs && Clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    throw std::runtime_error(fmt::format("waited in vain until {}; {}. Its output:\n{}\nIts report:\n{}",
                                         what, runs ? "the program still runs" : "the program has ended",
                                         readText(output_), reported().dump(1)));
  }
}

Json WindowTest::waitFor(const std::string& what, const std::function<bool(const Json& report)>& says) {
  Json last;
  waitUntil(what, [&] {
    last = reported();
    return last.contains("frame") && says(last);
  });
  return last;
}

Image WindowTest::waitForScreen(const std::string& what,
                                const std::function<bool(const Image& screen)>& shows) {
  Image last(1, 1, 3);
  auto next = Clock::now();
  waitUntil(what, [&] {
    // A screenshot costs some milliseconds, which would slow the program under test.
    if (Clock::now() < next) return false;
    last = server_.screenshot();
    next = Clock::now() + std::chrono::milliseconds(50);
    return shows(last);
  });
  return last;
}

// A report that appears after the program has read its input already reflects that input.
Json WindowTest::settle() {
  const auto runs = [this] { return program_->running(); };
  if (!hasReadItsInput(server_.display(), windowId(), runs, maxWaitSeconds_))
    throw std::runtime_error("the window does not read its input; the program said:\n" + readText(output_));
  std::filesystem::remove(report_);
  return waitFor("the input is handled", [](const Json& r) { return r["window"]["settled"] == true; });
}

void WindowTest::waitForFrames(int count) {
  const auto framesOf = [](const Json& r) { return r["window"]["frames"].get<int>(); };
  const int before = framesOf(waitFor("a frame is drawn", [](const Json&) { return true; }));
  waitFor("more frames are drawn", [&](const Json& r) { return framesOf(r) >= before + count; });
}

void WindowTest::act(const std::string& arguments) {
  server_.xdotool(arguments);
  settle();
}

void WindowTest::moveTo(int x, int y) { act(fmt::format("mousemove {} {}", x, y)); }

void WindowTest::click(int x, int y, int button) {
  moveTo(x, y);
  press(button);
  release(button);
}

// The interface samples the mouse once a frame, so a faster drag would collapse into a click.
void WindowTest::drag(int fromX, int fromY, int toX, int toY, int button) {
  moveTo(fromX, fromY);
  press(button);
  if (fromX != toX || fromY != toY) moveSlowly(fromX, fromY, toX, toY);
  release(button);
}

void WindowTest::moveSlowly(int fromX, int fromY, int toX, int toY) {
  constexpr int kSteps = 4;
  for (int i = 1; i <= kSteps; ++i)
    moveTo(fromX + (toX - fromX) * i / kSteps, fromY + (toY - fromY) * i / kSteps);
}

void WindowTest::resize(int width, int height) {
  server_.xdotool(fmt::format("windowsize {} {} {}", window_, width, height));
  waitFor("the window is drawn at its new size", [&](const Json& r) {
    return r["window"]["size"] == Json({width, height});
  });
  waitForFrames(2);
}

void WindowTest::pause() {
  key("space");
  waitFor("the world stands", [](const Json& r) { return r["playing"] == false; });
}

void WindowTest::play() {
  key("space");
  waitFor("the world plays", [](const Json& r) { return r["playing"] == true; });
}

}  // namespace ooze
