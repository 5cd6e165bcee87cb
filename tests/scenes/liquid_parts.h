// Connected components of a liquid: a jet, a sheet, a drop.
#pragma once

#include "ooze/particles/particles.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

namespace ooze::test {

/// Groups particles into connected components by union-find: particles closer than `link` [m] belong
/// together.
/// @param chosen  indices of the particles to group
/// @return the groups, each as indices of particles, in the order of their first members in `chosen`
inline std::vector<std::vector<std::size_t>> connectedParts(const Particles& p,
                                                            const std::vector<std::size_t>& chosen,
                                                            float link) {
  using Cell = std::tuple<int, int, int>;
  const auto cellOf = [&](std::size_t i) {
    const Vec3 c = glm::floor(p.position[i] / link);
    return Cell(static_cast<int>(c.x), static_cast<int>(c.y), static_cast<int>(c.z));
  };
  std::map<Cell, std::vector<std::size_t>> cells;
  for (std::size_t a = 0; a < chosen.size(); ++a) cells[cellOf(chosen[a])].push_back(a);

  std::vector<std::size_t> parent(chosen.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t a) {
    while (parent[a] != a) a = parent[a] = parent[parent[a]];
    return a;
  };
  for (std::size_t a = 0; a < chosen.size(); ++a) {
    const auto [x, y, z] = cellOf(chosen[a]);
    for (int n = 0; n < 27; ++n) {
      const auto cell = cells.find({x + n % 3 - 1, y + n / 3 % 3 - 1, z + n / 9 - 1});
      if (cell == cells.end()) continue;
      for (const std::size_t b : cell->second) {
        const Vec3 apart = p.position[chosen[a]] - p.position[chosen[b]];
        if (glm::dot(apart, apart) < link * link) parent[root(a)] = root(b);
      }
    }
  }
  std::vector<std::vector<std::size_t>> parts;
  std::map<std::size_t, std::size_t> number;
  for (std::size_t a = 0; a < chosen.size(); ++a) {
    const auto [entry, fresh] = number.emplace(root(a), parts.size());
    if (fresh) parts.emplace_back();
    parts[entry->second].push_back(chosen[a]);
  }
  return parts;
}

}  // namespace ooze::test
