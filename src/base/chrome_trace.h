// Profiler output in Chrome's trace event format, for chrome://tracing and Perfetto.
#pragma once

#include "ooze/base/stage_timer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// Consecutive slices of one thread. A numbered frame is shown as an outer slice "frame" around its slices.
struct TraceFrame {
  std::optional<std::uint64_t> number;
  std::vector<StageSlice> slices;  ///< timed stages; two slices are nested or disjoint
};

struct TraceThread {
  std::string name;
  std::vector<TraceFrame> frames;  ///< frames of the thread, ascending in time
};

/// Returns JSON in the trace event format. The complete events are sorted by their begin, outer events before
/// inner events, in microseconds from the first event.
std::string chromeTrace(std::span<const TraceThread> threads);

}  // namespace ooze
