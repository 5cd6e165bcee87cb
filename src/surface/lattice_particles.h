// The particles in the lattice's measure, sorted into its blocks.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "surface/blocks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

class LatticeParticles {
 public:
  /// The particles of one block. The box holds them all; both in cells from the block's first node.
  struct Home {
    BlockCoordinate at;
    std::uint32_t begin, end;
    Vec3 lower, upper;
  };

  /// Sorts; particles of one block keep their order, blocks come row by row. Left out are positions that are
  /// not finite or too far for the lattice (2^22 cells).
  /// @param regions  of the particles; may be empty
  /// @param cell  [m]
  void sort(std::span<const Vec3> positions, std::span<const std::uint8_t> regions, float cell,
            const Threads& threads);
  /// After particles were moved: boxes anew.
  void measureBoxes(const Threads& threads);

  [[nodiscard]] std::size_t size() const { return order.size(); }
  [[nodiscard]] const std::vector<Home>& homes() const { return homes_; }
  /// @return null if no particle lives there
  [[nodiscard]] const Home* findHome(const BlockCoordinate& at) const {
    const std::uint32_t k = map_.find(at);
    return k == kNone ? nullptr : &homes_[k];
  }

  /// Cells from the first node of the particle's own block. Eight floats may be read from any particle on.
  std::vector<float> x, y, z;
  std::vector<std::uint32_t> order;  ///< index among the positions that were given

  static constexpr std::size_t kPadding = 8;

 private:
  void locate(std::span<const Vec3> positions, std::span<const std::uint8_t> regions, float cell,
              const Threads& threads);
  void findHomes();
  void place(const Threads& threads);

  struct Located {
    BlockCoordinate block;
    Vec3 local;
    std::uint32_t home;
  };
  std::vector<Located> located_;
  std::vector<Home> homes_;
  std::vector<std::uint32_t> first_;  ///< where the next particle of a home goes
  BlockMap map_;
};

}  // namespace ooze::surface
