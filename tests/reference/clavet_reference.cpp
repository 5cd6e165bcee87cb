#include "reference/clavet_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ooze::reference {

namespace {

// Measured for settled liquid at rho0 = 10.
constexpr double kGuardCloseness = 0.73;  // pairs closer than this are kept apart
constexpr double kGuardGain = 0.1;

double square(double v) { return v * v; }

/// Returns the unit vector from i to j. For coincident particles the direction depends on the order of i and
/// j, so that both agree.
Vec direction(const Liquid& liquid, std::size_t i, std::size_t j) {
  const Vec d = liquid.particles[j].position - liquid.particles[i].position;
  const double r = glm::length(d);
  if (r > 0.0) return d / r;
  return {0.0, i < j ? 1.0 : -1.0, 0.0};
}

double distance(const Liquid& liquid, std::size_t i, std::size_t j) {
  return glm::length(liquid.particles[j].position - liquid.particles[i].position);
}

/// Returns the share of particle i in a relative displacement, or velocity, of i and j: m_j / (m_i + m_j).
/// The paper's half and half is the case of equal masses.
double partOf(const Liquid& liquid, std::size_t i, std::size_t j) {
  const double own = liquid.materials[liquid.particles[i].material].mass;
  const double other = liquid.materials[liquid.particles[j].material].mass;
  return other / (own + other);
}

/// Returns distance and normal of a solid at particle i: within kPlanesHold, the tangent plane of an earlier
/// position.
Solid::Sample sampleSolid(const Liquid& liquid, std::size_t i, const Solid& solid) {
  const Vec& p = liquid.particles[i].position;
  if (liquid.sampledFrom.empty()) return solid.sample(p);
  const Vec moved = p - liquid.sampledFrom[i];
  if (glm::length(moved) >= kPlanesHold * liquid.h) return solid.sample(p);
  const auto [distance, normal] = solid.sample(liquid.sampledFrom[i]);
  return {distance + glm::dot(normal, moved), normal};
}

}  // namespace

std::vector<Pair> pairsWithin(const Liquid& liquid, double radius) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < liquid.particles.size(); ++i)
    for (std::size_t j = i + 1; j < liquid.particles.size(); ++j)
      if (distance(liquid, i, j) < radius) pairs.emplace_back(i, j);
  return pairs;
}

std::vector<Pair> springPairs(const Liquid& liquid) {
  std::vector<Pair> pairs;
  for (const auto& [pair, length] : liquid.springs) pairs.push_back(pair);
  return pairs;
}

std::vector<Turn> oneByOne(const std::vector<Pair>& pairs) {
  std::vector<Turn> turns;
  for (const auto& [i, j] : pairs) turns.push_back({i, {j}});
  return turns;
}

std::vector<std::size_t> ascending(const Liquid& liquid) {
  std::vector<std::size_t> order(liquid.particles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

void applyGravity(Liquid& liquid, double dt) {
  for (Particle& p : liquid.particles) p.velocity += dt * liquid.gravity;
}

double leftOf(double x) { return 1.0 / (1.0 + x + x * x / 2.0 + x * x * x / 6.0); }

double correctForOverlap(double x) {
  const double within = std::min(x, 2.0);
  return x * (1.0 + 0.085 * within + 0.05 * within * within);
}

double approachAfter(double u, double linear, double quadratic, double dt) {
  const double left = leftOf(linear * dt);
  // Mean over the step of the linear decay; 1 in the limit of no decay.
  const double mean = linear > 0.0 ? (1.0 - left) / (linear * dt) : 1.0;
  return u * left / (1.0 + (u > 0.0 ? quadratic * dt * u * mean : 0.0));
}

void applyViscosity(Liquid& liquid, double dt, const std::vector<Turn>& order) {
  for (const auto& [i, partners] : order) {
    Particle& a = liquid.particles[i];
    Vec change(0.0);
    for (const std::size_t j : partners) {
      Particle& b = liquid.particles[j];
      const double q = distance(liquid, i, j) / liquid.h;
      if (q >= 1.0) continue;
      const Vec rHat = direction(liquid, i, j);
      const double u = glm::dot(a.velocity - b.velocity, rHat);
      const PairLaw law = liquid.pairLaw(a.material, b.material);
      const double impulse = u - approachAfter(u, 0.5 * (1.0 - q) * correctForOverlap(law.sigma * dt) / dt,
                                               (1.0 - q) * law.beta, dt);
      change -= partOf(liquid, i, j) * impulse * rHat;
      b.velocity += partOf(liquid, j, i) * impulse * rHat;
    }
    a.velocity += change;
  }
}

void predictPositions(Liquid& liquid, double dt) {
  liquid.sampledFrom.clear();
  for (Particle& p : liquid.particles) {
    p.previous = p.position;
    p.position += dt * p.velocity;
  }
}

void adjustSprings(Liquid& liquid, double dt) {
  for (const auto& [i, j] : pairsWithin(liquid, liquid.h)) {
    const PairLaw law = liquid.pairLaw(liquid.particles[i].material, liquid.particles[j].material);
    // A spring created at L = h exerts no force until it is compressed, so without compressive plasticity no
    // spring is needed.
    if (law.kSpring > 0.0 && law.alphaCompress > 0.0) liquid.springs.try_emplace({i, j}, liquid.h);
  }
  for (auto& [pair, length] : liquid.springs) {
    const auto& [i, j] = pair;
    const PairLaw law = liquid.pairLaw(liquid.particles[i].material, liquid.particles[j].material);
    const double r = distance(liquid, i, j);
    const double stretched = 1.0 + law.gammaStretch, squeezed = 1.0 - law.gammaCompress;
    if (r > stretched * length)
      length = r / stretched + (length - r / stretched) * leftOf(dt * law.alphaStretch * stretched);
    else if (r < squeezed * length)
      length = r / squeezed + (length - r / squeezed) * leftOf(dt * law.alphaCompress * squeezed);
  }
  std::erase_if(liquid.springs, [&](const auto& spring) { return spring.second > liquid.h; });
}

void applySpringDisplacements(Liquid& liquid, double dt, const std::vector<Turn>& order) {
  for (const auto& [i, partners] : order) {
    Particle& a = liquid.particles[i];
    Vec change(0.0);
    for (const std::size_t j : partners) {
      Particle& b = liquid.particles[j];
      const double length = liquid.springs.at(std::minmax(i, j));
      const double kSpring = liquid.pairLaw(a.material, b.material).kSpring;
      const double r = distance(liquid, i, j);
      const Vec d = dt * dt * kSpring * (1.0 - length / liquid.h) * (length - r) * direction(liquid, i, j);
      change -= partOf(liquid, i, j) * d;
      b.position += partOf(liquid, j, i) * d;
    }
    a.position += change;
  }
}

namespace {

/// Integrates by Simpson's rule over [from, 1].
template <class F>
double integrate(double from, const F& f) {
  constexpr int kIntervals = 400;
  const double width = (1.0 - from) / kIntervals;
  double sum = 0.0;
  for (int n = 0; n <= kIntervals; ++n)
    sum += (n == 0 || n == kIntervals ? 1.0 : n % 2 == 1 ? 4.0 : 2.0) * f(from + n * width);
  return sum * width / 3.0;
}

}  // namespace

double halfSpaceSum(double d, int power) {
  // The cap of the sphere of radius r beyond the plane has the area 2 pi r (r - d).
  if (d >= 1.0) return 0.0;
  return integrate(d,
                   [&](double r) { return std::pow(1.0 - r, power) * 2.0 * std::numbers::pi * r * (r - d); });
}

double halfSpacePush(double d, int power) {
  // A ring of the cap at the angle a has r cos(a) in [d, r]; the moments of all rings along the normal add up
  // to this.
  if (d >= 1.0) return 0.0;
  return integrate(d,
                   [&](double r) { return std::pow(1.0 - r, power) * std::numbers::pi * (r * r - d * d); });
}

double halfSpaceMoment(double d, int power) {
  // On a ring of the cap, with c = cos(a), y^2 is on average r^2 (1 - c^2) / 2. The area of the ring is 2 pi
  // r^2 dc.
  if (d >= 1.0) return 0.0;
  return integrate(d, [&](double r) {
    return std::pow(1.0 - r, power) * std::numbers::pi *
           (2.0 / 3.0 * r * r * r - d * r * r + d * d * d / 3.0);
  });
}

void relaxParticle(Liquid& liquid, double dt, std::size_t i, const std::vector<Solid>& walls) {
  const Material& m = liquid.materials[liquid.particles[i].material];
  const double h = liquid.h;

  double rho = 0.0, rhoNear = 0.0, closeness = 0.0;
  Vec lean(0.0);  // sum of w r_hat
  for (std::size_t j = 0; j < liquid.particles.size(); ++j) {
    const double q = distance(liquid, i, j) / h;
    if (j == i || q >= 1.0) continue;
    rho += square(1.0 - q);
    rhoNear += (1.0 - q) * square(1.0 - q);
    closeness += 1.0 - q;
    lean += (1.0 - q) * direction(liquid, i, j);
  }
  const double oneSided = closeness > 0.0 ? glm::length(lean) / closeness : 1.0;
  const double exposure = std::clamp(std::max(oneSided, 1.0 - rho / m.settledDensity), 0.0, 1.0);
  const double rhoOfLiquid = rho;
  // The number density is 17.2 at the settled density 7.2.
  const double number = m.settledDensity * kNumberPerDensity;
  Vec wallPush(0.0), wallPushNear(0.0);
  double open = 1.0;  // fraction of the ball not covered by walls: the overlap of two walls counts once
  for (const Solid& wall : walls) {
    const auto [phi, n] = sampleSolid(liquid, i, wall);
    const double d = std::max(0.0, phi / h + kWallOffset);
    const double covered = halfSpaceSum(d, 2) / (4.0 * std::numbers::pi / 30.0);
    rho += number * open * halfSpaceSum(d, 2);
    rhoNear += number * open * halfSpaceSum(d, 3);
    wallPush = (1.0 - covered) * wallPush + number * open * halfSpacePush(d, 1) * n;
    wallPushNear = (1.0 - covered) * wallPushNear + number * open * halfSpacePush(d, 2) * n;
    open *= 1.0 - covered;
  }
  lean -= wallPush;

  double pressure = m.k * (rho - m.restDensity);
  double pressureNear = m.kNear * rhoNear;
  ShearCorrection sheared;
  if (m.kVolume > 0.0) {
    const double excess = std::max(0.0, rho - m.settledDensity);
    const double gain = m.kVolume * dt * dt / h;
    const double volume =
        m.kVolume * excess / (1.0 + gain * (rho + kNearShare * rhoNear + glm::dot(lean, lean)));
    liquid.packings.resize(liquid.particles.size());
    Packing& packing = liquid.packings[i];
    pressure += volume;
    pressureNear += kNearShare * volume;
    sheared = computeShearCorrection(packing, {.far = dt * dt * pressure,
                                               .near = dt * dt * pressureNear,
                                               .tension = m.k > 0.0 ? -packing.meanPressure / m.k : 0.0,
                                               .exposure = exposure,
                                               .wallShare = (rho - rhoOfLiquid) / m.settledDensity});
    // Exponential moving average: the first value counts in full, each later value by an eighth.
    packing.meanPressure +=
        (packing.meanPressure == 0.0 ? 1.0 : 1.0 / 8.0) * (pressure - packing.meanPressure);
  }

  Vec dx(0.0);
  for (std::size_t j = 0; j < liquid.particles.size(); ++j) {
    const double q = distance(liquid, i, j) / h;
    if (j == i || q >= 1.0) continue;
    const double w = 1.0 - q;
    double apart = dt * dt * (pressure * w + pressureNear * w * w);
    if (m.kVolume > 0.0) apart += 2.0 * kGuardGain * h * std::max(0.0, w - kGuardCloseness);
    const Vec rHat = direction(liquid, i, j);
    if (sheared.most > 0.0)
      apart -= w * (1.0 + kNearShare * w) * std::min(sheared.most, glm::dot(rHat, sheared.shear * rHat));
    const Vec d = apart * rHat;
    liquid.particles[j].position += partOf(liquid, j, i) * d;
    dx -= partOf(liquid, i, j) * d;
  }
  // The imagined liquid behind a wall has no turn in which to push back, unlike a neighbour. Both halves of
  // eq. 6 are therefore applied here. The wall's liquid never pulls.
  const Vec push = dt * dt * (pressure * wallPush + pressureNear * wallPushNear);
  if (glm::dot(push, wallPush) > 0.0) dx += push;
  liquid.particles[i].position += dx;
  liquid.densities.resize(liquid.particles.size());
  liquid.densities[i] = {rho, rhoNear, pressure, pressureNear};
}

void relaxDoubleDensity(Liquid& liquid, double dt, const std::vector<std::size_t>& order,
                        const std::vector<Solid>& walls) {
  liquid.sampledFrom.clear();
  if (!walls.empty())
    for (const Particle& p : liquid.particles) liquid.sampledFrom.push_back(p.position);
  for (const std::size_t i : order) relaxParticle(liquid, dt, i, walls);
}

void supportAlongWalls(Liquid& liquid, double dt, const std::vector<Solid>& walls) {
  // Mirrored liquid has the pressures of the real liquid, so its displacement is proportional to the moment
  // of its force. Near and far force are weighted as in the volume law.
  const auto moment = [](double d) { return halfSpaceMoment(d, 1) + kNearShare * halfSpaceMoment(d, 2); };
  for (std::size_t i = 0; i < liquid.particles.size(); ++i) {
    Particle& p = liquid.particles[i];
    Vec whole = p.position - p.previous - dt * p.velocity;
    const Vec given = whole;
    double open = 1.0;
    for (const Solid& wall : walls) {
      const auto [phi, n] = sampleSolid(liquid, i, wall);
      const double d = std::max(0.0, phi / liquid.h + kWallOffset);
      const double left = std::max(0.25, open * (1.0 - moment(d) / (2.0 * moment(0.0))));
      whole += (open / left - 1.0) * (whole - glm::dot(whole, n) * n);
      open = left;
    }
    p.position += whole - given;
  }
}

void resolveCollisions(Liquid& liquid, double dt, const std::vector<Solid>& solids) {
  for (std::size_t i = 0; i < liquid.particles.size(); ++i)
    for (const Solid& solid : solids) {
      Particle& p = liquid.particles[i];
      const Material& m = liquid.materials[p.material];
      // Friction and shear are resistances in series: their times add.
      const double ofFace = solid.friction.value_or(m.friction);
      const double friction = ofFace > 0.0 ? 1.0 / (1.0 / ofFace + m.shearTime / dt) : 0.0;
      const double stickiness = solid.stickiness.value_or(m.stickiness);
      const double stickDistance = solid.stickDistance.value_or(m.stickDistance);
      const auto [phi, n] = sampleSolid(liquid, i, solid);
      const double d = phi - liquid.collisionRadius;
      if (d < 0.0) {
        // The solid's velocity is taken at the position to which extraction moves the particle.
        const Vec relative = (p.position - p.previous) / dt - solid.velocityAt(p.position - d * n);
        const Vec normalPart = glm::dot(relative, n) * n;
        const Vec tangentialPart = relative - normalPart;
        Vec impulse = -friction * tangentialPart;  // eq. 11; this impulse is added below
        // A solid does not hold back a particle that leaves.
        if (glm::dot(relative, n) < 0.0) impulse -= normalPart;
        p.position += dt * impulse;
        const auto [phiAfter, nAfter] = solid.sample(p.position);
        const double after = phiAfter - liquid.collisionRadius;
        if (after < 0.0) {
          p.position -= after * nAfter;
          if (liquid.extractionKeepsVelocity) p.previous -= after * nAfter;
        }
      } else {
        const Vec relative = (p.position - p.previous) / dt - solid.velocityAt(p.position);
        const Vec sliding = relative - glm::dot(relative, n) * n;
        double gap = d;
        if (d < stickDistance) {
          double pull = stickiness * d * (1.0 - d / stickDistance);  // eq. 12; this pull is added below
          const double derivative = stickiness * (1.0 - 2.0 * d / stickDistance);
          if (liquid.implicitStickiness && derivative > 0.0) pull /= 1.0 + dt * dt * derivative;
          p.position -= dt * dt * pull * n;
          gap = std::max(0.0, d - dt * dt * pull);
        }
        if (gap < liquid.filmReach && friction > 0.0) {
          // Contact and film are resistances in series: their relaxation times add.
          const double part = gap / liquid.filmReach;
          const double contactTime = dt * (1.0 / friction - 1.0);
          const double time = contactTime + liquid.filmTime * part / (1.0 - part);
          p.position -= dt * sliding / (1.0 + time / dt);
        }
      }
    }
}

void deriveVelocities(Liquid& liquid, double dt) {
  for (Particle& p : liquid.particles) p.velocity = (p.position - p.previous) / dt;
}

void step(Liquid& liquid, double dt, const std::vector<Solid>& solids) {
  applyGravity(liquid, dt);
  applyViscosity(liquid, dt, oneByOne(pairsWithin(liquid, liquid.h)));
  predictPositions(liquid, dt);
  adjustSprings(liquid, dt);
  applySpringDisplacements(liquid, dt, oneByOne(springPairs(liquid)));
  relaxDoubleDensity(liquid, dt, ascending(liquid));
  resolveCollisions(liquid, dt, solids);
  deriveVelocities(liquid, dt);
}

}  // namespace ooze::reference
