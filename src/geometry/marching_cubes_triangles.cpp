#include "ooze/base/math.h"

#include "geometry/marching_cubes_outline.h"

#include <algorithm>
#include <limits>

namespace ooze::marching_cubes {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr std::uint8_t kFirstMiddle = 12;

Vec3 middleOf(const MarchingCubesEdge& edge) {
  const auto corner = [](unsigned k) { return Vec3(k & 1u, k >> 1 & 1u, k >> 2 & 1u); };
  return 0.5f * (corner(edge.lower) + corner(edge.upper));
}

bool shareFace(const MarchingCubesEdge& one, const MarchingCubesEdge& two) {
  for (unsigned axis = 0; axis < 3; ++axis)
    for (unsigned side = 0; side < 2; ++side) {
      const auto lies = [&](const MarchingCubesEdge& edge) {
        return (edge.lower >> axis & 1u) == side && (edge.upper >> axis & 1u) == side;
      };
      if (lies(one) && lies(two)) return true;
    }
  return false;
}

/// Coordinates of the crossings and middles: gives the cost of a triangle, and the diagonals that are
/// allowed.
class CubePoints {
 public:
  explicit CubePoints(const std::vector<std::uint16_t>& interiorPoints) {
    for (const MarchingCubesEdge& edge : kMarchingCubesEdges) at_.push_back(middleOf(edge));
    for (const std::uint16_t edges : interiorPoints) at_.push_back(mean(edges));
  }
  [[nodiscard]] float area(std::uint8_t a, std::uint8_t b, std::uint8_t c) const {
    return 0.5f * glm::length(glm::cross(at_[b] - at_[a], at_[c] - at_[a]));
  }
  [[nodiscard]] static bool allowed(std::uint8_t a, std::uint8_t b) {
    return a >= kFirstMiddle || b >= kFirstMiddle ||
           !shareFace(kMarchingCubesEdges[a], kMarchingCubesEdges[b]);
  }

 private:
  static Vec3 mean(std::uint16_t edges) {
    Vec3 sum(0.f);
    float count = 0.f;
    for (std::size_t e = 0; e < kMarchingCubesEdges.size(); ++e)
      if ((edges >> e & 1u) != 0) sum += middleOf(kMarchingCubesEdges[e]), count += 1.f;
    return sum / count;
  }

  std::vector<Vec3> at_;
};

/// Minimum-area triangulation of every section of a loop (Klincsek's dynamic programming).
class Disc {
 public:
  Disc(const Loop& loop, const CubePoints& points)
      : loop_(loop), points_(points), n_(loop.size()), cost_(n_ * n_), apex_(n_ * n_) {
    for (std::size_t length = 2; length < n_; ++length)
      for (std::size_t i = 0; i + length < n_; ++i) solve(i, i + length);
  }
  [[nodiscard]] bool exists() const { return cost_[n_ - 1] < kNever; }
  void collect(std::vector<CubeTriangle>& out) const { collect(0, n_ - 1, out); }

 private:
  [[nodiscard]] bool isDiagonal(std::size_t i, std::size_t j) const { return j - i > 1 && j - i + 1 < n_; }
  void solve(std::size_t i, std::size_t j) {
    float& best = cost_[i * n_ + j] = kNever;
    if (isDiagonal(i, j) && !CubePoints::allowed(loop_[i], loop_[j])) return;
    for (std::size_t k = i + 1; k < j; ++k) {
      const float cost = cost_[i * n_ + k] + cost_[k * n_ + j] + points_.area(loop_[i], loop_[k], loop_[j]);
      if (cost < best) best = cost, apex_[i * n_ + j] = k;
    }
  }
  void collect(std::size_t i, std::size_t j, std::vector<CubeTriangle>& out) const {
    if (j - i < 2) return;
    const std::size_t k = apex_[i * n_ + j];
    out.push_back({loop_[i], loop_[k], loop_[j]});
    collect(i, k, out);
    collect(k, j, out);
  }

  const Loop& loop_;
  const CubePoints& points_;
  std::size_t n_;
  std::vector<float> cost_;
  std::vector<std::size_t> apex_;
};

/// Minimum-area strip of triangles between two loops.
/// The strip runs forwards along the first loop and backwards along the second, because both loops have the
/// surface on their left.
///
/// Every closed strip contains a place after a step on the second loop and before a step on the first; the
/// strip is opened at such a place. A strip that walks all around one loop without a step on the other would
/// use a line twice, and four triangles would share the line. With this start the only such strip is all
/// steps on the first loop, then all steps on the second, which reach() excludes.
class TriangleStrip {
 public:
  TriangleStrip(const Loop& one, const Loop& two, std::size_t startOne, std::size_t startTwo,
                const CubePoints& points)
      : one_(one),
        two_(two),
        points_(points),
        startOne_(startOne),
        startTwo_(startTwo),
        width_(two.size() + 1),
        cost_((one.size() + 1) * width_, kNever),
        forward_(cost_.size()) {
    if (!CubePoints::allowed(first(0), second(0))) return;
    cost_[0] = 0.f;
    for (std::size_t i = 1; i <= one.size(); ++i)
      for (std::size_t j = 0; j <= two.size(); ++j) reach(i, j);
  }
  [[nodiscard]] float cost() const { return cost_.back(); }
  [[nodiscard]] std::vector<CubeTriangle> triangles() const {
    std::vector<CubeTriangle> out;
    for (std::size_t i = one_.size(), j = two_.size(); i + j > 0;) {
      if (forward_[i * width_ + j]) {
        out.push_back({first(i - 1), first(i), second(j)});
        --i;
      } else {
        out.push_back({second(j), second(j - 1), first(i)});
        --j;
      }
    }
    return out;
  }

 private:
  [[nodiscard]] std::uint8_t first(std::size_t i) const { return one_[(startOne_ + i) % one_.size()]; }
  [[nodiscard]] std::uint8_t second(std::size_t j) const {
    return two_[(startTwo_ + two_.size() - j) % two_.size()];
  }
  void reach(std::size_t i, std::size_t j) {
    if (!CubePoints::allowed(first(i), second(j)) || (i == one_.size() && j == 0)) return;
    const bool isLast = i == one_.size() && j == two_.size();
    const std::size_t here = i * width_ + j;
    const float ahead =
        isLast ? kNever : cost_[here - width_] + points_.area(first(i - 1), first(i), second(j));
    const float behind = j == 0 ? kNever : cost_[here - 1] + points_.area(second(j), second(j - 1), first(i));
    cost_[here] = std::min(ahead, behind);
    forward_[here] = ahead <= behind;
  }

  const Loop &one_, &two_;
  const CubePoints& points_;
  std::size_t startOne_, startTwo_, width_;
  std::vector<float> cost_;
  std::vector<bool> forward_;
};

/// Returns the cheapest strip over all starting points.
/// @return the triangles; empty if the rule about faces permits none
std::vector<CubeTriangle> cheapestStrip(const Loop& one, const Loop& two, const CubePoints& points) {
  float least = kNever;
  std::vector<CubeTriangle> best;
  for (std::size_t start = 0; start < one.size() * two.size(); ++start) {
    const TriangleStrip strip(one, two, start / two.size(), start % two.size(), points);
    if (!(strip.cost() < least)) continue;
    least = strip.cost();
    best = strip.triangles();
  }
  return best;
}

std::uint8_t addMiddle(unsigned edges, MarchingCubesTriangles& to) {
  to.interiorPoints.push_back(static_cast<std::uint16_t>(edges));
  return static_cast<std::uint8_t>(kFirstMiddle + to.interiorPoints.size() - 1);
}

void append(const std::vector<CubeTriangle>& triangles, MarchingCubesTriangles& to) {
  to.triangles.insert(to.triangles.end(), triangles.begin(), triangles.end());
}

}  // namespace

void addDisc(const Loop& loop, MarchingCubesTriangles& to) {
  const CubePoints points(to.interiorPoints);
  const Disc disc(loop, points);
  if (disc.exists()) {
    disc.collect(to.triangles);
    return;
  }
  unsigned edges = 0;
  for (const std::uint8_t e : loop) edges |= 1u << e;
  const std::uint8_t middle = addMiddle(edges, to);
  for (std::size_t k = 0; k < loop.size(); ++k)
    to.triangles.push_back({loop[k], loop[(k + 1) % loop.size()], middle});
}

void addTube(const Loop& one, const Loop& two, MarchingCubesTriangles& to) {
  if (one.size() > two.size()) return addTube(two, one, to);
  const auto strip = cheapestStrip(one, two, CubePoints(to.interiorPoints));
  if (!strip.empty()) return append(strip, to);
  // Insert an intermediate ring: a middle for each crossing of the shorter loop, placed between the crossing
  // and all reachable crossings of the other loop.
  Loop ring;
  for (const std::uint8_t e : one) {
    unsigned edges = 1u << e;
    for (const std::uint8_t f : two)
      if (CubePoints::allowed(e, f)) edges |= 1u << f;
    ring.push_back(addMiddle(edges, to));
  }
  const Loop back(ring.rbegin(), ring.rend());
  const CubePoints points(to.interiorPoints);
  append(cheapestStrip(one, back, points), to);
  append(cheapestStrip(ring, two, points), to);
}

}  // namespace ooze::marching_cubes
