// Renders the thumbnail of a scene or material: simulates a world to its most attractive moment and draws it.
#pragma once

#include "ooze/scene/scene.h"

#include "app/pictures/render_queue.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace ooze {

/// Size of every thumbnail [pixels].
inline constexpr glm::ivec2 kThumbnailSize{384, 240};

/// Limits on the work for one thumbnail.
struct ThumbnailEffort {
  Detail detail = Detail::Coarse;
  int threads = 1;
  double seconds = 0.0;  ///< wall time after which the state reached so far is drawn [s]; 0: no limit
  std::function<bool()> cancelled{};  ///< polled after every frame
};

/// Renders a thumbnail.
/// @param draw  called before returning, on this thread
/// @return nothing if cancelled
/// @throws InputError if the file does not load, RunError if the simulation or the drawing fails
std::optional<Image> makeThumbnail(const Listing& listing, const ThumbnailEffort& effort,
                                   const RenderQueue::Draw& draw);

/// Returns the path of the thumbnail that ships with a scene or material; "" if none exists.
std::filesystem::path shippedThumbnail(const Listing& listing);

}  // namespace ooze
