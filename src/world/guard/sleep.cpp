#include "world/guard/sleep.h"

#include "bodies/rotation.h"
#include "liquid/particle_arrays.h"
#include "liquid/state_bounds.h"
#include "world/guard/record_validation.h"
#include "world/guard/stability_monitor.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

/// Returns true if any position is farther than `limit` from its earlier value.
bool anyFarther(const Vec3Array& now, const Vec3Array& then, float limit) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Vec3 path = now[i] - then[i];
    if (!(glm::dot(path, path) <= limit * limit)) return true;
  }
  return false;
}

/// Returns an upper bound for the distance that any point of the body has moved [m].
float farthestPoint(const Body& body, const Pose& then) {
  const float turned = glm::length(rotationBetween(then.orientation, body.pose.orientation));
  const Vec3 centre = then.toWorld(Vec3(body.unitMass.centre));
  return glm::distance(body.centre(), centre) + turned * radiusOf(body);
}

bool isStill(const Vec3& velocity) { return velocity == Vec3(0.f); }

}  // namespace

Sleep::Sleep(double framesPerSecond)
    : patience_(static_cast<std::uint32_t>(std::max(std::ceil(kPatience * framesPerSecond), 1.0))) {}

void Sleep::wake() {
  asleep_ = false;
  frames_ = 0;
  ids_.clear();
  places_.resize(0);
  poses_.clear();
}

bool Sleep::endFrame(const Particles& particles, const std::vector<Body>& bodies, float h) {
  if (asleep_) return false;
  if (ids_.empty()) {
    if (particles.size() > 0 && fastestParticle(particles) < kSlow * h) watch(particles, bodies);
    return false;
  }
  if (!follow(particles) || hasMovedBeyond(particles, bodies, kMaxExcursion * h)) {
    wake();
    return false;
  }
  if (++frames_ < patience_) return false;
  if (hasMovedBeyond(particles, bodies, kMaxDrift * h)) {
    watch(particles, bodies);
    return false;
  }
  wake();
  asleep_ = true;
  return true;
}

void Sleep::watch(const Particles& particles, const std::vector<Body>& bodies) {
  frames_ = 0;
  ids_ = particles.id;
  places_ = particles.position;
  poses_.clear();
  for (const Body& body : bodies) poses_.push_back(body.pose);
}

/// Reorders the watched positions to the particles' present order.
/// @return false if particles were added or removed
bool Sleep::follow(const Particles& particles) {
  if (ids_ == particles.id) return true;
  if (ids_.size() != particles.size()) return false;
  indexOf_.fill(particles);
  sorted_.resize(ids_.size());
  for (std::size_t k = 0; k < ids_.size(); ++k) {
    const std::uint32_t i = indexOf_[ids_[k]];
    if (i == IdTable::kNone) return false;
    sorted_.set(i, places_[k]);
  }
  ids_ = particles.id;
  std::swap(places_, sorted_);
  return true;
}

bool Sleep::hasMovedBeyond(const Particles& particles, const std::vector<Body>& bodies, float limit) const {
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].isMoved() && !(farthestPoint(bodies[b], poses_[b]) <= limit)) return true;
  return anyFarther(particles.position, places_, limit);
}

void Sleep::save(ByteWriter& out) const {
  out.value(static_cast<std::uint8_t>(asleep_));
  out.value(frames_);
  out.array(ids_);
  saveValues(out, places_);
  out.array(poses_);
}

void Sleep::restore(ByteReader& in, const Particles& particles, const std::vector<Body>& bodies, float h) {
  Sleep read = *this;
  read.asleep_ = in.flag();
  read.frames_ = in.value<std::uint32_t>();
  read.ids_ = in.array<std::uint32_t>();
  readValues(in, read.places_);
  read.poses_ = in.array<Pose>();
  validateSave(read.frames_ < patience_ && read.places_.size() == read.ids_.size());
  validateSave(read.poses_.size() == (read.ids_.empty() ? 0 : bodies.size()));
  validateSave(!read.ids_.empty() || read.frames_ == 0);
  const StateBounds bounds(h);
  for (std::size_t k = 0; k < read.places_.size(); ++k) validateSave(bounds.isPlace(read.places_[k]));
  for (const Pose& pose : read.poses_)
    validateSave(isFinite(pose.position) && std::abs(glm::length(pose.orientation) - 1.f) < 1e-3f);
  std::vector<std::uint32_t> ids = read.ids_;
  std::sort(ids.begin(), ids.end());
  validateSave(ids.empty() || ids.back() < particles.nextId);
  validateSave(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  if (read.asleep_) {
    validateSave(read.ids_.empty());
    for (std::size_t i = 0; i < particles.size(); ++i)
      validateSave(particles.isFrozen(i) || isStill(particles.velocity[i]));
    for (const Body& body : bodies)
      validateSave(!body.isMoved() || (isStill(body.velocity) && isStill(body.angularVelocity)));
  }
  *this = std::move(read);
}

}  // namespace ooze
