// How a level set of the trilinear interpolant cuts one cube, as triangles between crossings of its edges.
//
// The eight signs do not tell it all: on a face whose signs alternate the level set is a hyperbola whose two
// branches join either the positive or the negative corners (the asymptotic decider: Nielson and Hamann
// 1991), and two regions that are apart on the cube's surface may still meet inside (Chernyaev 1995). A
// table, made once by the rules below instead of copied, holds the triangles for every outcome.
//
// Two cubes that share a face draw the same lines on it, and no other triangle edge lies in a face; so a mesh
// made cube by cube is closed and manifold whatever the values are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Corner k lies at (k & 1, k >> 1 & 1, k >> 2 & 1). Edges 4 a .. 4 a + 3 run along axis a.
struct CubeEdge {
  std::uint8_t lower, upper, axis;
};
inline constexpr std::array<CubeEdge, 12> kCubeEdges{{{0, 1, 0},
                                                      {2, 3, 0},
                                                      {4, 5, 0},
                                                      {6, 7, 0},
                                                      {0, 2, 1},
                                                      {1, 3, 1},
                                                      {4, 6, 1},
                                                      {5, 7, 1},
                                                      {0, 4, 2},
                                                      {1, 5, 2},
                                                      {2, 6, 2},
                                                      {3, 7, 2}}};

using CubeTriangle = std::array<std::uint8_t, 3>;

/// One way to cut a cube. Triangles are counter-clockwise as seen from the negative side.
struct CubeCut {
  std::span<const CubeTriangle> triangles;  ///< 0..11 are crossings of edges, 12.. are middles
  std::span<const std::uint16_t> middles;   ///< each is the mean of the crossings of these edges (a bit each)
};

class CubeCases {
 public:
  static const CubeCases& table();

  /// @param signs   bit k is set if the value of corner k is positive
  /// @param values  of the corners: looked at only where signs alone do not decide
  [[nodiscard]] const CubeCut& cut(unsigned signs, const std::array<float, 8>& values) const {
    const Config& c = configs_[signs];
    return c.decided ? cuts_[c.cut] : decide(signs, values);
  }
  /// The cut if the signs decide it, or null.
  [[nodiscard]] const CubeCut* decided(unsigned signs) const {
    return configs_[signs].decided ? &cuts_[configs_[signs].cut] : nullptr;
  }
  /// Every cut that a cube of these signs may have, for tests.
  [[nodiscard]] std::span<const CubeCut> cuts() const { return cuts_; }

 private:
  /// Two regions that a tube joins inside if they meet there: a corner of each. The cut with that tube comes
  /// as many places after the cut without as the pair has in its list, counted from 1.
  struct Tube {
    std::uint8_t corner, other;
  };
  /// The outcome of a cube's ambiguous faces.
  struct Outline {
    std::array<std::uint8_t, 8> region;  ///< of each corner: corners that meet on the cube's surface share it
    std::uint32_t cut, firstTube, tubeCount;
  };
  struct Config {
    bool decided;
    std::uint32_t cut;           ///< if decided
    std::uint32_t firstOutline;  ///< one for each combination of the ambiguous faces' bits
    std::uint8_t ambiguous;      ///< faces, a bit each
  };
  class Maker;

  CubeCases();
  [[nodiscard]] const CubeCut& decide(unsigned signs, const std::array<float, 8>& values) const;

  std::array<Config, 256> configs_{};
  std::vector<Outline> outlines_;
  std::vector<Tube> tubes_;
  std::vector<CubeCut> cuts_;
  std::vector<CubeTriangle> triangles_;
  std::vector<std::uint16_t> middles_;
};

}  // namespace ooze::surface
