// Slices of wall time as Chrome's trace events, which chrome://tracing and Perfetto open.
#pragma once

#include "ooze/base/stage_timer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// What one thread did in a row. With a number it is shown as a slice "frame" around what is in it.
struct TraceFrame {
  std::optional<std::uint64_t> number;
  std::vector<StageSlice> slices;  ///< nested or apart
};

struct TraceThread {
  std::string name;
  std::vector<TraceFrame> frames;  ///< ascending in time
};

/// JSON in the trace event format: complete events in the order of their beginnings, the outer before the
/// inner, in microseconds from the first.
std::string chromeTrace(std::span<const TraceThread> threads);

}  // namespace ooze
