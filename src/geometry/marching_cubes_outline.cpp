#include "geometry/marching_cubes_outline.h"

#include <algorithm>
#include <utility>

namespace ooze::marching_cubes {
namespace {

bool isPositive(unsigned signs, unsigned corner) { return (signs >> corner & 1u) != 0; }

std::uint8_t edgeBetween(unsigned a, unsigned b) {
  const auto found = std::find_if(
      kMarchingCubesEdges.begin(), kMarchingCubesEdges.end(),
      [&](const MarchingCubesEdge& e) { return e.lower == std::min(a, b) && e.upper == std::max(a, b); });
  return static_cast<std::uint8_t>(found - kMarchingCubesEdges.begin());
}

void join(std::array<std::uint8_t, 8>& region, unsigned a, unsigned b) {
  const std::uint8_t from = std::max(region[a], region[b]), to = std::min(region[a], region[b]);
  std::replace(region.begin(), region.end(), from, to);
}

/// Returns the next crossed edge for each crossed edge, across the face on which the line begins.
std::array<std::uint8_t, 12> followers(unsigned signs, unsigned meeting) {
  std::array<std::uint8_t, 12> next{};
  for (unsigned face = 0; face < 6; ++face) {
    const auto corner = faceCorners(face);
    // Around the face, a line begins at the edge where the corners turn positive. The line ends where that
    // run of positive corners ends; if the positive corners of an ambiguous face are joined, at the end of
    // the other run.
    const bool crossOver = (meeting >> face & 1u) != 0;
    for (unsigned k = 0; k < 4; ++k) {
      if (isPositive(signs, corner[k]) || !isPositive(signs, corner[(k + 1) % 4])) continue;
      unsigned end = k + 1;
      while (isPositive(signs, corner[end % 4])) ++end;
      if (crossOver) end += 2;
      next[edgeBetween(corner[k], corner[(k + 1) % 4])] = edgeBetween(corner[(end + 3) % 4], corner[end % 4]);
    }
  }
  return next;
}

/// Interval of a column of the cube in which the interpolant has a given sign. The interpolant is linear
/// along a column.
struct ColumnSpan {
  double begin = 1.0, end = 0.0;
};

ColumnSpan decayStretch(double bottom, double top, bool bottomIn, bool topIn) {
  if (bottomIn && topIn) return {0.0, 1.0};
  if (!bottomIn && !topIn) return {};
  const double root = bottom / (bottom - top);
  return bottomIn ? ColumnSpan{0.0, root} : ColumnSpan{root, 1.0};
}

/// Returns true if two diagonally opposite columns are joined in some slice between bottom and top.
/// Both columns must have the sign in that slice, and the saddle of the slice must have the sign (a c > b d),
/// which is a quadratic condition on the height.
bool columnsMeet(unsigned a, unsigned c, bool positive, unsigned signs, const std::array<double, 8>& v) {
  const auto in = [&](unsigned corner) { return isPositive(signs, corner) == positive; };
  const ColumnSpan one = decayStretch(v[a], v[a + 4], in(a), in(a + 4)),
                   two = decayStretch(v[c], v[c + 4], in(c), in(c + 4));
  const double begin = std::max(one.begin, two.begin), end = std::min(one.end, two.end);
  if (begin > end) return false;
  const unsigned b = a ^ 1u, d = a ^ 2u;
  const double da = v[a + 4] - v[a], db = v[b + 4] - v[b], dc = v[c + 4] - v[c], dd = v[d + 4] - v[d];
  const double g0 = v[a] * v[c] - v[b] * v[d];
  const double g1 = v[a] * dc + v[c] * da - v[b] * dd - v[d] * db;
  const double g2 = da * dc - db * dd;
  const auto saddle = [&](double t) { return g0 + t * (g1 + t * g2); };
  if (saddle(begin) > 0.0 || saddle(end) > 0.0) return true;
  if (g2 >= 0.0) return false;
  const double highest = -0.5 * g1 / g2;
  return highest > begin && highest < end && saddle(highest) > 0.0;
}

}  // namespace

std::array<std::uint8_t, 4> faceCorners(unsigned face) {
  const unsigned axis = face / 2, side = face % 2;
  const unsigned u = 1u << ((axis + 1) % 3), v = 1u << ((axis + 2) % 3), base = side << axis;
  std::array<std::uint8_t, 4> corner{static_cast<std::uint8_t>(base), static_cast<std::uint8_t>(base + u),
                                     static_cast<std::uint8_t>(base + u + v),
                                     static_cast<std::uint8_t>(base + v)};
  if (side == 0) std::swap(corner[1], corner[3]);
  return corner;
}

unsigned ambiguousFaces(unsigned signs) {
  unsigned faces = 0;
  for (unsigned face = 0; face < 6; ++face) {
    const auto c = faceCorners(face);
    const bool first = isPositive(signs, c[0]);
    if (isPositive(signs, c[2]) == first && isPositive(signs, c[1]) != first &&
        isPositive(signs, c[3]) != first)
      faces |= 1u << face;
  }
  return faces;
}

bool positiveCornersMeet(unsigned face, unsigned signs, const std::array<float, 8>& values) {
  const auto c = faceCorners(face);
  // Products of floats are exact in double, so that the order of the corners does not matter.
  const double even = static_cast<double>(values[c[0]]) * static_cast<double>(values[c[2]]);
  const double odd = static_cast<double>(values[c[1]]) * static_cast<double>(values[c[3]]);
  return isPositive(signs, c[0]) ? even > odd : odd > even;
}

MarchingCubesOutline outlineOf(unsigned signs, unsigned meeting) {
  MarchingCubesOutline outline;
  for (unsigned k = 0; k < 8; ++k) outline.region[k] = static_cast<std::uint8_t>(k);
  unsigned left = 0;
  for (std::size_t e = 0; e < kMarchingCubesEdges.size(); ++e) {
    const MarchingCubesEdge& edge = kMarchingCubesEdges[e];
    if (isPositive(signs, edge.lower) == isPositive(signs, edge.upper))
      join(outline.region, edge.lower, edge.upper);
    else
      left |= 1u << e;
  }
  const unsigned ambiguous = ambiguousFaces(signs);
  for (unsigned face = 0; face < 6; ++face) {
    if ((ambiguous >> face & 1u) == 0) continue;
    const auto c = faceCorners(face);
    const bool even = isPositive(signs, c[0]) == ((meeting >> face & 1u) != 0);
    join(outline.region, c[even ? 0 : 1], c[even ? 2 : 3]);
  }

  const auto next = followers(signs, meeting);
  for (std::uint8_t start = 0; start < 12; ++start) {
    if ((left >> start & 1u) == 0) continue;
    Loop loop;
    for (std::uint8_t e = start; (left >> e & 1u) != 0; e = next[e]) {
      left &= ~(1u << e);
      loop.push_back(e);
    }
    outline.loops.push_back(std::move(loop));
  }
  return outline;
}

bool cornersMeet(unsigned corner, unsigned other, std::array<std::uint8_t, 8> region, unsigned signs,
                 const std::array<float, 8>& values) {
  const bool positive = isPositive(signs, corner);
  std::array<double, 8> v{};
  std::copy(values.begin(), values.end(), v.begin());
  // Adjacent columns are joined on the cube's surface, which `region` covers; diagonal columns may be joined
  // inside.
  for (const auto& [a, c] : {std::pair{0u, 3u}, std::pair{1u, 2u}}) {
    if (!columnsMeet(a, c, positive, signs, v)) continue;
    const auto ofColumn = [&](unsigned column) {
      return isPositive(signs, column) == positive ? column : column + 4;
    };
    join(region, ofColumn(a), ofColumn(c));
  }
  return region[corner] == region[other];
}

}  // namespace ooze::marching_cubes
