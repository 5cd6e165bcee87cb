#include "geometry/box_tree.h"

#include <algorithm>

namespace ooze {
namespace {

constexpr std::size_t kBoxesPerLeaf = 4;

}  // namespace

BoxTree::BoxTree(const std::vector<Aabb>& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto index = static_cast<std::uint32_t>(i);
    if (boxes[i].empty()) continue;
    if (isFinite(boxes[i].lower) && isFinite(boxes[i].upper))
      leaves_.emplace_back(boxes[i], index);
    else
      endless_.push_back(index);
  }
  if (!leaves_.empty()) build(0, leaves_.size());
}

void BoxTree::build(std::size_t first, std::size_t last) {
  const std::size_t n = nodes_.size(), count = last - first;
  nodes_.push_back({{}, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), 0});
  Aabb centres;
  for (std::size_t k = first; k < last; ++k) {
    nodes_[n].box.include(leaves_[k].first);
    centres.include(leaves_[k].first.centre());
  }
  if (count <= kBoxesPerLeaf) return;
  const Vec3 size = centres.size();
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::size_t middle = first + count / 2;
  const auto at = [&](std::size_t k) { return leaves_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::nth_element(at(first), at(middle), at(last), [axis](const auto& a, const auto& b) {
    const float one = a.first.centre()[axis], other = b.first.centre()[axis];
    return one != other ? one < other : a.second < b.second;
  });
  nodes_[n].count = 0;
  build(first, middle);
  nodes_[n].right = static_cast<std::uint32_t>(nodes_.size());
  build(middle, last);
}

}  // namespace ooze
