#include "methods/shape_matching/references.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace ooze::shape_matching {
namespace {

constexpr std::size_t kLoadGrain = 1024, kJoinGrain = 64;  // particles per chunk
// Tolerance of the check interval, because times add up with rounding.
constexpr float kEarly = 1e-4f;
// Poured liquid joins particles within kJoinReach [spacings] whose strain is at most kSound.
constexpr float kJoinReach = 2.f, kSound = 1.f;
// Least distance from the goal at which liquid is torn off [spacings].
constexpr float kLeastTear = 2.f;

bool anyOf(std::size_t count, const Threads& threads, FunctionRef<bool(std::size_t)> is) {
  std::atomic<bool> found{false};
  threads.forChunks(count, kLoadGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !found; ++i)
      if (is(i)) found = true;
  });
  return found;
}

bool isRotation(const Quat& q, const StateBounds& /*bounds*/) {
  return std::abs(glm::dot(q, q) - 1.f) < 1e-3f;
}

}  // namespace

void References::addTo(ParticleArrays& arrays) {
  place = arrays.add<Vec3>(
      {.isSound = [](const Vec3& x, const StateBounds& bounds) { return bounds.isPlace(x); }});
  shape = arrays.add<std::uint32_t>({});
  rotation = arrays.add<Quat>({.fill = Quat(1.f, 0.f, 0.f, 0.f), .isSound = isRotation});
  breaks = arrays.add<std::uint8_t>({});
  updatedAt = arrays.add<float>(
      {.isSound = [](const float& t, const StateBounds&) { return t >= 0.f && std::isfinite(t); }});
  strain = arrays.add<float>(
      {.isSound = [](const float& v, const StateBounds&) { return v >= 0.f && std::isfinite(v); }});
  load = arrays.add<float>(
      {.isSound = [](const float& l, const StateBounds&) { return l >= 0.f && std::isfinite(l); }});
}

/// Returns a new shape number. Numbers wrap after four billion; shapes of equal number that lie apart share
/// no row.
std::uint32_t References::newShapeNumber() {
  if (++clock_.shapes == 0) ++clock_.shapes;
  return clock_.shapes;
}

void References::resetReference(ParticleLiquid& liquid, std::size_t i, std::uint32_t number) {
  liquid[place].set(i, liquid.particles.position[i]);
  liquid[shape][i] = number;
  liquid[rotation][i] = Quat(1.f, 0.f, 0.f, 0.f);
  liquid[breaks][i] = 0;
  liquid[updatedAt][i] = static_cast<float>(clock_.time);
}

void References::begin(ParticleLiquid& liquid, std::size_t count, bool joins) {
  if (count == 0) return;
  const std::uint32_t number = newShapeNumber();
  for (std::size_t i = liquid.size() - count; i < liquid.size(); ++i) {
    resetReference(liquid, i, number);
    if (joins) liquid[breaks][i] = kJoins;
  }
}

bool References::assignShapes(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
                              const Threads& threads) {
  const float reach = kBodyReach * kSpacing * h;
  bool changed = clearShapesOfLiquids(liquid, materials, threads);
  changed |= join(liquid, materials, kSpacing * h, threads);
  changed |= begin(liquid, materials, reach, threads);
  return changed;
}

/// Removes the shape of liquids with alpha = 1, so that they take a new shape when they set.
bool References::clearShapesOfLiquids(ParticleLiquid& liquid, std::span<const Coefficients> materials,
                                      const Threads& threads) const {
  const auto forgets = [&](std::size_t i) {
    return liquid[shape][i] != 0 && !materials[liquid.particles.material[i]].keepsShape();
  };
  if (!anyOf(liquid.size(), threads, forgets)) return false;
  threads.forEachIndex(liquid.size(), kLoadGrain, [&](std::size_t i) {
    if (forgets(i)) liquid[shape][i] = 0, liquid[breaks][i] = 0;
  });
  return true;
}

/// Joins poured and torn-off liquid to the shape of the nearest particle that has one, at its present
/// relative position. Particles without a shape nearby may join in the next round, next to a particle that
/// has joined in this one.
bool References::join(ParticleLiquid& liquid, std::span<const Coefficients> materials, float spacing,
                      const Threads& threads) {
  joining_.clear();
  for (std::size_t i = 0; i < liquid.size(); ++i)
    if (liquid[breaks][i] & kJoins) joining_.push_back({static_cast<std::uint32_t>(i), kNobody});
  if (joining_.empty()) return false;
  bool any = true;
  while (any) {
    any = false;
    // The loop writes nothing that it reads.
    threads.forEachIndex(joining_.size(), kJoinGrain, [&](std::size_t k) {
      joining_[k].to = nearestJoinable(liquid, materials, joining_[k].particle, spacing);
    });
    std::erase_if(joining_, [&](const Joining& j) {
      if (j.to == kNobody) return false;
      joinTo(liquid, j.particle, j.to, spacing);
      return any = true;
    });
  }
  for (const Joining& j : joining_) liquid[breaks][j.particle] &= kBreaks;
  return true;
}

/// Returns the nearest particle whose shape can be joined. Torn-off liquid does not join a shape that does
/// not flow.
/// @return kNobody if none is near
std::uint32_t References::nearestJoinable(const ParticleLiquid& liquid,
                                          std::span<const Coefficients> materials, std::uint32_t i,
                                          float spacing) const {
  const Particles& p = liquid.particles;
  const bool torn = liquid[shape][i] == 0;
  std::uint32_t nearest = kNobody;
  float least = kJoinReach * kJoinReach * spacing * spacing;
  liquid.neighbours().of(i).forEach([&](std::size_t j) {
    if ((liquid[breaks][j] & kJoins) != 0 || liquid[shape][j] == 0 || liquid[strain][j] > kSound) return;
    if (torn && materials[p.material[j]].alpha <= 0.f) return;
    const Vec3 apart = p.position[i] - p.position[j];
    const float d2 = glm::dot(apart, apart);
    if (d2 < least || (d2 == least && nearest != kNobody && p.id[j] < p.id[nearest]))
      least = d2, nearest = static_cast<std::uint32_t>(j);
  });
  return nearest;
}

void References::joinTo(ParticleLiquid& liquid, std::uint32_t i, std::uint32_t to, float spacing) {
  const Particles& p = liquid.particles;
  const Quat turn = liquid[rotation][to];
  // The distance is limited to a spacing. A thread stretched at the nozzle by its own weight then has no gaps
  // in its shape.
  const Vec3 apart = glm::conjugate(turn) * (p.position[i] - p.position[to]);
  const float length = glm::length(apart);
  liquid[place].set(i, liquid[place][to] + (length > spacing ? spacing / length : 1.f) * apart);
  liquid[shape][i] = liquid[shape][to];
  liquid[rotation][i] = turn;
  liquid[breaks][i] = 0;
  liquid[updatedAt][i] = static_cast<float>(clock_.time);
}

/// Gives particles without a shape their present shape, one number per connected body.
bool References::begin(ParticleLiquid& liquid, std::span<const Coefficients> materials, float reach,
                       const Threads& threads) {
  const auto lacks = [&](std::size_t i) {
    return liquid[shape][i] == 0 && materials[liquid.particles.material[i]].keepsShape();
  };
  if (!anyOf(liquid.size(), threads, lacks)) return false;
  bodies_.assign(connectedBodies_.find(liquid, reach, lacks, threads), {});
  for (ReferenceLoad& body : bodies_) body.number = newShapeNumber();
  for (std::size_t i = 0; i < liquid.size(); ++i)
    if (const std::uint32_t body = connectedBodies_.bodyOf(i); body != ConnectedBodies::kNone)
      resetReference(liquid, i, bodies_[body].number);
  return true;
}

bool References::tear(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
                      const Threads& threads) const {
  const float spacing = kSpacing * h;
  const auto isTorn = [&](std::size_t i) {
    const Coefficients& c = materials[liquid.particles.material[i]];
    return c.alpha > 0.f && liquid[shape][i] != 0 &&
           liquid[strain][i] > std::max(kLeastTear, c.regionRadius / spacing);
  };
  if (!anyOf(liquid.size(), threads, isTorn)) return false;
  threads.forEachIndex(liquid.size(), kLoadGrain, [&](std::size_t i) {
    if (isTorn(i)) liquid[shape][i] = 0, liquid[breaks][i] = kJoins, liquid[strain][i] = 0.f;
  });
  return true;
}

void References::addLoad(ParticleLiquid& liquid, const Vec3Array& external, float dt,
                         const Threads& threads) {
  std::vector<float>& loads = liquid[load];
  threads.forEachIndex(liquid.size(), kLoadGrain,
                       [&](std::size_t i) { loads[i] += dt * glm::length(external[i]); });
  clock_.time += static_cast<double>(dt);
  clock_.sinceCheck += dt;
}

/// Departs from the paper, which compares the force of a single step and a single mean over everything. Here
/// the load is the mean since the last check, so that no impact falls between checks and the result does not
/// depend on the time step. Each body has its own mean, so that a calm body does not yield with one that is
/// hit. Bodies with alpha = 0 never yield.
bool References::yieldBodies(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
                             const Threads& threads) {
  float interval = std::numeric_limits<float>::max();
  const auto flows = [](const Coefficients& c) { return c.alpha > 0.f && c.keepsShape(); };
  for (const Coefficients& c : materials)
    if (flows(c)) interval = std::min(interval, c.interval);
  if (clock_.sinceCheck < (1.f - kEarly) * interval) return false;
  const auto counts = [&](std::size_t i) {
    return liquid[shape][i] != 0 && flows(materials[liquid.particles.material[i]]);
  };
  const std::uint32_t count = connectedBodies_.find(liquid, kBodyReach * kSpacing * h, counts, threads);
  bodies_.assign(count, {});
  for (std::size_t i = 0; i < liquid.size(); ++i) {
    if (connectedBodies_.bodyOf(i) == ConnectedBodies::kNone) continue;
    ReferenceLoad& body = bodies_[connectedBodies_.bodyOf(i)];
    body.load += static_cast<double>(liquid[load][i]);
    body.threshold += static_cast<double>(materials[liquid.particles.material[i]].threshold);
    body.count += 1.0;
  }
  bool any = false;
  for (ReferenceLoad& body : bodies_)
    if (body.load > body.threshold * static_cast<double>(clock_.sinceCheck))
      body.number = newShapeNumber(), any = true;
  for (std::size_t i = 0; i < liquid.size(); ++i) {
    liquid[load][i] = 0.f;
    if (connectedBodies_.bodyOf(i) == ConnectedBodies::kNone) continue;
    if (const std::uint32_t number = bodies_[connectedBodies_.bodyOf(i)].number; number != 0)
      resetReference(liquid, i, number);
  }
  clock_.sinceCheck = 0.f;
  return any;
}

void References::restore(ByteReader& in) {
  const auto read = in.value<Clock>();
  if (!(read.time >= 0.0 && std::isfinite(read.time) && read.sinceCheck >= 0.f &&
        std::isfinite(read.sinceCheck)))
    throw InputError("the save is damaged: its clock is not valid");
  clock_ = read;
}

}  // namespace ooze::shape_matching
