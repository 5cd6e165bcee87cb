// A tree over triangles that answers two questions about a point: how far is the surface, and how often does
// it wind round the point.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"

#include <cstdint>
#include <vector>

namespace ooze {

class TriangleTree {
 public:
  /// Triangles without area are left out.
  explicit TriangleTree(const Mesh& mesh);

  [[nodiscard]] bool empty() const { return nodes_.empty(); }

  struct Nearest {
    float distance;          ///< [m]
    std::uint32_t triangle;  ///< a number of the tree's own; kNone if there is none within the bound
  };
  static constexpr std::uint32_t kNone = ~0u;

  /// Unsigned distance to the nearest triangle, exact to float rounding.
  /// @param atMost  an upper bound that the caller knows [m]; the result is never above it
  /// @param likely  a triangle that is nearest to a point beside p, or kNone: saves most of the search
  [[nodiscard]] Nearest nearest(const Vec3& p, float atMost, std::uint32_t likely) const;

  /// The distance alone [m].
  /// @param atMost  an upper bound that the caller knows [m]; the result is never above it
  [[nodiscard]] float distance(const Vec3& p, float atMost = std::numeric_limits<float>::infinity()) const {
    return nearest(p, atMost, kNone).distance;
  }

  /// Generalised winding number [1]: about 1 inside a closed mesh that faces outward, 0 outside, between them
  /// near holes. Far clusters of triangles count as one dipole, which errs by a few hundredths.
  /// @see Jacobson, Kavan and Sorkine-Hornung 2013; Barill et al. 2018
  [[nodiscard]] float windingNumber(const Vec3& p) const;

 private:
  struct Triangle {
    Vec3 a, b, c;
  };
  struct Node {
    Aabb box;
    std::uint32_t first, count;  // triangles of a leaf; count is 0 in an inner node
    std::uint32_t right;         // the left child follows its parent
    // The cluster seen from afar.
    Vec3 centre;  // weighted by area
    Vec3 dipole;  // sum of area times normal
    float reach;  // from there on outward the dipole will do, squared
  };
  static constexpr int kStack = 64;  // halving 2^32 triangles needs 32 levels

  void build(std::size_t first, std::size_t last);
  void summarise(Node& node, std::size_t first, std::size_t last) const;

  std::vector<Triangle> triangles_;  // in the order of the leaves
  std::vector<Node> nodes_;
};

}  // namespace ooze
