// The small pictures of scenes and materials: a world is simulated to its best moment, and drawn.
#pragma once

#include "ooze/scene/scene.h"

#include "app/pictures/picture_line.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace ooze {

/// Of every small picture [pixels].
inline constexpr glm::ivec2 kThumbnailSize{384, 240};

struct ThumbnailEffort {
  Detail detail = Detail::Coarse;
  int threads = 1;
  double seconds = 0.0;               ///< what is reached by then is drawn [s of wall time]; 0: no limit
  std::function<bool()> cancelled{};  ///< asked after every frame
};

/// @param draw  used at once, on this thread
/// @return nothing if it was cancelled
/// @throws InputError if the file does not load, RunError if the simulation or the drawing fails
std::optional<Image> makeThumbnail(const Listing& listing, const ThumbnailEffort& effort,
                                   const PictureLine::Draw& draw);

/// The picture that ships with a file of the assets; "" if there is none.
std::filesystem::path shippedThumbnail(const Listing& listing);

}  // namespace ooze
