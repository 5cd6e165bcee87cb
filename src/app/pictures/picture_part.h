// What of a picture is shown in a place that it was not drawn for.
#pragma once

#include "ooze/base/math.h"

namespace ooze {

/// A part of a picture, between two of its corners [pixels].
struct PicturePart {
  glm::ivec2 from, to;
  bool operator==(const PicturePart&) const = default;
};

/// The middle of a picture in the proportions of the place where it is shown: until the view's new size is
/// drawn, the old picture is cropped, not distorted. Neither may be empty.
PicturePart middleOf(const glm::ivec2& picture, const glm::ivec2& place);

}  // namespace ooze
