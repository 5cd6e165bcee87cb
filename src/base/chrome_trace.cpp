#include "base/chrome_trace.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

using Time = StageSlice::Clock::time_point;

struct Event {
  StageSlice slice;
  std::size_t thread;
  std::optional<std::uint64_t> frame;
};

std::string asString(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out + '"';
}

std::vector<Event> eventsOf(std::span<const TraceThread> threads) {
  std::vector<Event> events;
  for (std::size_t t = 0; t < threads.size(); ++t)
    for (const TraceFrame& frame : threads[t].frames) {
      if (frame.slices.empty()) continue;
      if (frame.number) {
        Time begin = frame.slices.front().begin, end = begin;
        for (const StageSlice& s : frame.slices) begin = std::min(begin, s.begin), end = std::max(end, s.end);
        events.push_back({{"frame", begin, end}, t, frame.number});
      }
      for (const StageSlice& s : frame.slices) events.push_back({s, t, std::nullopt});
    }
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    if (a.slice.begin != b.slice.begin) return a.slice.begin < b.slice.begin;
    return a.slice.end > b.slice.end;
  });
  return events;
}

double microseconds(Time::duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

}  // namespace

std::string chromeTrace(std::span<const TraceThread> threads) {
  std::string out = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n";
  out += R"({"ph": "M", "pid": 1, "tid": 0, "name": "process_name", "args": {"name": "ooze"}})";
  for (std::size_t t = 0; t < threads.size(); ++t)
    out += fmt::format(
        ",\n"
        R"({{"ph": "M", "pid": 1, "tid": {}, "name": "thread_name", "args": {{"name": {}}}}})",
        t + 1, asString(threads[t].name));
  const std::vector<Event> events = eventsOf(threads);
  for (const Event& e : events) {
    out += fmt::format(
        ",\n"
        R"({{"ph": "X", "pid": 1, "tid": {}, "ts": {:.3f}, "dur": {:.3f}, "name": {})",
        e.thread + 1, microseconds(e.slice.begin - events.front().slice.begin),
        microseconds(e.slice.end - e.slice.begin), asString(e.slice.name));
    if (e.frame) out += fmt::format(R"(, "args": {{"frame": {}}})", *e.frame);
    out += '}';
  }
  return out + "\n]}\n";
}

}  // namespace ooze
