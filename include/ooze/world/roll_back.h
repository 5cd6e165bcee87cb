// What a world says of a frame that went wrong and was taken again.
#pragma once

#include <cstdint>
#include <string>

namespace ooze {

/// A frame whose state ran away or was no longer finite, so that the world went back to its start and took it
/// again with shorter steps.
struct RollBack {
  std::uint64_t frame = 0;  ///< index of the frame: 0 is the first
  int substeps = 0;         ///< that the frame was begun again with
  std::string reason;       ///< one line
};

}  // namespace ooze
