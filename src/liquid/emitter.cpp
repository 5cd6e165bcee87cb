#include "ooze/liquid/emitter.h"

#include "ooze/base/error.h"
#include "ooze/particles/particles.h"

#include "base/random.h"
#include "liquid/nozzle_times.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <numbers>
#include <utility>

namespace ooze {
namespace {

struct Nozzle {
  Vec3 position, direction;
};

Nozzle nozzleAt(const EmitterSpec& spec, double time) {
  if (spec.keys.empty()) return {spec.position, spec.direction};
  const auto& keys = spec.keys;
  if (time <= keys.front().time) return {keys.front().position, keys.front().direction};
  if (time >= keys.back().time) return {keys.back().position, keys.back().direction};
  const auto next = std::upper_bound(keys.begin(), keys.end(), time,
                                     [](double t, const NozzleKey& k) { return t < k.time; });
  const NozzleKey& a = *(next - 1);
  const NozzleKey& b = *next;
  const auto t = static_cast<float>((time - a.time) / (b.time - a.time));
  const Vec3 direction = glm::mix(a.direction, b.direction, t);
  // Opposite directions interpolate through zero: keep the first until the second dominates.
  return {glm::mix(a.position, b.position, t),
          glm::length(direction) > 1e-3f ? glm::normalize(direction) : a.direction};
}

/// Returns two unit vectors perpendicular to `axis` and to each other.
std::pair<Vec3, Vec3> across(const Vec3& axis) {
  const Vec3 other = std::abs(axis.y) < 0.9f ? Vec3(0.f, 1.f, 0.f) : Vec3(1.f, 0.f, 0.f);
  const Vec3 u = glm::normalize(glm::cross(other, axis));
  return {u, glm::cross(axis, u)};
}

/// Returns the n-th point of a low-discrepancy sequence in the unit square, with random jitter.
/// Any `few` consecutive points are as far apart as possible: the additive sequence of the plastic number
/// (Roberts 2018), with a least distance of 0.54 / sqrt(few). The jitter leaves a distance of at least
/// `clear`.
Vec2 spread(std::uint64_t n, std::size_t few, float clear) {
  constexpr double kPlastic = 1.32471795724474602596;
  const auto k = static_cast<double>(n % 1'000'003);
  const float shake = std::max(0.f, (0.54f / std::sqrt(static_cast<float>(few)) - clear) / std::sqrt(8.f));
  const double x = 0.5 + k / kPlastic + shake * (2.f * randomUnit(n, 2) - 1.f);
  const double y = 0.5 + k / (kPlastic * kPlastic) + shake * (2.f * randomUnit(n, 3) - 1.f);
  return {static_cast<float>(x - std::floor(x)), static_cast<float>(y - std::floor(y))};
}

/// Returns the squared distance in a periodic unit square.
float distance2(const Vec2& a, const Vec2& b) {
  Vec2 d = glm::abs(a - b);
  d = glm::min(d, 1.f - d);
  return glm::dot(d, d);
}

}  // namespace

Vec2 DropSampler::at(std::uint64_t n, std::size_t few, float clear) {
  // An even spread shows as rows where drops are sparse; random points (Poisson-disk sampling) fill too
  // unevenly where drops are dense.
  constexpr float kSparse = 0.35f;  // greatest clear * sqrt(few) at which Poisson-disk sampling is used
  constexpr std::size_t kMostRemembered = 200;
  constexpr std::uint64_t kTries = 64;
  if (clear * std::sqrt(static_cast<float>(few)) > kSparse || few > kMostRemembered)
    return spread(n, few, clear);
  const std::uint64_t first = n - n % kRestartPeriod;
  if (few != few_ || clear != clear_ || n < next_ || next_ < first) {
    recent_.assign(few, Vec2(-1.f));
    next_ = first, few_ = few, clear_ = clear;
  }
  Vec2 best(0.f);
  for (; next_ <= n; ++next_) {
    const std::size_t known = static_cast<std::size_t>(std::min<std::uint64_t>(next_ - first, few));
    float farthest = -1.f;
    for (std::uint64_t t = 0; t < kTries && farthest < clear * clear; ++t) {
      const Vec2 tried(randomUnit(next_, 2 + 2 * t), randomUnit(next_, 3 + 2 * t));
      float nearest = 1.f;
      for (std::size_t k = 0; k < known; ++k) nearest = std::min(nearest, distance2(tried, recent_[k]));
      if (nearest > farthest) farthest = nearest, best = tried;
    }
    recent_[(next_ - first) % few] = best;
  }
  return best;
}

std::vector<Vec3> dropPoints(float radius, float spacing) {
  const int reach = static_cast<int>(radius / spacing);
  // Slack, so that rounding does not decide about points on the rim.
  const float rim = 1.0001f * radius / spacing;
  std::vector<Vec3> points;
  for (int a = -reach; a <= reach; ++a)
    for (int b = -reach; b <= reach; ++b)
      for (int c = -reach; c <= reach; ++c)
        if (const Vec3 p(a, b, c); glm::dot(p, p) <= rim * rim) points.push_back(spacing * p);
  return points;
}

LiquidSeeds Emitter::emit(double time, float dt, float spacing, std::uint32_t colour, std::uint64_t room,
                          JetLattice lattice) {
  LiquidSeeds seeds;
  seeds.material = spec_.material;
  seeds.colour = colour;
  if (!isOpen(spec_, time) || spec_.speed <= 0.f || time < spec_.start) return seeds;
  std::uint64_t limit = spec_.particleLimit;
  if (spec_.volumeLimit > 0.f)
    limit = std::min(limit, static_cast<std::uint64_t>(spec_.volumeLimit / (spacing * spacing * spacing)));
  const std::uint64_t poured = emitted_ - emittedBefore_;
  if (poured >= limit) {
    spec_.enabled = false;
    return seeds;
  }
  const std::uint64_t left = std::min(room, limit - poured);
  if (left == 0) return seeds;

  seeds.upstream = jet_;
  jet_ += spec_.speed * dt * nozzleAt(spec_, time).direction;
  if (spec_.shape == NozzleShape::Shower)
    addDrops(seeds, time, dt, spacing, left);
  else
    addLayers(seeds, time, dt, spacing, left, lattice);
  emitted_ += seeds.positions.size();
  return seeds;
}

namespace {

/// A column of particles along a jet.
struct JetColumn {
  Vec2 place;  ///< place in the nozzle's opening, relative to its centre [m]
  int shift;   ///< shift along the jet [spacings / number of shifts]
};

/// Number of different shifts along a staggered jet.
constexpr int kStaggeredShifts = 4;

/// Returns the shift of the column at a point of the lattice. Any two by two columns have all four shifts,
/// and the columns beside a column are half a spacing or a quarter off.
int staggeredShift(int a, int b) {
  constexpr int kShifts[2][2] = {{0, 2}, {3, 1}};
  return kShifts[a & 1][b & 1];
}

/// Returns the columns of the rest lattice in a nozzle's opening.
std::vector<JetColumn> columnsOf(const EmitterSpec& spec, float spacing, JetLattice lattice) {
  const int reach = static_cast<int>(std::ceil(spec.radius / spacing)) + 1;
  // Slightly larger, so that rounding does not decide about points on the rim.
  const float rim = spec.radius * 1.0001f;
  std::vector<JetColumn> columns;
  for (int a = -reach; a <= reach; ++a)
    for (int b = -reach; b <= reach; ++b) {
      const Vec2 p = spacing * Vec2(static_cast<float>(a), static_cast<float>(b));
      if (spec.shape == NozzleShape::Disc ? glm::dot(p, p) <= rim * rim
                                          : std::max(std::abs(p.x), std::abs(p.y)) <= rim)
        columns.push_back({p, lattice == JetLattice::Staggered ? staggeredShift(a, b) : 0});
    }
  return columns;
}

}  // namespace

bool JetPipe::guides(const Vec3& position, const Vec3& velocity, std::uint16_t materialIndex) const {
  const Vec3 from = position - opening;
  const float along = glm::dot(from, direction);
  if (materialIndex != material || along < 0.f || along > length ||
      glm::dot(velocity, direction) < 0.5f * speed)
    return false;
  const auto [u, v] = across(direction);
  const Vec2 p(glm::dot(from, u), glm::dot(from, v));
  return shape == NozzleShape::Disc ? glm::dot(p, p) <= radius * radius
                                    : std::max(std::abs(p.x), std::abs(p.y)) <= radius;
}

std::optional<JetPipe> Emitter::pipe(double time, float spacing, float length) const {
  if (!isOpen(spec_, time) || spec_.speed <= 0.f || time < spec_.start || spec_.shape == NozzleShape::Shower)
    return std::nullopt;
  const auto [position, direction] = nozzleAt(spec_, time);
  // Half a spacing of slack, because particles on the rim move outwards a little.
  return JetPipe{position,    direction,     spec_.radius + 0.5f * spacing, length, spec_.shape,
                 spec_.speed, spec_.material};
}

void Emitter::addLayers(LiquidSeeds& seeds, double time, float dt, float spacing, std::uint64_t left,
                        JetLattice lattice) {
  const auto [position, direction] = nozzleAt(spec_, time);
  const auto [u, v] = across(direction);
  const std::vector<JetColumn> columns = columnsOf(spec_, spacing, lattice);
  // The columns of each shift form a layer of their own. Layer k leaves after k / shifts of a spacing, and
  // the last layer completes the spacing.
  const int shifts = lattice == JetLattice::Staggered ? kStaggeredShifts : 1;
  const auto leavesAfter = [&](int layer) {
    return spacing * static_cast<float>(layer) / static_cast<float>(shifts);
  };
  int layer = 1;
  while (layer < shifts && travelled_ >= leavesAfter(layer)) ++layer;
  travelled_ += spec_.speed * dt;
  for (; travelled_ >= leavesAfter(layer); ++layer) {
    // Position of the layer before this time step moves it by speed * dt.
    const Vec3 centre = position + (travelled_ - leavesAfter(layer) - spec_.speed * dt) * direction;
    for (const auto& [p, shift] : columns) {
      if (shift != layer % shifts) continue;
      if (seeds.positions.size() >= left) {
        while (travelled_ >= spacing) travelled_ -= spacing;
        return;
      }
      // Jitter: a perfect lattice would fall as one block, and slight disorder lets the jet break up
      // naturally.
      const std::uint64_t n = emitted_ + seeds.positions.size();
      const Vec2 jitter = 0.02f * spacing * (2.f * Vec2(randomUnit(n, 0), randomUnit(n, 1)) - 1.f);
      seeds.positions.push_back(centre + (p.x + jitter.x) * u + (p.y + jitter.y) * v);
      seeds.velocities.push_back(spec_.speed * direction);
    }
    if (layer == shifts) travelled_ -= spacing, layer = 0;
  }
  // The end of a pipe, as wide as the particles of a layer, from which this step's liquid comes.
  // The pipe reaches far enough back that a grid can resolve it.
  constexpr float kPipe = 1.f;  // least length of the pipe [particle spacings]
  const float width = spacing * std::sqrt(static_cast<float>(columns.size()));
  const float half = 0.5f * (kPipe * spacing + spec_.speed * dt);
  seeds.shape = spec_.shape == NozzleShape::Disc
                    ? makeCylinder(width / std::sqrt(std::numbers::pi_v<float>), half)
                    : makeBox({0.5f * width, half, 0.5f * width});
  seeds.pose.position = position - half * direction;
  seeds.pose.orientation = glm::quat_cast(glm::mat3(u, direction, glm::cross(u, direction)));
  seeds.inlet = spec_.speed * direction;
}

void Emitter::addDrops(LiquidSeeds& seeds, double time, float dt, float spacing, std::uint64_t left) {
  const std::vector<Vec3> drop = dropPoints(spec_.dropRadius, spacing);
  const float side = 2.f * spec_.radius;
  const float rate = spec_.coverage * side * side * spec_.speed;  // volume flow through the opening [m^3/s]
  const float perDrop = static_cast<float>(drop.size()) * spacing * spacing * spacing;
  const float width = 2.f * spec_.dropRadius + spacing;
  // Number of drops released while one drop falls clear of the opening.
  const auto few = static_cast<std::size_t>(std::max(1.f, std::ceil(rate * width / (spec_.speed * perDrop))));
  const auto [position, direction] = nozzleAt(spec_, time);
  const auto [u, v] = across(direction);
  travelled_ += rate * dt / perDrop;
  while (travelled_ >= 1.f) {
    travelled_ -= 1.f;
    const std::uint64_t n = (emitted_ + seeds.positions.size()) / drop.size();
    const Vec2 place = spec_.radius * (2.f * places_.at(n, few, width / side) - 1.f);
    // The fraction of the next drop that is already due gives the time since this drop left.
    const float fallen = spec_.speed * (travelled_ * perDrop / rate - dt);
    const Vec3 centre = position + place.x * u + place.y * v + fallen * direction;
    for (const Vec3& point : drop) {
      if (seeds.positions.size() >= left) {
        travelled_ -= std::floor(travelled_);
        return;
      }
      seeds.positions.push_back(centre + point);
      seeds.velocities.push_back(spec_.speed * direction);
    }
  }
}

void Emitter::setEnabled(bool enabled) {
  if (enabled && !spec_.enabled) emittedBefore_ = emitted_;
  spec_.enabled = enabled;
}

void Emitter::save(ByteWriter& out) const {
  out.value(spec_.position);
  out.value(spec_.direction);
  out.value(static_cast<std::uint8_t>(spec_.keys.empty()));
  out.value(spec_.radius);
  out.value(spec_.speed);
  out.value(static_cast<std::uint8_t>(spec_.enabled));
  out.value(travelled_);
  out.value(emitted_);
  out.value(emittedBefore_);
}

void Emitter::restore(ByteReader& in, float spacingLimit) {
  spec_.position = in.value<Vec3>();
  spec_.direction = in.value<Vec3>();
  if (in.flag()) spec_.keys.clear();
  spec_.radius = in.value<float>();
  spec_.speed = in.value<float>();
  spec_.enabled = in.flag();
  travelled_ = in.value<float>();
  emitted_ = in.value<std::uint64_t>();
  emittedBefore_ = in.value<std::uint64_t>();
  const float most = spec_.shape == NozzleShape::Shower ? 1.f : spacingLimit;
  if (!(travelled_ >= 0.f && travelled_ <= most) || emittedBefore_ > emitted_ || emitted_ > kMaxIds)
    throw InputError("the save is damaged: an emitter's progress is not valid");
}

void Emitter::restoreJet(ByteReader& in) {
  constexpr float kLongest = 1e9f;  // greatest accepted coordinate of jet_ [m]
  jet_ = in.value<Vec3>();
  if (!(std::abs(jet_.x) <= kLongest && std::abs(jet_.y) <= kLongest && std::abs(jet_.z) <= kLongest))
    throw InputError("the save is damaged: an emitter's progress is not valid");
}

}  // namespace ooze
