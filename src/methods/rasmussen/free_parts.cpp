#include "methods/rasmussen/free_parts.h"

#include "grid/lattice_position.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kNone;

constexpr int kAir = 4;                   // layers of air that belong to a part [cells]
constexpr double kFewestParticles = 8.0;  // smaller parts have no measurable spin
// Least moment of inertia about any axis, over the largest: thin threads keep their momentum only [1].
constexpr double kRoundest = 0.02;

}  // namespace

void FreeParts::find(const grid::CellBlocks& cells, const grid::CellField& phi,
                     FunctionRef<bool(grid::CellIndex)> isBarred, const Threads& threads) {
  const auto isLiquid = [&](CellIndex c) { return c != kNone && phi.values[c] < 0.f; };
  count_ = 0;
  sets_.reset(cells.size());
  isBarred_.assign(cells.size(), 0);
  cells.forEach(threads, [&](CellIndex c) {
    if (!isLiquid(c)) return;
    for (int axis = 0; axis < 3; ++axis)
      if (const CellIndex before = cells.beside(c, axis, -1); isLiquid(before))
        sets_.joinConcurrently(c, before);
  });
  for (CellIndex c = 0; c < cells.size(); ++c) {
    if (!isLiquid(c)) continue;
    std::uint8_t& barred = isBarred_[sets_.root(c)];
    if (barred == 0 && isBarred(c)) barred = 1;
  }
  partOf_.assign(cells.size(), kNone);
  for (CellIndex c = 0; c < cells.size(); ++c) {
    if (!isLiquid(c)) continue;
    const CellIndex root = sets_.root(c);
    if (isBarred_[root] != 0) continue;
    if (root == c) partOf_[c] = count_++;
    partOf_[c] = partOf_[root];
  }
  if (none()) return;
  nearPart_ = partOf_;
  for (int layer = 0; layer < kAir; ++layer) {
    next_ = nearPart_;
    cells.forEach(threads, [&](CellIndex c) {
      if (nearPart_[c] != kNone || isLiquid(c)) return;
      for (int axis = 0; axis < 3; ++axis)
        for (const int side : {-1, 1})
          if (const CellIndex n = cells.beside(c, axis, side); n != kNone)
            next_[c] = std::min(next_[c], nearPart_[n]);
    });
    std::swap(nearPart_, next_);
  }
}

FreeParts::RigidMotion FreeParts::motionOf(const PartSum& sum) {
  if (sum.mass < kFewestParticles) return {};
  RigidMotion motion{.centre = sum.first / sum.mass, .velocity = sum.momentum / sum.mass};
  const glm::dmat3 about = sum.second - sum.mass * glm::outerProduct(motion.centre, motion.centre);
  const double trace = about[0][0] + about[1][1] + about[2][2];
  const glm::dmat3 inertia = trace * glm::dmat3(1.0) - about;
  const glm::dvec3 angular = sum.angular - glm::cross(motion.centre, sum.momentum);
  if (glm::determinant(inertia) > kRoundest * trace * trace * trace)
    motion.turn = glm::inverse(inertia) * angular;
  return motion;
}

void FreeParts::restoreMomentum(const grid::CellBlocks& cells, const Particles& particles, const Vec3& gain,
                                std::span<const Impulse> impulses,
                                FunctionRef<std::optional<Vec3>(std::size_t)> placeOf,
                                grid::FaceField& velocity, grid::FaceField& moving,
                                const Threads& threads) const {
  if (none()) return;
  // Sums run in the order of the particles, so they do not depend on the number of threads.
  std::vector<PartSum> sums(count_);
  std::vector<Vec3> places, sampled;
  std::vector<std::uint32_t> parts, indices;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 p = particles.position[i];
    const auto place = grid::toLatticePosition(p + Vec3(0.5f * cells.cell()), cells.cell());
    const CellIndex c = place ? cells.find(place->node) : kNone;
    const std::uint32_t part = c == kNone ? kNone : nearPart_[c];
    const std::optional<Vec3> from = part == kNone ? std::nullopt : placeOf(i);
    if (!from) continue;
    places.push_back(*from), parts.push_back(part), indices.push_back(static_cast<std::uint32_t>(i));
  }
  sampled.resize(places.size());
  velocity.sample(cells, places, sampled.data());
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::uint32_t i = indices[k];
    const glm::dvec3 x(particles.position[i]);
    const glm::dvec3 carried(particles.velocity[i]), gained = glm::dvec3(gain) - glm::dvec3(sampled[k]);
    PartSum& sum = sums[parts[k]];
    sum.mass += 1.0;
    sum.first += x;
    sum.momentum += carried + gained;
    sum.angular += glm::cross(x, carried + gained);
    sum.second += glm::outerProduct(x, x);
  }
  for (const Impulse& impulse : impulses) {
    const std::uint32_t part = partOf_[impulse.cell];
    if (part == kNone) continue;
    sums[part].momentum += impulse.momentum;
    sums[part].angular += impulse.angular;
  }
  std::vector<RigidMotion> motions(sums.size());
  std::ranges::transform(sums, motions.begin(), motionOf);
  // The turn adds a t + b t^2 to twice the kinetic energy, where t is its fraction.
  struct TurnEnergy {
    double carried = 0.0, a = 0.0, b = 0.0;
  };
  std::vector<TurnEnergy> energies(sums.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    const RigidMotion& motion = motions[parts[k]];
    TurnEnergy& energy = energies[parts[k]];
    const std::uint32_t i = indices[k];
    const glm::dvec3 carried = glm::dvec3(particles.velocity[i]) + glm::dvec3(gain);
    const glm::dvec3 has = glm::dvec3(sampled[k]) + motion.velocity;
    const glm::dvec3 turned = glm::cross(motion.turn, glm::dvec3(places[k]) - motion.centre);
    energy.carried += glm::dot(carried, carried) - glm::dot(has, has);
    energy.a += 2.0 * glm::dot(has, turned);
    energy.b += glm::dot(turned, turned);
  }
  for (std::size_t part = 0; part < motions.size(); ++part) {
    const TurnEnergy& e = energies[part];
    if (!(e.b > 0.0)) continue;
    // Largest t up to 1 for which a t + b t^2 does not exceed the energy that the grid has lost.
    const double root = e.a * e.a + 4.0 * e.b * e.carried;
    const double most = root > 0.0 ? (-e.a + std::sqrt(root)) / (2.0 * e.b) : 0.0;
    motions[part].turn *= std::clamp(most, 0.0, 1.0);
  }
  for (int axis = 0; axis < 3; ++axis)
    cells.forEach(threads, [&](CellIndex c) {
      std::uint32_t part = nearPart_[c];
      if (const CellIndex before = cells.beside(c, axis, -1); part == kNone && before != kNone)
        part = nearPart_[before];
      if (part == kNone) return;
      const RigidMotion& motion = motions[part];
      const glm::dvec3 arm = glm::dvec3(grid::middleOfFace(cells, axis, c)) - motion.centre;
      const auto added = static_cast<float>((motion.velocity + glm::cross(motion.turn, arm))[axis]);
      velocity.axes[static_cast<std::size_t>(axis)][c] += added;
      moving.axes[static_cast<std::size_t>(axis)][c] += added;
    });
}

}  // namespace ooze::rasmussen
