#include "ooze/bodies/bodies.h"

#include "ooze/base/error.h"

#include "bodies/contact_solver.h"
#include "bodies/rotation.h"

#include <algorithm>
#include <cmath>
#include <glm/matrix.hpp>

namespace ooze {
namespace {

/// Integrates the pose of a body over dt with constant velocities.
void move(Body& body, const Vec3& velocity, const Vec3& angularVelocity, float dt) {
  const Vec3 centre = body.centre() + dt * velocity;
  body.pose.orientation = turnedBy(body.pose.orientation, dt * angularVelocity);
  body.pose.position = centre - body.pose.orientation * Vec3(body.unitMass.centre);
}

/// Returns the angular velocity at which a body in this orientation has the given angular momentum.
/// The momentum is divided by the body's density.
Vec3 angularVelocityOf(const Body& body, const glm::dvec3& momentum, const Quat& orientation) {
  const glm::dmat3 axes = glm::mat3_cast(glm::dquat(orientation));
  return axes * (glm::inverse(body.unitMass.inertia) * (glm::transpose(axes) * momentum));
}

/// Integrates the pose of a body over dt, including torque-free precession.
/// Without torque the angular momentum is constant, not the angular velocity. The midpoint rule for the
/// orientation conserves energy to second order.
void moveAndPrecess(Body& body, const Vec3& velocity, const Vec3& turn, float dt) {
  if (!(glm::determinant(body.unitMass.inertia) > 0.0)) {
    move(body, velocity, body.angularVelocity + turn, dt);
    return;
  }
  const glm::dmat3 axes = glm::mat3_cast(glm::dquat(body.pose.orientation));
  const glm::dvec3 momentum =
      axes * (body.unitMass.inertia * (glm::transpose(axes) * glm::dvec3(body.angularVelocity)));
  const Quat halfway = turnedBy(body.pose.orientation, 0.5f * dt * body.angularVelocity);
  move(body, velocity, angularVelocityOf(body, momentum, halfway) + turn, dt);
  body.angularVelocity = angularVelocityOf(body, momentum, body.pose.orientation);
}

/// Moves a kinematic body along its keys.
/// A jump between keys takes no time and has no velocity. A time step with a jump therefore starts from the
/// pose after the jump, so that neither the velocities nor the path seen by the liquid contain the jump.
void follow(Body& body, double time, float dt) {
  const double start = time - dt;
  // The interval starts one time step early: with rounded times, a jump at the boundary may belong to either
  // step.
  if (jumpsWithin(body.keys, start - dt, time)) body.previousPose = poseBeforeMotion(body.keys, start, time);
  body.pose = interpolate(body.keys, time);
  if (!(dt > 0.f)) return;
  body.velocity = (body.pose.position - body.previousPose.position) / dt;
  body.angularVelocity = rotationBetween(body.previousPose.orientation, body.pose.orientation) / dt;
}

void requireFinite(const Body& body) {
  constexpr float kFarthest = 1e6f;  // greatest distance of a body from the origin [m]
  const Quat& q = body.pose.orientation;
  const bool sane = isFinite(body.pose.position) && isFinite(body.velocity) &&
                    isFinite(body.angularVelocity) && std::isfinite(q.x + q.y + q.z + q.w) &&
                    glm::length(body.pose.position) <= kFarthest;
  if (!sane) throw RunError("body \"" + body.name + "\" is no longer finite");
}

}  // namespace

Body makeBody(std::string name, const SolidShape& solid, Motion motion, float cell,
              const std::filesystem::path& cacheFolder) {
  Body body;
  body.name = std::move(name);
  body.solid = solid;
  body.motion = motion;
  if (motion == Motion::Dynamic) body.unitMass = massProperties(solid);
  body.shape = makeDistance(solid, cell, cacheFolder);
  return body;
}

Bodies::Bodies(std::vector<Body> bodies) : list(std::move(bodies)) {}
Bodies::~Bodies() = default;
Bodies::Bodies(Bodies&&) noexcept = default;
Bodies& Bodies::operator=(Bodies&&) noexcept = default;

void Bodies::advance(double time, float dt) {
  for (Body& body : list) {
    body.previousPose = body.pose;
    body.wet = false;
    if (body.motion == Motion::Dynamic) {
      if (body.present) move(body, body.velocity, body.angularVelocity, dt);
      continue;
    }
    body.velocity = body.angularVelocity = Vec3(0.f);
    if (body.motion == Motion::Kinematic && !body.keys.empty()) follow(body, time, dt);
  }
}

void Bodies::advanceWithContacts(float dt, const Vec3& gravity) {
  const auto moves = [](const Body& body) { return body.motion == Motion::Dynamic && body.present; };
  if (std::none_of(list.begin(), list.end(), moves)) return;
  for (Body& body : list) {
    if (!body.present) continue;
    if (moves(body)) body.pose = body.previousPose;
    requireFinite(body);
  }
  if (!contacts_) contacts_ = std::make_unique<ContactSolver>();
  const std::vector<ContactSolver::BodyResponse> responses = contacts_->solve(list, dt, gravity);
  for (std::size_t i = 0; i < list.size(); ++i) {
    Body& body = list[i];
    if (!moves(body)) continue;
    moveAndPrecess(body, body.velocity + responses[i].push, responses[i].turn, dt);
    body.pose.position += responses[i].shift;
    // `velocity` is the value at the end of the step. The mean over the step is less by half of the gain from
    // gravity.
    if (!body.wet && !responses[i].touched) body.pose.position -= 0.5f * dt * dt * gravity;
    requireFinite(body);
  }
}

std::vector<Body> Bodies::predictContacts(std::vector<Body> moving, float dt, const Vec3& gravity,
                                          std::vector<bool>& touched) {
  if (!contacts_) contacts_ = std::make_unique<ContactSolver>();
  touched.clear();
  for (const ContactSolver::BodyResponse& response : contacts_->solve(moving, dt, gravity))
    touched.push_back(response.touched);
  return moving;
}

}  // namespace ooze
