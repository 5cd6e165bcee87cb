#include "app/pictures/picture_crop.h"

#include <algorithm>

namespace ooze {

PictureCrop centredCrop(const glm::ivec2& picture, const glm::ivec2& place) {
  const Vec2 whole(picture), shape(place);
  const float fit = std::min(whole.x / shape.x, whole.y / shape.y);
  const glm::ivec2 part = glm::clamp(glm::ivec2(glm::round(fit * shape)), glm::ivec2(1), picture);
  const glm::ivec2 from = (picture - part) / 2;
  return {from, from + part};
}

}  // namespace ooze
