// The neighbours of one particle that are within h right now, with what every pair formula needs of them.
#pragma once

#include "ooze/particles/particles.h"

#include "methods/clavet/direction.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

struct Close {
  Vec3 direction;   ///< r^, from i to j
  float closeness;  ///< 1 - r/h
  std::uint32_t j;
};

/// Working memory for one particle at a time; on the stack for any sane number of neighbours.
class CloseBy {
 public:
  /// Those of `list` closer than h to particle i.
  std::span<const Close> gather(const Particles& p, std::size_t i, std::span<const std::uint32_t> list,
                                float h) {
    Near* near = nearOnStack_.data();
    Close* close = closeOnStack_.data();
    if (list.size() > kOnStack) {
      nearOnHeap_.resize(list.size());
      closeOnHeap_.resize(list.size());
      near = nearOnHeap_.data();
      close = closeOnHeap_.data();
    }
    const float x = p.position.x[i], y = p.position.y[i], z = p.position.z[i];
    const float h2 = h * h;
    // About half the list is outside h: written always and kept only if inside, so that no branch is
    // mispredicted.
    std::size_t count = 0;
    for (const std::uint32_t j : list) {
      const float dx = p.position.x[j] - x, dy = p.position.y[j] - y, dz = p.position.z[j] - z;
      const float r2 = dx * dx + dy * dy + dz * dz;
      near[count] = {dx, dy, dz, r2, j};
      count += r2 < h2 ? 1 : 0;
    }
    for (std::size_t k = 0; k < count; ++k) {
      const Near& n = near[k];
      const float r = std::sqrt(n.r2);
      close[k] = {direction({n.dx, n.dy, n.dz}, r, p.id[i], p.id[n.j]), 1.f - r / h, n.j};
    }
    return {close, count};
  }

 private:
  struct Near {
    float dx, dy, dz, r2;
    std::uint32_t j;
  };
  static constexpr std::size_t kOnStack = 512;
  std::array<Near, kOnStack> nearOnStack_;
  std::array<Close, kOnStack> closeOnStack_;
  std::vector<Near> nearOnHeap_;
  std::vector<Close> closeOnHeap_;
};

}  // namespace ooze::clavet
