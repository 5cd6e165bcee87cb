// Builds sparse matrices of seven-point stencils: each row couples a cell to its six neighbours.
#pragma once

#include "ooze/base/threads.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ooze::grid {

/// A matrix row under construction.
struct StencilRow {
  double diagonal = 0.0;
  int count = 0;
  std::array<std::pair<std::uint32_t, double>, 6> beside;  ///< column and value of each off-diagonal entry

  /// Adds an entry. Columns may come in any order.
  void add(std::uint32_t column, double value) {
    int k = count++;
    for (; k > 0 && beside[static_cast<std::size_t>(k - 1)].first > column; --k)
      beside[static_cast<std::size_t>(k)] = beside[static_cast<std::size_t>(k - 1)];
    beside[static_cast<std::size_t>(k)] = {column, value};
  }
  /// Adds to the entry of the column, or creates the entry.
  void accumulate(std::uint32_t column, double value) {
    for (int k = 0; k < count; ++k)
      if (auto& there = beside[static_cast<std::size_t>(k)]; there.first == column) {
        there.second += value;
        return;
      }
    add(column, value);
  }
};

/// Builds a matrix of n rows.
/// @param matrix  SparseRows, or another type with the same members
/// @param row     row(unknown) returns the StencilRow of that unknown; called twice for each row, on any
/// thread, with the same result
template <class Matrix, class Row>
void fillRows(Matrix& matrix, std::size_t n, const Threads& threads, const Row& row) {
  constexpr std::size_t kStencilGrain = 256;  // rows per parallel chunk
  using Value = typename decltype(matrix.value)::value_type;
  matrix.diagonal.resize(n), matrix.first.resize(n + 1);
  threads.forChunks(n, kStencilGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const StencilRow made = row(u);
      matrix.diagonal[u] = made.diagonal;
      matrix.first[u + 1] = static_cast<std::uint32_t>(made.count);
    }
  });
  matrix.first[0] = 0;
  for (std::size_t u = 0; u < n; ++u) matrix.first[u + 1] += matrix.first[u];
  matrix.column.resize(matrix.first[n]), matrix.value.resize(matrix.first[n]);
  threads.forChunks(n, kStencilGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const StencilRow made = row(u);
      std::size_t to = matrix.first[u];
      for (int k = 0; k < made.count; ++k, ++to) {
        matrix.column[to] = made.beside[static_cast<std::size_t>(k)].first;
        matrix.value[to] = static_cast<Value>(made.beside[static_cast<std::size_t>(k)].second);
      }
    }
  });
}

}  // namespace ooze::grid
