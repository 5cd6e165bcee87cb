#include "geometry/marching_cubes_table.h"

#include "geometry/marching_cubes_outline.h"

#include <bit>

namespace ooze {

/// Fills the table. Spans are set at the end, because the arrays behind the spans grow until then.
class MarchingCubesTable::Maker {
 public:
  explicit Maker(MarchingCubesTable& cases) : cases_(cases) {}

  void make() {
    for (unsigned signs = 0; signs < 256; ++signs) addConfig(signs);
    for (std::size_t k = 0; k < extents_.size(); ++k) {
      const CaseSize &from = extents_[k], to = k + 1 < extents_.size() ? extents_[k + 1]
                                                                       : CaseSize{cases_.triangles_.size(),
                                                                                  cases_.middles_.size()};
      cases_.cuts_.push_back(
          {std::span(cases_.triangles_).subspan(from.triangle, to.triangle - from.triangle),
           std::span(cases_.middles_).subspan(from.middle, to.middle - from.middle)});
    }
  }

 private:
  struct CaseSize {
    std::size_t triangle, middle;
  };

  void addConfig(unsigned signs) {
    Config& config = cases_.configs_[signs];
    const unsigned ambiguous = marching_cubes::ambiguousFaces(signs);
    config = {.decided = false,
              .cut = static_cast<std::uint32_t>(extents_.size()),
              .firstOutline = static_cast<std::uint32_t>(cases_.outlines_.size()),
              .ambiguous = static_cast<std::uint8_t>(ambiguous)};
    const unsigned count = 1u << std::popcount(ambiguous);
    for (unsigned k = 0; k < count; ++k) addOutline(signs, spread(k, ambiguous));
    config.decided = count == 1 && cases_.outlines_.back().tubeCount == 0;
  }

  /// Deposits the low bits of k into the set bits of mask, in order (PDEP).
  static unsigned spread(unsigned k, unsigned mask) {
    unsigned bits = 0;
    for (; mask != 0; mask &= mask - 1, k >>= 1)
      if ((k & 1u) != 0) bits |= mask & ~(mask - 1);
    return bits;
  }

  void addOutline(unsigned signs, unsigned meeting) {
    const marching_cubes::MarchingCubesOutline outline = marching_cubes::outlineOf(signs, meeting);
    const auto firstTube = static_cast<std::uint32_t>(cases_.tubes_.size());
    const auto cut = static_cast<std::uint32_t>(extents_.size());
    const std::size_t none = outline.loops.size();
    addCut(outline.loops, none, none);
    for (std::size_t a = 0; a < outline.loops.size(); ++a)
      for (std::size_t b = a + 1; b < outline.loops.size(); ++b) addTubes(signs, outline, a, b);
    cases_.outlines_.push_back(
        {outline.region, cut, firstTube, static_cast<std::uint32_t>(cases_.tubes_.size()) - firstTube});
  }

  /// Adds the cuts with a tube between two loops around the same region.
  /// The tube is needed if the regions beyond the loops are joined inside the cube.
  void addTubes(unsigned signs, const marching_cubes::MarchingCubesOutline& outline, std::size_t a,
                std::size_t b) {
    const auto beside = [&](const marching_cubes::Loop& loop, bool positive) {
      const MarchingCubesEdge& edge = kMarchingCubesEdges[loop.front()];
      return ((signs >> edge.lower & 1u) != 0) == positive ? edge.lower : edge.upper;
    };
    for (const bool positive : {true, false}) {
      const std::uint8_t one = beside(outline.loops[a], positive), other = beside(outline.loops[b], positive);
      const bool sameAround = outline.region[beside(outline.loops[a], !positive)] ==
                              outline.region[beside(outline.loops[b], !positive)];
      if (!sameAround) continue;
      addCut(outline.loops, a, b);
      cases_.tubes_.push_back({one, other});
    }
  }

  void addCut(const std::vector<marching_cubes::Loop>& loops, std::size_t a, std::size_t b) {
    extents_.push_back({cases_.triangles_.size(), cases_.middles_.size()});
    marching_cubes::MarchingCubesTriangles made;
    if (a < loops.size()) marching_cubes::addTube(loops[a], loops[b], made);
    for (std::size_t k = 0; k < loops.size(); ++k)
      if (k != a && k != b) marching_cubes::addDisc(loops[k], made);
    cases_.triangles_.insert(cases_.triangles_.end(), made.triangles.begin(), made.triangles.end());
    cases_.middles_.insert(cases_.middles_.end(), made.interiorPoints.begin(), made.interiorPoints.end());
  }

  MarchingCubesTable& cases_;
  std::vector<CaseSize> extents_;  ///< first triangle and first middle of each cut
};

MarchingCubesTable::MarchingCubesTable() { Maker(*this).make(); }

const MarchingCubesTable& MarchingCubesTable::table() {
  static const MarchingCubesTable cases;
  return cases;
}

const MarchingCubesCase& MarchingCubesTable::decide(unsigned signs,
                                                    const std::array<float, 8>& values) const {
  const Config& config = configs_[signs];
  unsigned combination = 0, bit = 0;
  for (unsigned face = 0; face < 6; ++face)
    if ((config.ambiguous >> face & 1u) != 0)
      combination |= static_cast<unsigned>(marching_cubes::positiveCornersMeet(face, signs, values)) << bit++;
  const Outline& outline = outlines_[config.firstOutline + combination];
  for (std::uint32_t k = 0; k < outline.tubeCount; ++k) {
    const Tube& tube = tubes_[outline.firstTube + k];
    if (marching_cubes::cornersMeet(tube.corner, tube.other, outline.region, signs, values))
      return cuts_[outline.cut + 1 + k];
  }
  return cuts_[outline.cut];
}

}  // namespace ooze
