// Motion of a level set by a velocity or speed field, with WENO differences and Runge-Kutta steps.
#include "base/reductions.h"
#include "grid/blocks.h"
#include "grid/finite_differences.h"
#include "grid/level_set.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

using Window = BlockWindow<3>;

constexpr float kCourant = 0.6f;  // fraction of the longest stable step
// Motion of the surface after which phi is reinitialised [cells]. The static nodes at the edge of the band
// must not have any influence.
constexpr float kFarthest = 0.5f, kFarthestByCurvature = 0.25f;
// Nodes this close to the edge of the band do not move until the next reinitialization [cells]. Their
// stencils would leave the band.
constexpr float kEdge = 2.f;

/// Returns true if all six neighbours have the opposite sign.
bool isAlone(const float* phi, const std::array<int, 3>& step) {
  return std::ranges::all_of(
      step, [&](int s) { return (phi[s] < 0.f) != (phi[0] < 0.f) && (phi[-s] < 0.f) != (phi[0] < 0.f); });
}

/// Computes the upwind square of a component of grad phi by Godunov's scheme (Osher and Fedkiw 2003, section
/// 6.2).
float godunov(const OneSided& d, bool outward) {
  return outward ? std::max(square(std::max(d.minus, 0.f)), square(std::min(d.plus, 0.f)))
                 : std::max(square(std::min(d.minus, 0.f)), square(std::max(d.plus, 0.f)));
}

}  // namespace

/// Terms of the equation of motion phi_t + u grad phi + F |grad phi| = mu kappa |grad phi|.
/// Here u is a velocity, F a speed along the normal, kappa the curvature of the level set and mu the speed
/// per curvature. Either u or F is set.
struct LevelSet::Motion {
  const Vector* velocity = nullptr;
  const Scalar* speed = nullptr;
  float curvature = 0.f;

  [[nodiscard]] std::size_t numbersPerNode() const { return velocity ? 3 : 1; }
};

void LevelSet::advance(Scalar speed, float curvature, float time, const Threads& threads) {
  if (!(curvature >= 0.f && std::isfinite(curvature)))
    throw std::invalid_argument("a level set's speed by curvature is negative or not finite");
  move({.speed = &speed, .curvature = curvature}, time, threads);
}

void LevelSet::advect(Vector velocity, float time, const Threads& threads) {
  move({.velocity = &velocity}, time, threads);
}

/// Samples the velocity or speed at the nodes of the band.
/// @return the largest |u_x| + |u_y| + |u_z| of a node, or sqrt(3) times the normal speed |F| [m/s]
float LevelSet::sampleMotion(const Motion& motion, const Threads& threads) {
  const std::size_t per = motion.numbersPerNode();
  field_.resize(per * values_.size());
  std::vector<float>& fastest = change_;
  fastest.assign(blocks_.size(), 0.f);
  std::atomic<bool> finite{true};
  threads.forEach(blocks_.size(), [&](std::size_t k) {
    for (std::size_t n = 0; n < kNodes; ++n) {
      const std::size_t node = kNodes * k + n;
      float* const to = field_.data() + per * node;
      std::fill_n(to, per, 0.f);
      if (std::abs(values_[node]) >= band_) continue;
      const Vec3 p(nodeOf(k, n));
      float rate;
      if (motion.velocity) {
        const Vec3 u = (*motion.velocity)(p);
        to[0] = u.x, to[1] = u.y, to[2] = u.z;
        rate = std::abs(u.x) + std::abs(u.y) + std::abs(u.z);
      } else {
        to[0] = (*motion.speed)(p);
        rate = std::sqrt(3.f) * std::abs(to[0]);
      }
      if (!std::isfinite(rate)) finite = false;
      fastest[k] = std::max(fastest[k], rate);
    }
  });
  if (!finite) throw std::invalid_argument("a level set's speed is not finite");
  return largest(threads, fastest.size(), [&](std::size_t k) { return fastest[k]; });
}

void LevelSet::move(const Motion& motion, float time, const Threads& threads) {
  if (!(time >= 0.f && std::isfinite(time)))
    throw std::invalid_argument("a level set's time of motion is negative or not finite");
  float left = time;
  float fastest = empty() ? 0.f : sampleMotion(motion, threads);
  while (left > 0.f && !empty()) {
    const float diffusion = 6.f * motion.curvature / square(cell_);
    const float rate = fastest / cell_ + diffusion;
    if (rate == 0.f) return;
    const float dt = std::min(left, kCourant / rate);
    stage(motion, values_, next_, 0.f, dt, threads);
    if (fastest > 0.f) {  // third-order TVD Runge-Kutta (Shu and Osher 1988); the first stage is precise
                          // enough for curvature alone
      stage(motion, next_, other_, 0.75f, dt, threads);
      stage(motion, other_, next_, 1.f / 3.f, dt, threads);
    }
    moved_ += largest(threads, values_.size(), [&](std::size_t n) {
      return std::abs(values_[n]) < cell_ ? std::abs(next_[n] - values_[n]) : 0.f;
    });
    std::swap(values_, next_);
    left = dt < left ? left - dt : 0.f;
    if (moved_ > (motion.curvature > 0.f ? kFarthestByCurvature : kFarthest) * cell_) {
      reinitialise(threads);
      fastest = empty() ? 0.f : sampleMotion(motion, threads);
    }
  }
  dropIfEmpty();
}

/// Runs a Runge-Kutta stage: to = ofStart values_ + (1 - ofStart) (from + dt L(from)).
void LevelSet::stage(const Motion& motion, const std::vector<float>& from, std::vector<float>& to,
                     float ofStart, float dt, const Threads& threads) const {
  to.resize(values_.size());
  const float perCell = 1.f / cell_, moving = band_ - kEdge * cell_;
  const std::size_t per = motion.numbersPerNode();
  threads.forEach(blocks_.size(), [&](std::size_t k) {
    Window window;
    window.load(from.data(), around_[k], band_);
    const auto rateAt = [&](const float* phi, const float* field) {
      float rate = 0.f;
      const auto difference = [&](std::size_t axis) { return oneSided(phi, Window::kStep[axis], perCell); };
      if (motion.velocity) {
        for (std::size_t axis = 0; axis < 3; ++axis)
          if (const float u = field[axis]; u != 0.f)
            rate -= u * (u > 0.f ? difference(axis).minus : difference(axis).plus);
      } else if (const float speed = field[0]; speed != 0.f) {
        float sum = 0.f;
        for (std::size_t axis = 0; axis < 3; ++axis) sum += godunov(difference(axis), speed > 0.f);
        rate -= speed * std::sqrt(sum);
      }
      if (motion.curvature > 0.f) {
        const Vec3 g = centralGradient(phi, Window::kStep, perCell);
        rate += motion.curvature * (isAlone(phi, Window::kStep)
                                        ? std::copysign(2.f * perCell, -*phi)  // no difference sees a slope
                                        : centralCurvature(phi, Window::kStep, perCell, g) * glm::length(g));
      }
      return rate;
    };
    std::size_t node = kNodes * k;
    for (int z = 0; z < kBlock; ++z)
      for (int y = 0; y < kBlock; ++y) {
        const float* phi = window.at(0, y, z);
        for (int x = 0; x < kBlock; ++x, ++node, ++phi) {
          float value = *phi;
          if (std::abs(value) < moving) value += dt * rateAt(phi, field_.data() + per * node);
          value = ofStart * values_[node] + (1.f - ofStart) * value;
          to[node] = std::clamp(value, -band_, band_);
        }
      }
  });
}

}  // namespace ooze::grid
