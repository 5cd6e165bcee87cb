// Bounding volume hierarchy (AABB tree) over boxes, which finds the boxes that overlap a box or contain a
// point.
#pragma once

#include "ooze/base/math.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze {

/// An AABB tree over a list of boxes. Boxes with infinite or undefined sides are in no node and always found.
class BoxTree {
 public:
  /// Builds the tree. Empty boxes are never found.
  explicit BoxTree(const std::vector<Aabb>& boxes);

  /// Calls visit(index) for each box that overlaps `box` or touches it, in no particular order.
  /// @param visit  returns true to end the search
  /// @return true if a call returned true
  template <class Visit>
  bool findOverlaps(const Aabb& box, const Visit& visit) const {
    for (const std::uint32_t index : endless_)
      if (visit(std::size_t{index})) return true;
    std::uint32_t stack[kStack];
    int size = 0;
    if (!nodes_.empty()) stack[size++] = 0;
    while (size > 0) {
      const std::uint32_t n = stack[--size];
      const NestedBox& node = nodes_[n];
      if (!overlap(node.box, box)) continue;
      if (node.count == 0) {
        stack[size++] = node.right;
        stack[size++] = n + 1;
        continue;
      }
      for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
        if (overlap(leaves_[k].first, box) && visit(std::size_t{leaves_[k].second})) return true;
    }
    return false;
  }

 private:
  struct NestedBox {
    Aabb box;
    std::uint32_t first, count;  // boxes of a leaf node; count is 0 in an inner node
    std::uint32_t right;         // index of the right child node; the left child follows its parent
  };
  static constexpr int kStack = 64;  // capacity of the stack of nodes: halving 2^32 boxes needs 32 levels

  static bool overlap(const Aabb& a, const Aabb& b) {
    return glm::all(glm::lessThanEqual(a.lower, b.upper)) && glm::all(glm::lessThanEqual(b.lower, a.upper));
  }
  void build(std::size_t first, std::size_t last);

  std::vector<std::pair<Aabb, std::uint32_t>> leaves_;
  std::vector<NestedBox> nodes_;
  std::vector<std::uint32_t> endless_;
};

}  // namespace ooze
