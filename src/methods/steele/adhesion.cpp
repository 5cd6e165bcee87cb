#include "methods/steele/adhesion.h"

#include <algorithm>
#include <cmath>

namespace ooze::steele {

AdhesionCurve::AdhesionCurve(std::span<const CurvePoint> points)
    : count_(std::min(points.size(), kMostPoints)) {
  std::copy_n(points.begin(), count_, points_.begin());
  // A function that is 0 everywhere reaches nothing.
  if (!(strongest() > 0.f)) return;
  reach_ = points_[count_ - 1].at;
  float slope = 0.f;
  for (std::size_t k = 0; k + 1 < count_; ++k) {
    const CurvePoint &a = points_[k], &b = points_[k + 1];
    const float next = (b.value - a.value) / (b.at - a.at);
    if (next == slope) continue;
    at_[hinges_] = a.at;
    bend_[hinges_++] = next - slope;
    slope = next;
  }
}

float AdhesionCurve::stiffness() const {
  // The limits of the time step were measured with functions of reach 4 radii. A longer reach moves more
  // neighbours in the same direction, so the stiffness is scaled with the number of neighbours.
  const auto crowd = [](float d) { return std::max(1.f, d * d * d / 64.f); };
  float most = 0.f;
  for (std::size_t k = 0; k + 1 < count_; ++k)
    most = std::max(most, crowd(points_[k + 1].at) * (points_[k + 1].value - points_[k].value) /
                              (points_[k + 1].at - points_[k].at));
  for (std::size_t k = 0; k < count_; ++k) {
    const auto [at, value] = points_[k];
    // A pair under tension also oscillates sideways like a pendulum, with stiffness value / distance. Contact
    // keeps every pair farther apart than one radius.
    most = std::max(most, crowd(at) * value / std::max(1.f, at));
    // A constant repulsion has no slope, but must not throw a particle across its whole reach in one step.
    // Treat the repulsion as if it fell to 0 over two radii, as in the family "repels".
    if (at > 1.f) most = std::max(most, -0.5f * crowd(at) * value);
  }
  return std::max(most, -0.5f * (*this)(1.f));
}

float AdhesionCurve::strongest() const {
  float most = 0.f;
  for (const CurvePoint& p : points()) most = std::max(most, std::abs(p.value));
  return most;
}

AdhesionCurve AdhesionCurve::scaled(float factor) const {
  std::array<CurvePoint, kMostPoints> scaled = points_;
  for (CurvePoint& p : scaled) p.value *= factor;
  return AdhesionCurve(std::span(scaled.data(), count_));
}

AdhesionCurve mean(const AdhesionCurve& a, const AdhesionCurve& b) {
  std::array<CurvePoint, 2 * AdhesionCurve::kMostPoints> points;
  std::size_t count = 0;
  for (const AdhesionCurve* c : {&a, &b})
    for (const CurvePoint& p : c->points()) points[count++] = p;
  const auto end = points.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(points.begin(), end, [](const CurvePoint& p, const CurvePoint& q) { return p.at < q.at; });
  const auto last =
      std::unique(points.begin(), end, [](const CurvePoint& p, const CurvePoint& q) { return p.at == q.at; });
  // A curve that ends earlier jumps from its last value to 0. No point can describe the jump, so use the last
  // value at the end, which makes the mean taper off.
  const auto at = [](const AdhesionCurve& c, float d) {
    return d == c.reach() && !c.points().empty() ? c.points().back().value : c(d);
  };
  for (auto p = points.begin(); p != last; ++p) p->value = 0.5f * (at(a, p->at) + at(b, p->at));
  return AdhesionCurve(std::span(points.begin(), last));
}

AdhesionCurve cohesiveCurve(float amplitude) {
  return AdhesionCurve(
      std::array<CurvePoint, 4>{{{0.f, -10.f * amplitude}, {2.25f, 0.f}, {3.f, amplitude}, {4.f, 0.f}}});
}

std::vector<CurvePoint> cohesive(float amplitude) {
  const AdhesionCurve curve = cohesiveCurve(amplitude);
  return {curve.points().begin(), curve.points().end()};
}
std::vector<CurvePoint> clings(float amplitude) { return {{0.f, amplitude}, {2.f, amplitude}, {4.f, 0.f}}; }
std::vector<CurvePoint> repels(float amplitude) { return {{0.f, -amplitude}, {2.f, -amplitude}, {4.f, 0.f}}; }

std::span<const PairFunction> pairFunctions() {
  static constexpr std::array kFamilies{
      CurveFamily{"cohesive", "coheres",
                  "Pulls beyond contact and pushes within it, like a liquid that holds together.", cohesive},
      CurveFamily{"clings", "clings", "Only pulls, like a liquid that clings to a solid.", clings},
      CurveFamily{"repels", "repels", "Only pushes, like liquids that do not mix.", repels}};
  static constexpr std::array kFunctions{
      PairFunction{.key = "adhesion",
                   .label = "Adhesion",
                   .argument = "distance",
                   .argumentUnit = "radii",
                   .valueUnit = "m/s²",
                   .above = "pulls",
                   .below = "pushes",
                   .farthest = kMaxAdhesionReach,
                   .largest = 1e5f,
                   .fewestPoints = 2,
                   .mostPoints = AdhesionCurve::kMostPoints / 2,
                   .families = kFamilies,
                   .usual = 40.f,
                   .momentumOfLiquids = "Both liquids feel the same force, so momentum is conserved.",
                   .momentumAtSolids = "A floating body feels the opposite force. A fixed solid stays."}};
  return kFunctions;
}

AdhesionMatrix::AdhesionMatrix(std::vector<AdhesionCurve> curves)
    : curves_(std::move(curves)),
      kinds_(static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(curves_.size()))))) {
  const std::size_t pairs = curves_.size();
  for (const AdhesionCurve& c : curves_) {
    hinges_ = std::max(hinges_, c.hinges());
    strongest_ = std::max(strongest_, c.strongest());
    firsts_.push_back(c.first());
    reaches_.push_back(c.reach());
  }
  places_.assign(hinges_ * pairs, 0.f);
  bends_.assign(hinges_ * pairs, 0.f);
  for (std::size_t p = 0; p < pairs; ++p)
    for (std::size_t k = 0; k < curves_[p].hinges(); ++k) {
      places_[k * pairs + p] = curves_[p].hingeAt(k);
      bends_[k * pairs + p] = curves_[p].bend(k);
    }
}

}  // namespace ooze::steele
