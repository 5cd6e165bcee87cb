#include "reference/clavet_twin.h"

#include "base/random.h"
#include "methods/clavet/coefficients.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ooze {

namespace {

constexpr double kPerFrame = 30.0;  // paper frames in a second

reference::Vec toDouble(const Vec3& v) { return reference::Vec(v); }

reference::Tensor toDouble(const clavet::Tensor6& t) {
  return {t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]};
}

reference::Packing toDouble(const clavet::Packing& p) {
  return {toDouble(p.far), toDouble(p.near), p.meanPressure};
}

double largest(const reference::Tensor& t) {
  double most = 0.0;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) most = std::max(most, std::abs(t[a][b]));
  return most;
}

double largest(const Vec3Array& product, const Particles& p, const reference::Liquid& liquid,
               reference::Vec reference::Particle::*member) {
  double worst = 0.0;
  for (std::size_t i = 0; i < product.size(); ++i)
    worst = std::max(worst, glm::length(toDouble(product[i]) - liquid.particles[p.id[i]].*member));
  return worst;
}

MaterialDefinition definitionOf(const clavet::Material& m, float h, float density) {
  MaterialDefinition definition;
  definition.values = toValues<clavet::Material>(clavet::kParameters, m);
  definition.referenceRadius = h;
  definition.density = density;
  return definition;
}

}  // namespace

clavet::Material paperMaterial() {
  clavet::Material m;
  m.volumeStiffness = 0.f;
  m.viscosityQuadratic = 0.f;
  return m;
}

clavet::Clavet makeProduct(float h, const std::vector<clavet::Material>& materials, const Vec3& gravity,
                           const std::vector<float>& densities) {
  clavet::Clavet product(MethodSettings{.interactionRadius = h});
  std::vector<MaterialDefinition> definitions;
  for (std::size_t i = 0; i < materials.size(); ++i)
    definitions.push_back(
        definitionOf(materials[i], h, densities.empty() ? MaterialDefinition{}.density : densities[i]));
  product.setMaterials(definitions);
  product.setGravity(gravity);
  return product;
}

ReferencePair::ReferencePair(float h, std::vector<clavet::Material> materials, const Vec3& gravity,
                             int threads, std::vector<float> densities)
    : product(makeProduct(h, materials, gravity, densities)), h_(h), threads_(threads) {
  if (densities.empty()) densities.assign(materials.size(), MaterialDefinition{}.density);
  const float densest = *std::max_element(densities.begin(), densities.end());
  reference.h = h;
  reference.gravity = toDouble(gravity);
  reference.collisionRadius = clavet::kCollisionRadius * h;
  reference.extractionKeepsVelocity = true;
  reference.implicitStickiness = true;
  reference.filmReach = clavet::kFilmReach * h;
  reference.filmTime = clavet::kFrictionTime;
  reference.materials.clear();
  const double acceleration = h * kPerFrame * kPerFrame;  // one h per frame^2 [m/s^2]
  for (std::size_t i = 0; i < materials.size(); ++i) {
    const clavet::Material& m = materials[i];
    const double density = densities[i];
    reference.materials.push_back(
        {.mass = density * clavet::restVolume(m) * h * h * h,
         .restDensity = m.restDensity,
         .k = m.stiffness * acceleration,
         .kNear = m.nearStiffness * acceleration,
         .friction = m.friction,
         .stickiness = m.stickiness * kPerFrame * kPerFrame,
         .stickDistance = m.stickDistance * h,
         .shearTime = clavet::coefficientsOf({.interactionRadius = h}, definitionOf(m, h, densities[i]),
                                             densest, glm::length(gravity))
                          .contact.shearTime,
         // The same pressure as in the densest liquid at the same compression.
         .kVolume = m.volumeStiffness * acceleration * densest / density,
         .settledDensity = clavet::settledDensity(m)});
  }
  reference.pairLaw = [materials, h](std::size_t a, std::size_t b) {
    const auto mean = [&](float clavet::Material::*member) {
      return 0.5 * (static_cast<double>(materials[a].*member) + static_cast<double>(materials[b].*member));
    };
    using M = clavet::Material;
    return reference::PairLaw{.sigma = mean(&M::viscosityLinear) * kPerFrame,
                              .beta = mean(&M::viscosityQuadratic) / h,
                              .kSpring = mean(&M::springStiffness) * kPerFrame * kPerFrame,
                              .alphaStretch = mean(&M::plasticityStretch) * kPerFrame,
                              .alphaCompress = mean(&M::plasticityCompress) * kPerFrame,
                              .gammaStretch = mean(&M::yieldRatioStretch),
                              .gammaCompress = mean(&M::yieldRatioCompress)};
  };
}

void ReferencePair::add(const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities,
                        std::uint16_t material) {
  product.insert({.positions = positions, .velocities = velocities, .material = material});
  product.findNeighbours(threads_);
  copyToReference();
}

void ReferencePair::addCube(const Vec3& centre, int edge, float noise, float speed, std::uint64_t seed,
                            std::uint16_t material) {
  const float spacing = product.laws().restSpacing(material);
  std::uint64_t count = 0;
  const auto random = [&] {
    Vec3 v;
    for (int axis = 0; axis < 3; ++axis) v[axis] = 2.f * randomUnit(seed, count++) - 1.f;
    return v;
  };
  std::vector<Vec3> positions, velocities;
  for (int x = 0; x < edge; ++x)
    for (int y = 0; y < edge; ++y)
      for (int z = 0; z < edge; ++z) {
        const Vec3 cell = Vec3(x, y, z) - 0.5f * static_cast<float>(edge - 1);
        positions.push_back(centre + spacing * (cell + noise * random()));
        velocities.push_back(speed * random());
      }
  add(positions, velocities, material);
}

void ReferencePair::setSprings(std::vector<clavet::Spring> springs) {
  std::sort(springs.begin(), springs.end(),
            [](const auto& s, const auto& t) { return std::pair(s.a, s.b) < std::pair(t.a, t.b); });
  product.springs().set(product.liquid(), springs);
  copyToReference();
}

void ReferencePair::addSprings() { product.edit(RunAction{clavet::kAddSprings}, threads_); }

void ReferencePair::copyToReference() {
  const Particles& p = product.particles();
  reference.particles.assign(p.nextId, {});
  for (std::size_t i = 0; i < p.size(); ++i)
    reference.particles[p.id[i]] = {toDouble(p.position[i]), toDouble(p.velocity[i]),
                                    toDouble(product.liquid().previous[i]), p.material[i]};
  reference.packings.assign(product.packing().empty() ? 0 : p.nextId, {});
  for (std::size_t i = 0; i < product.packing().size(); ++i)
    reference.packings[p.id[i]] = toDouble(product.packing()[i]);
  reference.springs.clear();
  for (const clavet::Spring& s : product.springs().list(product.liquid()))
    reference.springs[{s.a, s.b}] = s.restLength;
}

std::vector<reference::Turn> ReferencePair::viscosityOrder(std::uint64_t step) const {
  const Neighbours& neighbours = product.liquid().neighbours();
  const auto& id = product.view().particles->id;
  std::vector<reference::Turn> order;
  // First packets of eight neighbours, eight packets at a time, then eight single neighbours at a time; only
  // neighbours after the particle.
  for (const std::uint32_t i : product.liquid().neighbours().sweepOrder(step)) {
    const NeighbourList list = neighbours.of(i);
    for (std::size_t k = list.firstLaterPacket; k < list.eights.size(); k += 8) {
      reference::Turn turn{id[i], {}};
      const std::size_t end = std::min(k + 8, list.eights.size());
      NeighbourList{list.eights.subspan(k, end - k), {}}.forEach([&](std::size_t j) {
        if (j > i) turn.partners.push_back(id[j]);
      });
      order.push_back(turn);
    }
    for (std::size_t k = list.firstLaterSingle; k < list.singles.size(); k += 8) {
      reference::Turn turn{id[i], {}};
      for (std::size_t l = k; l < std::min(k + 8, list.singles.size()); ++l)
        turn.partners.push_back(id[list.singles[l]]);
      order.push_back(turn);
    }
  }
  return order;
}

std::vector<reference::Turn> ReferencePair::springOrder(std::uint64_t step) const {
  std::vector<reference::Turn> order;
  product.springs().visitTurns(product.liquid(), step,
                               [&](std::uint32_t owner, std::span<const std::uint32_t> partners) {
                                 order.push_back({owner, {partners.begin(), partners.end()}});
                               });
  return order;
}

std::vector<std::size_t> ReferencePair::relaxationOrder(std::uint64_t step) const {
  const auto& id = product.view().particles->id;
  std::vector<std::size_t> order;
  for (const std::uint32_t i : product.liquid().neighbours().sweepOrder(step)) order.push_back(id[i]);
  return order;
}

double ReferencePair::positionError() const {
  const Particles& p = *product.view().particles;
  return largest(p.position, p, reference, &reference::Particle::position) / h_;
}

double ReferencePair::previousError() {
  return largest(product.liquid().previous, product.particles(), reference, &reference::Particle::previous) /
         h_;
}

double ReferencePair::velocityError() const {
  const Particles& p = *product.view().particles;
  return largest(p.velocity, p, reference, &reference::Particle::velocity) / (h_ * kPerFrame);
}

ReferencePair::PackingError ReferencePair::packingError() {
  PackingError worst;
  const auto widen = [](double& most, double error) { most = std::max(most, error); };
  for (std::size_t i = 0; i < product.packing().size(); ++i) {
    const reference::Packing found = toDouble(product.packing()[i]);
    const reference::Packing& expected = reference.packings[product.particles().id[i]];
    widen(worst.far, largest(found.far - expected.far));
    widen(worst.near, largest(found.near - expected.near));
    const double acceleration = h_ * kPerFrame * kPerFrame;
    widen(worst.pressure, std::abs(found.meanPressure - expected.meanPressure) / acceleration);
  }
  return worst;
}

}  // namespace ooze
