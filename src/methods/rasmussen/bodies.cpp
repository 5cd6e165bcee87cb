// Coupling of rigid bodies with the liquid: pressure impulses on bodies, and collisions of particles with
// bodies.
#include "methods/rasmussen/cells.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

constexpr std::size_t kGrain = 1024;

}  // namespace

double Rasmussen::meanDensity() const {
  double density = 0.0;
  for (const std::uint16_t m : liquid_.particles.material)
    density += static_cast<double>(coefficients_[m].density);
  return density / std::max<double>(1.0, static_cast<double>(liquid_.size()));
}

/// Finds the moving bodies that liquid touches.
void Rasmussen::findCoupledBodies(float dt, const Bodies& bodies) {
  const std::span<const std::uint32_t> moved = coveredFaces_.moved();
  coupled_.clear(), bodyRows_.clear();
  if (moved.empty()) return;
  const double density = meanDensity();
  for (std::size_t k = 0; k < moved.size(); ++k) {
    const Body& body = bodies.list[moved[k]];
    coupled_.push_back({.body = moved[k], .system = ImpulseSystem(body, gravity_, dt)});
    bodyRows_.emplace_back().rows = coveredFaces_.rowsOf(k, body, grid_.cells(), grid_.phi());
  }
  addDrags(density, bodies);
  std::size_t touched = 0;
  for (std::size_t k = 0; k < coupled_.size(); ++k) {
    if (!coupled_[k].isDragged && bodyRows_[k].rows.empty()) continue;
    if (touched != k) coupled_[touched] = coupled_[k], bodyRows_[touched] = std::move(bodyRows_[k]);
    ++touched;
  }
  coupled_.resize(touched), bodyRows_.resize(touched);
  for (std::size_t k = 0; k < coupled_.size(); ++k) {
    coupled_[k].mobility = density * coupled_[k].system.mobility();
    coupled_[k].before = bodyRows_[k].velocity = coupled_[k].system.solve();
    bodyRows_[k].mobility = coupled_[k].mobility;
  }
}

/// Adds the viscous stress of the liquid on the coupled bodies. Not in Rasmussen et al. 2004. The body's
/// velocity at the end of the step counts, so that a light body in a thick liquid is stable.
void Rasmussen::addDrags(double density, const Bodies& bodies) {
  for (const grid::WallDrag& drag : wallDrags_) {
    const Vec3 p(grid::middleOfFace(grid_.cells(), drag.axis, drag.face));
    const auto coupled = std::ranges::find(coupled_, solids_.nearest(p).body, &CoupledBody::body);
    if (coupled == coupled_.end()) continue;
    glm::dvec3 along(0.0), velocity(0.0);
    along[drag.axis] = 1.0, velocity[drag.axis] = drag.liquid;
    coupled->system.addContact(density * drag.mass, glm::dvec3(p - bodies.list[coupled->body].centre()),
                               along, velocity, 1.0, 0.0);
    coupled->isDragged = true;
  }
}

/// Solves for the pressure and the velocities of the bodies at once (Batty, Bertails and Bridson 2007). Not
/// in Rasmussen et al. 2004, where objects move by keyframes alone. Liquid and bodies exchange equal
/// impulses, and a light body is as stable as a heavy one. Where another body stops a coupled body, the
/// pressure is solved again for the velocity that contacts leave. Otherwise liquid would flow around a body
/// on the floor as if the body fell.
void Rasmussen::solveWithBodies(float dt, Bodies& bodies, const Threads& threads, FunctionRef<void()> solve) {
  findCoupledBodies(dt, bodies);
  if (coupled_.empty()) return solve();
  coveredFaces_.leaveOutBodies(faces_);
  unsolved_.copy(grid_.velocity, threads);
  solve();
  if (holdTouchedBodies(dt, bodies)) {
    grid_.velocity.copy(unsolved_, threads);
    solve();
  }
  for (std::size_t k = 0; k < coupled_.size(); ++k) {
    Body& body = bodies.list[coupled_[k].body];
    const auto seen = bodyRows_[k].velocityAfter();
    coupled_[k].after = coupled_[k].before + coupled_[k].mobility * bodyRows_[k].push;
    body.velocity = {seen[0], seen[1], seen[2]};
    body.angularVelocity = {seen[3], seen[4], seen[5]};
  }
  coveredFaces_.includeBodies(bodies, grid_.cells(), faces_);
}

/// Fixes the velocity of each coupled body that touches another body at the velocity that contacts leave.
/// @return true if any body touches another
bool Rasmussen::holdTouchedBodies(float dt, Bodies& bodies) {
  std::vector<Body> moving = bodies.list;
  for (Body& body : moving)
    if (body.isMoved()) body.velocity += dt * gravity_;
  for (std::size_t k = 0; k < coupled_.size(); ++k) {
    const auto u = bodyRows_[k].velocityAfter();
    moving[coupled_[k].body].velocity = {u[0], u[1], u[2]};
    moving[coupled_[k].body].angularVelocity = {u[3], u[4], u[5]};
  }
  std::vector<bool> touched;
  moving = bodies.predictContacts(std::move(moving), dt, gravity_, touched);
  bool any = false;
  for (std::size_t k = 0; k < coupled_.size(); ++k) {
    const Body& body = moving[coupled_[k].body];
    if (!touched[coupled_[k].body]) continue;
    any |= !bodyRows_[k].rows.empty();
    bodyRows_[k].velocity << body.velocity.x, body.velocity.y, body.velocity.z, body.angularVelocity.x,
        body.angularVelocity.y, body.angularVelocity.z;
    bodyRows_[k].mobility.setZero();
  }
  return any;
}

/// Gives the moving bodies the velocities that they have before contacts.
void Rasmussen::coupleBodies(float dt, Bodies& bodies) {
  for (std::uint32_t b = 0; b < bodies.list.size(); ++b) {
    Body& body = bodies.list[b];
    if (!body.isMoved()) continue;
    const auto coupled = std::ranges::find(coupled_, b, &CoupledBody::body);
    if (coupled == coupled_.end() && !body.pull) {
      body.velocity += dt * gravity_;
      continue;
    }
    const ImpulseSystem::Vector6 u =
        coupled == coupled_.end() ? ImpulseSystem(body, gravity_, dt).solve() : coupled->after;
    body.velocity = {u[0], u[1], u[2]};
    body.angularVelocity = {u[3], u[4], u[5]};
    body.wet |= coupled != coupled_.end();
  }
}

/// Moves particles out of bodies. Particles in the liquid keep the velocity of the grid, which has felt the
/// bodies already; particles on their own bounce.
void Rasmussen::resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
  Particles& p = liquid_.particles;
  moved_.copy(p.position, threads);
  contact_.resolve(dt, threads, bodies, p, liquid_.previous);
  Vec3Array& movedAs = liquid_[movedAs_];
  threads.forEachIndex(p.size(), kGrain, [&](std::size_t i) {
    if (p.position[i] == moved_[i]) return;
    if (!grid_.empty() && grid_.levelSet().sample(moved_[i]) <= kLost * cell_) return;
    p.velocity.set(i, (p.position[i] - liquid_.previous[i]) / dt);
    movedAs.set(i, p.velocity[i]);
  });
}

}  // namespace ooze::rasmussen
