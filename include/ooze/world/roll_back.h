// Report of a frame that failed and was repeated with shorter time steps.
#pragma once

#include <cstdint>
#include <string>

namespace ooze {

/// A frame whose state became unstable or non-finite. The world restored the start of the frame and repeated
/// the frame with shorter time steps.
struct RollBack {
  std::uint64_t frame = 0;  ///< index of the frame: 0 is the first
  int substeps = 0;         ///< substeps of the repeated frame; 0 until the repetition begins
  std::string reason;       ///< the cause, in one line
};

}  // namespace ooze
