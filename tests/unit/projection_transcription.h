// Transcription of the pressure projection on a grid (Rasmussen et al. 2004), cell by cell with a direct
// solver: slow, and easy to check.
#pragma once

#include "unit/grid_liquid_fixtures.h"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace ooze::projection_transcription {

using namespace grid_liquid_fixtures;

struct CellOrder {
  bool operator()(const glm::ivec3& a, const glm::ivec3& b) const {
    return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x);
  }
};
using Cells = std::set<glm::ivec3, CellOrder>;

struct ProjectionTranscription {
  Liquid& l;
  float step;                                  ///< time step [s]
  const CellField* surfacePressure = nullptr;  ///< pressure over density at the surface; null: 0 [m^2/s^2]
  Cells open{};                                ///< liquid regions that touch air
  Cells sealed{};                              ///< liquid regions that touch no air (pockets)

  struct Side {
    int axis, sign;
    glm::ivec3 face, other;
  };
  static std::vector<Side> sidesOf(const glm::ivec3& c) {
    std::vector<Side> sides;
    for (int axis = 0; axis < 3; ++axis) {
      sides.push_back({axis, -1, c, c - alongAxis(axis)});
      sides.push_back({axis, 1, c + alongAxis(axis), c + alongAxis(axis)});
    }
    return sides;
  }
  [[nodiscard]] bool isOpenFace(const Side& s) const {
    return !l.faces.isHard(s.axis, l.index(s.face)) && l.faces.open.at(s.axis, l.index(s.face)) > 0.f;
  }

  void flood() {
    Cells left;
    for (std::size_t n = 0; n < l.cells.size(); ++n)
      if (l.phi.values[n] < 0.f) left.insert(l.cells.at(static_cast<CellIndex>(n)));
    while (!left.empty()) {
      Cells part{*left.begin()};
      bool grows = true, touchesAir = false;
      while (grows) {
        grows = false;
        for (const glm::ivec3& c : Cells(part))
          for (const Side& s : sidesOf(c))
            if (isOpenFace(s)) {
              if (l.isLiquid(s.other))
                grows |= part.insert(s.other).second;
              else
                touchesAir = true;
            }
      }
      for (const glm::ivec3& c : part) left.erase(c);
      (touchesAir ? open : sealed).insert(part.begin(), part.end());
    }
  }

  void averagePocketVelocities(int sweeps) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const FaceField old = l.velocity;
      for (const glm::ivec3& c : sealed)
        for (const Side& s : sidesOf(c)) {
          if (s.sign > 0 || !isOpenFace(s)) continue;
          double sum = 0.0, count = 0.0;
          for (const Side& next : sidesOf(c)) {
            const glm::ivec3 face = next.other;
            const CellIndex n = l.index(face);
            if (l.faces.isHard(s.axis, n))
              sum += static_cast<double>(old.at(s.axis, n)), ++count;
            else if (l.faces.open.at(s.axis, n) == 0.f)
              sum += static_cast<double>(l.faces.solid.at(s.axis, n)), ++count;
            else if (l.isLiquid(face) && l.isLiquid(face - alongAxis(s.axis)))
              sum += static_cast<double>(old.at(s.axis, n)), ++count;
          }
          if (count > 0.0) l.at(l.velocity, s.axis, c) = static_cast<float>(sum / count);
        }
    }
  }

  /// Returns whether a cell has air on both sides along an axis.
  [[nodiscard]] bool isSheet(const glm::ivec3& c) const {
    for (int axis = 0; axis < 3; ++axis)
      if (!l.isLiquid(c - alongAxis(axis)) && !l.isLiquid(c + alongAxis(axis))) return true;
    return false;
  }

  /// Returns 1 over the distance from a cell's centre to the surface [1/cells]. In a sheet that distance is
  /// one cell.
  [[nodiscard]] double inverseSurfaceDistance(const glm::ivec3& in, const glm::ivec3& out) const {
    if (isSheet(in)) return 1.0;
    const double a = static_cast<double>(l.phi.at(l.index(in))),
                 b = static_cast<double>(l.phi.at(l.index(out)));
    return 1.0 / std::max(0.01, a / (a - b));
  }

  /// Returns q at the surface between a cell of liquid and one of air, interpolated between their centres.
  [[nodiscard]] double surfaceQ(const glm::ivec3& in, const glm::ivec3& out) const {
    if (!surfacePressure) return 0.0;
    const double a = static_cast<double>(l.phi.at(l.index(in))),
                 b = static_cast<double>(l.phi.at(l.index(out)));
    const double part = std::max(0.01, a / (a - b));
    return static_cast<double>(step) * ((1.0 - part) * static_cast<double>(surfacePressure->at(l.index(in))) +
                                        part * static_cast<double>(surfacePressure->at(l.index(out))));
  }

  void solve() {
    const double dx = static_cast<double>(l.cells.cell());
    std::map<glm::ivec3, int, CellOrder> number;
    for (const glm::ivec3& c : open) number.emplace(c, static_cast<int>(number.size()));
    const auto n = static_cast<Eigen::Index>(number.size());
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd b(n);
    for (const auto& [c, row] : number) {
      double out = 0.0, diagonal = 0.0, surface = 0.0;
      for (const Side& s : sidesOf(c)) {
        const CellIndex f = l.index(s.face);
        const double w = static_cast<double>(l.faces.open.at(s.axis, f));
        out += s.sign * (w * static_cast<double>(l.velocity.at(s.axis, f)) +
                         (1.0 - w) * static_cast<double>(l.faces.solid.at(s.axis, f)));
        if (!isOpenFace(s)) continue;
        diagonal += l.isLiquid(s.other) ? w : w * inverseSurfaceDistance(c, s.other);
        if (l.isLiquid(s.other))
          entries.emplace_back(row, number.at(s.other), -w);
        else
          surface += w * inverseSurfaceDistance(c, s.other) * surfaceQ(c, s.other);
      }
      entries.emplace_back(row, row, diagonal);
      b[row] = dx * (dx * static_cast<double>(l.target.at(l.index(c))) - out) + surface;
    }
    Eigen::SparseMatrix<double> matrix(n, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> direct(matrix);
    const Eigen::VectorXd q = direct.solve(b);
    for (const auto& [c, row] : number) {
      for (const Side& s : sidesOf(c)) {
        if (!isOpenFace(s) || (l.isLiquid(s.other) && s.sign > 0)) continue;
        const double rise = l.isLiquid(s.other) ? q[row] - q[number.at(s.other)]
                                                : -s.sign * (q[row] - surfaceQ(c, s.other)) *
                                                      inverseSurfaceDistance(c, s.other);
        l.at(l.velocity, s.axis, s.face) -= static_cast<float>(rise / dx);
      }
      l.at(l.pressure, c) = static_cast<float>(q[row] / static_cast<double>(step));
    }
  }

  void closedFaces() {
    for (const Cells* part : {&open, &sealed})
      for (const glm::ivec3& c : *part)
        for (const Side& s : sidesOf(c)) {
          const CellIndex f = l.index(s.face);
          if (!l.faces.isHard(s.axis, f) && l.faces.open.at(s.axis, f) == 0.f)
            l.at(l.velocity, s.axis, s.face) = l.faces.solid.at(s.axis, f);
        }
  }
};

}  // namespace ooze::projection_transcription
