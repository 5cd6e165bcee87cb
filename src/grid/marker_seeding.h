// Where markers are wanted: as many as there should be, on both sides of a surface.
#pragma once

#include "ooze/base/threads.h"

#include "grid/block_window.h"
#include "grid/level_set.h"
#include "grid/markers.h"

#include <cstdint>
#include <vector>

namespace ooze::grid {

/// Seeds and thins out markers, cube by cube between eight nodes, of the volume of a cell each (Enright,
/// Fedkiw, Ferziger and Mitchell 2002, sections 3.1 and 3.6). Keeps its memory.
///
/// Departs from Enright et al. 2002: there, markers of both signs are strewn over the whole band and then
/// drawn to their side, to a random distance from the surface. Here each place takes the sign that phi has at
/// it, unless it is nearer than the least radius, where none could be. So there are as many in each cell on
/// either side, and a cell that wants for markers gets them where it wants for them.
class MarkerSeeding {
 public:
  static constexpr int kMostPerCell = 512;

  /// Removes markers that are outside the band, and those farthest from the surface where there are more
  /// than `perCell`; adds where there are fewer. Markers that have escaped stay and do not count. The rest
  /// comes out in the order of blocks and cubes, and within them in the order that it had.
  /// @param set      a distance
  /// @param perCell  in a cell that is all within the band, from 1 to kMostPerCell
  /// @param seed     another one strews them in other places, which also depend on the cube
  void reseed(const LevelSet& set, Markers& markers, int perCell, std::uint64_t seed, const Threads& threads);

 private:
  using Window = BlockWindow<1>;
  struct Added {
    LatticePlace place;
    float phi;  ///< there [m]
  };
  struct Cube;
  void sortByBlock(const LevelSet& set, const Markers& markers, const Threads& threads);
  void reseedBlock(const LevelSet& set, const Markers& markers, std::size_t block, int perCell,
                   std::uint64_t seed);

  std::vector<std::uint32_t> block_, order_;  ///< of each marker; markers by block
  std::vector<std::size_t> first_, next_;     ///< of each block in order_, and of none
  std::vector<std::vector<std::uint32_t>> kept_;
  std::vector<std::vector<Added>> added_;
};

}  // namespace ooze::grid
