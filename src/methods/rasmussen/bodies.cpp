// Coupling of rigid bodies with the liquid: pressure impulses on bodies, and collisions of particles with
// bodies.
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;

// Added mass of a submerged body over the mass of the displaced liquid: the value of a ball.
constexpr double kAddedMass = 0.5;
constexpr std::size_t kGrain = 1024;

}  // namespace

/// Accumulates the pressure impulses on bodies over dt. Not in Rasmussen et al. 2004, where objects move by
/// keyframes alone. The open parts of a cell's faces and the solid's surface in the cell together form a
/// closed surface. The area of the solid's part therefore follows from the face fractions.
void Rasmussen::accumulateBodyImpulses(float dt, const Bodies& bodies) {
  bodyImpulses_.assign(bodies.list.size(), {});
  if (std::ranges::none_of(bodies.list, &Body::isMoved)) return;
  const grid::CellBlocks& cells = grid_.cells();
  double density = 0.0;
  for (const std::uint16_t m : liquid_.particles.material)
    density += static_cast<double>(coefficients_[m].density);
  density /= std::max<double>(1.0, static_cast<double>(liquid_.size()));
  const auto area = static_cast<double>(cell_ * cell_);
  for (CellIndex c = 0; c < cells.size(); ++c) {
    if (!(grid_.phi().values[c] < 0.f) || toSolid_.values[c] > 2.f * cell_) continue;
    glm::dvec3 closed(0.0);
    double all = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      const CellIndex upper = cells.beside(c, axis, 1);
      const double low = 1.0 - static_cast<double>(faces_.open.at(axis, c));
      const double high = upper == grid::kNone ? 0.0 : 1.0 - static_cast<double>(faces_.open.at(axis, upper));
      closed[axis] = high - low;
      all += std::abs(closed[axis]);
    }
    if (!(all > 0.0)) continue;
    const Vec3 p(grid::middleOf(cells, c));
    const SolidSamples::NearestSolid found = solids_.nearest(p);
    if (found.body == SolidSamples::kNoBody || !bodies.list[found.body].isMoved()) continue;
    const Body& body = bodies.list[found.body];
    const Vec3 at = p - found.face.distance * found.face.normal;
    const glm::dvec3 impulse =
        density * static_cast<double>(pressure_.values[c]) * static_cast<double>(dt) * area * closed;
    BodyLoad& push = bodyImpulses_[found.body];
    push.sum.addImpulse(glm::dvec3(at - body.centre()), impulse);
    push.area += all * area;
    push.density = density;
  }
  accumulateDrags(density, bodies);
}

/// Accumulates the viscous stress of the liquid on bodies. Not in Rasmussen et al. 2004. The body's velocity
/// at the end of the step counts, so that a light body in a thick liquid is stable.
void Rasmussen::accumulateDrags(double density, const Bodies& bodies) {
  for (const grid::WallDrag& drag : wallDrags_) {
    const Vec3 p(grid::middleOfFace(grid_.cells(), drag.axis, drag.face));
    const std::uint32_t number = solids_.nearest(p).body;
    if (number == SolidSamples::kNoBody || !bodies.list[number].isMoved()) continue;
    glm::dvec3 along(0.0), velocity(0.0);
    along[drag.axis] = 1.0, velocity[drag.axis] = drag.liquid;
    BodyLoad& load = bodyImpulses_[number];
    load.sum.addContact(density * drag.mass, glm::dvec3(p - bodies.list[number].centre()), along, velocity,
                        1.0, 0.0);
    load.isDragged = true;
  }
}

/// Applies the accumulated impulses to bodies, with an added mass. The pressure is computed for bodies that
/// keep their velocity; when a body gives way, the liquid that has to follow resists like a mass. Without
/// added mass, bodies lighter than the liquid would be thrown to and fro.
void Rasmussen::coupleBodies(float dt, Bodies& bodies) {
  for (std::size_t b = 0; b < bodyImpulses_.size(); ++b) {
    Body& body = bodies.list[b];
    if (!body.isMoved()) continue;
    const BodyLoad& push = bodyImpulses_[b];
    if (!(push.area > 0.0) && !push.isDragged && !body.pull) {
      body.velocity += dt * gravity_;
      continue;
    }
    ImpulseSystem system(body, gravity_, dt);
    const double volume = body.unitMass.volume;
    // Surface area of a ball of this volume, times 1.5. The areas that a ball covers on faces along the three
    // axes sum to half as much again.
    const double surface = 1.5 * 4.836 * std::pow(volume, 2.0 / 3.0);
    const double added = kAddedMass * push.density * volume * std::min(1.0, push.area / surface);
    if (added > 0.0)
      system.addContact(added, glm::dvec3(0.0), glm::dvec3(0.0, 1.0, 0.0), glm::dvec3(body.velocity), 1.0,
                        1.0);
    system += push.sum;
    const auto u = system.solve();
    body.velocity = {u[0], u[1], u[2]};
    body.angularVelocity = {u[3], u[4], u[5]};
    body.wet |= push.area > 0.0;
  }
}

void Rasmussen::resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
  Particles& p = liquid_.particles;
  moved_.copy(p.position, threads);
  contact_.resolve(dt, threads, bodies, p, liquid_.previous);
  Vec3Array& movedAs = liquid_[movedAs_];
  threads.forEachIndex(p.size(), kGrain, [&](std::size_t i) {
    if (p.position[i] == moved_[i]) return;
    p.velocity.set(i, (p.position[i] - liquid_.previous[i]) / dt);
    movedAs.set(i, p.velocity[i]);
  });
}

}  // namespace ooze::rasmussen
