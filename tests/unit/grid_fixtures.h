// Matrices for the tests of linear solvers.
#pragma once

#include "grid/sparse_rows.h"

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace ooze::test {

/// Makes a symmetric matrix from the diagonal and entries (i, j) with i < j.
inline grid::SparseRows rowsOf(const std::vector<double>& diagonal,
                               const std::map<std::pair<std::uint32_t, std::uint32_t>, double>& above) {
  std::vector<std::map<std::uint32_t, double>> rows(diagonal.size());
  for (const auto& [at, value] : above) rows[at.first][at.second] = rows[at.second][at.first] = value;
  grid::SparseRows a;
  a.diagonal = diagonal;
  a.first.push_back(0);
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) a.column.push_back(column), a.value.push_back(value);
    a.first.push_back(static_cast<std::uint32_t>(a.column.size()));
  }
  return a;
}

/// Makes a random matrix that couples each unknown to some others with both signs. The matrix is diagonally
/// dominant.
inline grid::SparseRows randomRows(std::uint32_t n, int neighbours, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> in(-1.0, 1.0);
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> above;
  for (std::uint32_t i = 0; i < n; ++i)
    for (int k = 0; k < neighbours / 2; ++k)
      if (const auto j = static_cast<std::uint32_t>(random() % n); i != j)
        above[{std::min(i, j), std::max(i, j)}] = in(random);
  std::vector<double> diagonal(n, 0.05);
  for (const auto& [at, value] : above)
    diagonal[at.first] += std::abs(value), diagonal[at.second] += std::abs(value);
  return rowsOf(diagonal, above);
}

/// Makes the discrete Poisson matrix -div grad on n^3 nodes of spacing 1, x fastest. Boundary conditions are
/// Dirichlet (0 at the next nodes), or Neumann if `walls` (then the matrix is singular).
inline grid::SparseRows poissonRows(std::uint32_t n, bool walls) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> above;
  std::vector<double> diagonal(std::size_t{n} * n * n, walls ? 0.0 : 6.0);
  const std::array<std::uint32_t, 3> step{1, n, n * n};
  for (std::uint32_t i = 0; i < diagonal.size(); ++i)
    for (const std::uint32_t s : step)
      if (i / s % n + 1 < n) {
        above[{i, i + s}] = -1.0;
        if (walls) ++diagonal[i], ++diagonal[i + s];
      }
  return rowsOf(diagonal, above);
}

inline std::vector<double> randomVector(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> in(-1.0, 1.0);
  std::vector<double> v(n);
  for (double& x : v) x = in(random);
  return v;
}

}  // namespace ooze::test
