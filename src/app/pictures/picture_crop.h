// Crops a picture to the proportions of its destination.
#pragma once

#include "ooze/base/math.h"

namespace ooze {

/// A rectangle of a picture, between two corners [pixels].
struct PictureCrop {
  glm::ivec2 from, to;
  bool operator==(const PictureCrop&) const = default;
};

/// Returns the centred crop of a picture with the aspect ratio of the destination. Until the view's new size
/// is drawn, the old picture is cropped instead of distorted. Neither size may be empty.
PictureCrop centredCrop(const glm::ivec2& picture, const glm::ivec2& place);

}  // namespace ooze
