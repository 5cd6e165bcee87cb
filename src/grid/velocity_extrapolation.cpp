#include "grid/velocity_extrapolation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <glm/geometric.hpp>

namespace ooze::grid {
namespace {

constexpr std::size_t kFew = 512;
constexpr int kDigit = 11;

/// Maps floats to integers of the same order; both zeros map to the same integer.
std::uint32_t rankOf(float v) {
  const auto bits = std::bit_cast<std::uint32_t>(v + 0.f);
  return bits >> 31 != 0 ? ~bits : bits | 1u << 31;
}

bool isClosed(const FaceConditions& faces, int axis, CellIndex c) {
  return !faces.isHard(axis, c) && faces.isHeld(axis, c);
}

/// Computes the velocity of liquid in contact with a solid (Rasmussen et al. 2004, "object").
glm::dvec3 solidBoundaryVelocity(const glm::dvec3& liquid, const glm::dvec3& solid, double friction,
                                 const glm::dvec3& normal) {
  const glm::dvec3 both = (1.0 - friction) * liquid + friction * solid;
  const double against = glm::dot(liquid - solid, normal);
  const double across = glm::dot(against < 0.0 ? solid : liquid, normal);
  return both + (across - glm::dot(both, normal)) * normal;
}

}  // namespace

/// Sorts by distance, stable by cell; radix sort for long lists.
void FastMarching::sort() {
  if (order_.size() < kFew) return std::sort(order_.begin(), order_.end());
  other_.resize(order_.size());
  for (int shift = 0; shift < 32; shift += kDigit) {
    const auto digitOf = [&](const auto& one) { return rankOf(one.first) >> shift & ((1u << kDigit) - 1u); };
    std::array<std::uint32_t, std::size_t{1} << kDigit> first{};
    for (const auto& one : order_) ++first[digitOf(one)];
    std::uint32_t sum = 0;
    for (std::uint32_t& f : first) sum += std::exchange(f, sum);
    for (const auto& one : order_) other_[first[digitOf(one)]++] = one;
    std::swap(order_, other_);
  }
}

void VelocityExtrapolation::extrapolateIntoAir(const CellBlocks& cells, const CellField& phi,
                                               const FaceConditions& faces, float reach, FaceField& velocity,
                                               const Threads& threads) {
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    auto& state = march_[k].state;
    auto& values = velocity.axes[k];
    state.resize(cells.size()), distances_[k].resize(cells.size());
    cells.forEach(threads, [&](CellIndex c) {
      const CellIndex before = cells.beside(c, axis, -1);
      const bool isWet = phi.values[c] < 0.f || phi.at(before) < 0.f;
      state[c] = isClosed(faces, axis, c)         ? FastMarchingState::Excluded
                 : isWet || faces.isHard(axis, c) ? FastMarchingState::Known
                                                  : FastMarchingState::Unknown;
      if (state[c] == FastMarchingState::Unknown) values[c] = 0.f;
      distances_[k][c] = valueAtFace(cells, phi, axis, c);
    });
  }
  threads.forEach(3, [&](std::size_t k) {
    march_[k].run(
        cells, [&](CellIndex c) { return distances_[k][c]; }, reach * cells.cell(), velocity.axes[k]);
  });
}

PressureResult VelocityExtrapolation::removeAirDivergence(
    const CellBlocks& cells, const CellField& phi, const FaceConditions& faces, float dt, FaceField& velocity,
    const PressureSettings& settings, const Threads& threads, float reach, const CellField* target) {
  system_.role.resize(cells.size());
  cells.forEach(threads, [&](CellIndex c) {
    CellRole role = phi.values[c] < 0.f                    ? CellRole::Closed
                    : phi.values[c] > reach * cells.cell() ? CellRole::Open
                                                           : CellRole::Unknown;
    for (int axis = 0; axis < 3 && role == CellRole::Unknown; ++axis) {
      const CellIndex upper = cells.beside(c, axis, 1);
      if (upper == kNone || cells.beside(c, axis, -1) == kNone) role = CellRole::Open;
      for (const CellIndex face : {c, upper})
        if (face != kNone && !isKnown(axis, face) && !faces.isHeld(axis, face)) role = CellRole::Open;
    }
    system_.role[c] = role;
  });
  system_.assemble(cells, faces, nullptr, 1.0, threads);
  pressure_.fill(cells, 0.f);
  const PressureResult result =
      system_.solve(cells, faces, velocity, target, dt, pressure_, settings, threads);
  system_.subtractGradient(cells, faces, velocity, threads);
  return result;
}

void VelocityExtrapolation::extrapolateIntoSolids(const CellBlocks& cells, const CellField& distance,
                                                  const FaceConditions& faces, float reach,
                                                  FaceField& velocity, const Threads& threads) {
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    auto& state = march_[k].state;
    cells.forEach(threads, [&](CellIndex c) {
      if (isClosed(faces, axis, c))
        state[c] = FastMarchingState::Unknown;
      else if (state[c] == FastMarchingState::Unknown)
        state[c] = FastMarchingState::Excluded;  // air too far from the liquid
      distances_[k][c] = -valueAtFace(cells, distance, axis, c);
    });
  }
  threads.forEach(3, [&](std::size_t k) {
    march_[k].run(
        cells, [&](CellIndex c) { return distances_[k][c]; }, reach * cells.cell(), velocity.axes[k]);
  });
}

/// Returns the full velocity vector at a face.
/// The field stores a single component per face; each other component is the mean of the four nearest faces.
/// @param unknown  value of components for which no face is known
glm::dvec3 VelocityExtrapolation::velocityVectorAt(const CellBlocks& cells, const FaceField& velocity,
                                                   int axis, CellIndex face,
                                                   const glm::dvec3& unknown) const {
  glm::dvec3 all = unknown;
  all[axis] = static_cast<double>(velocity.at(axis, face));
  for (int other = 0; other < 3; ++other) {
    if (other == axis) continue;
    double sum = 0.0;
    int count = 0;
    for (const CellIndex c : {cells.beside(face, axis, -1), face}) {
      if (c == kNone) continue;
      for (const CellIndex n : {c, cells.beside(c, other, 1)})
        if (n != kNone && isKnown(other, n)) sum += static_cast<double>(velocity.at(other, n)), ++count;
    }
    if (count > 0) all[other] = sum / count;
  }
  return all;
}

void VelocityExtrapolation::applySolidBoundary(const CellBlocks& cells, const CellField& distance,
                                               SolidMotionFunction motion, FaceConditions& faces,
                                               FaceField& velocity, const Threads& threads) {
  const auto forClosed = [&](const auto& each) {
    for (int axis = 0; axis < 3; ++axis)
      cells.forEach(threads, [&](CellIndex c) {
        if (isClosed(faces, axis, c)) each(axis, static_cast<std::size_t>(axis), c);
      });
  };
  for (auto& axis : held_.axes) axis.resize(cells.size());
  forClosed([&](int axis, std::size_t k, CellIndex c) {
    if (!isKnown(axis, c)) {
      held_.axes[k][c] = faces.solid.axes[k][c];
      return;
    }
    const SolidMotion solid = motion(Vec3(middleOfFace(cells, axis, c)));
    const glm::dvec3 own(solid.velocity);
    glm::dvec3 result = own;
    const glm::dvec3 gradient = gradientAtFace(cells, distance, axis, c);
    const double slope = glm::length(gradient);
    if (slope > 0.0)
      result = solidBoundaryVelocity(velocityVectorAt(cells, velocity, axis, c, own), own,
                                     static_cast<double>(solid.friction), gradient / slope);
    held_.axes[k][c] = static_cast<float>(result[axis]);
  });
  forClosed([&](int, std::size_t k, CellIndex c) {
    velocity.axes[k][c] = faces.solid.axes[k][c] = held_.axes[k][c];
  });
}

}  // namespace ooze::grid
