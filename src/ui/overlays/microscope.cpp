#include "ui/overlays/microscope.h"

#include "ui/widgets/plot.h"
#include "ui/widgets/stage_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ooze::ui {
namespace {

constexpr float kNearby = 2.f;       // radius of a close-up [h]
constexpr float kSmallBalls = 0.4f;  // particle size in a close-up, over the usual size
constexpr std::uint32_t kChosen = 0xff3da8f2, kFarOff = 0xffa39e99;
constexpr float kFullStrain = 0.12f;  // strain at which links have their full colour
// Longest velocity arrow; half size of a position marker [h].
constexpr float kLongestArrow = 0.9f, kPlace = 0.05f;
// Colours that differ from the blue neighbours, the red and blue links, and the stage colours of
// displacements.
constexpr std::array<std::uint32_t, 2> kPlaceColours{0xff5fe8c8, 0xffe8c85f};
constexpr std::array<std::uint32_t, 4> kArrowColours{0xffff9a3c, 0xffb45cf0, 0xffffffff, 0xff6ee06e};

std::uint32_t mixed(std::uint32_t a, std::uint32_t b, float part) {
  std::uint32_t out = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const auto from = static_cast<float>((a >> shift) & 255u), to = static_cast<float>((b >> shift) & 255u);
    out |= static_cast<std::uint32_t>(std::lround(from + part * (to - from))) << shift;
  }
  return out;
}

Vec3 moveOf(const StepRecord& record, std::size_t stage, std::uint32_t id) {
  const auto place = record.placeOf(id);
  return place ? record.displacement(stage, *place) : Vec3(0.f);
}

/// Returns an arrow whose head lies in a plane that faces the camera.
Stroke arrow(const OrbitCamera& camera, const Vec3& from, const Vec3& along, std::uint32_t colour,
             float width) {
  const Vec3 tip = from + along;
  const Vec3 toEye = glm::normalize(camera.spec().eye - tip);
  const Vec3 across = glm::cross(along, toEye);
  Stroke stroke;
  stroke.colour = colour;
  stroke.width = width;
  stroke.points = {from, tip};
  if (glm::length(across) > 1e-12f) {
    const Vec3 side = 0.1f * glm::length(along) * glm::normalize(across);
    stroke.points.insert(stroke.points.end(), {tip - 0.22f * along + side, tip, tip - 0.22f * along - side});
  }
  return stroke;
}

class MicroscopeOverlayBuilder {
 public:
  MicroscopeOverlayBuilder(const MicroscopeState& state, const StepRecord& record, const OrbitCamera& camera)
      : record_(record),
        camera_(camera),
        stage_(shownStage(state, record)),
        id_(*state.particle),
        at_(*positionAfter(record, stage_, id_)),
        details_(*shownDetails(state, record)),
        times_(exaggerationOf(state, record)) {}

  std::vector<Stroke> make() {
    addNeighbours();
    addLinks();
    addMoves();
    addArrows();
    addPlaces();
    Stroke ring = ringFacing(camera_, at_, 0.16f * record_.interactionRadius);
    ring.width = 1.3f;
    strokes_.push_back(ring);
    Stroke reach = ringFacing(camera_, at_, record_.interactionRadius);
    reach.dim = true;
    reach.width = 0.7f;
    strokes_.push_back(reach);
    return std::move(strokes_);
  }

 private:
  void addNeighbours() {
    for (const InspectedNeighbour& n : details_.neighbours)
      if (const auto there = positionAfter(record_, stage_, n.id))
        strokes_.push_back({.points = {at_, *there}, .colour = neighbourColour(n.q), .width = 0.6f});
  }
  void addLinks() {
    for (const InspectedLink& s : details_.links)
      if (const auto there = positionAfter(record_, stage_, s.id))
        strokes_.push_back({.points = {at_, *there}, .colour = strainColour(s.strain()), .width = 1.3f});
  }
  // Draws displacements. Those of the shown stage include the neighbours; other stages show the particle
  // alone.
  void addMoves() {
    const std::uint32_t colour = stageColour(record_.stages[stage_].note);
    for (const InspectedNeighbour& n : details_.neighbours)
      addMove(*positionAfter(record_, stage_, n.id), moveOf(record_, stage_, n.id), colour, 0.8f);
    for (std::size_t s = 1; s < record_.stages.size(); ++s)
      if (s != stage_)
        addMove(at_, moveOf(record_, s, id_),
                mixed(stageColour(record_.stages[s].note), kFarOff, 0.45f) & 0xb0ffffffu, 0.8f);
    addMove(at_, moveOf(record_, stage_, id_), colour, 1.8f);
  }
  /// Draws the velocity arrows. The first arrow is the widest, so that coinciding arrows stay visible.
  void addArrows() {
    float longest = 0.f;
    for (const InspectedVelocity& a : details_.arrows) longest = std::max(longest, glm::length(a.velocity));
    if (!(longest > 0.f)) return;
    const float length = kLongestArrow * record_.interactionRadius / longest;
    for (std::size_t k = 0; k < details_.arrows.size(); ++k)
      strokes_.push_back(arrow(camera_, at_, length * details_.arrows[k].velocity, arrowColour(k),
                               1.f + 0.8f * static_cast<float>(details_.arrows.size() - 1 - k)));
  }
  /// Draws a line to each reported position, and a diamond at the position.
  void addPlaces() {
    const float half = kPlace * record_.interactionRadius;
    const Vec3 right = half * camera_.right(), up = half * camera_.up();
    for (std::size_t k = 0; k < details_.places.size(); ++k) {
      const Vec3 there = details_.places[k].position;
      const std::uint32_t colour = placeColour(k);
      strokes_.push_back({.points = {at_, there}, .colour = colour, .width = 1.3f});
      strokes_.push_back({.points = {there + up, there + right, there - up, there - right, there + up},
                          .colour = colour,
                          .width = 1.3f});
    }
  }
  void addMove(const Vec3& from, const Vec3& move, std::uint32_t colour, float width) {
    if (glm::length(times_ * move) < 0.02f * record_.interactionRadius) return;
    strokes_.push_back(arrow(camera_, from, times_ * move, colour, width));
  }

  const StepRecord& record_;
  const OrbitCamera& camera_;
  const std::size_t stage_;
  const std::uint32_t id_;
  const Vec3 at_;
  const ParticleDetails& details_;
  const float times_;
  std::vector<Stroke> strokes_;
};

}  // namespace

const StepRecord* shownRecord(const SessionView& view, bool microscopeOn) {
  return microscopeOn && !view.status.moves() && view.snapshot ? view.stepRecord.get() : nullptr;
}

std::size_t shownStage(const MicroscopeState& state, const StepRecord& record) {
  return std::min(state.stage, record.stages.size() - 1);
}

void moveStage(MicroscopeState& state, const StepRecord& record, int by) {
  const auto last = static_cast<int>(record.stages.size()) - 1;
  state.stage =
      static_cast<std::size_t>(std::clamp(static_cast<int>(shownStage(state, record)) + by, 0, last));
}

const ParticleDetails* shownDetails(const MicroscopeState& state, const StepRecord& record) {
  if (!state.particle || record.particle != state.particle) return nullptr;
  const std::optional<ParticleDetails>& details = record.stages[shownStage(state, record)].details;
  return details ? &*details : nullptr;
}

std::optional<Vec3> positionAfter(const StepRecord& record, std::size_t stage, std::uint32_t id) {
  const auto place = record.placeOf(id);
  if (!place) return std::nullopt;
  const Vec3 at = (*record.stages[stage].positions)[*place];
  return isFinite(at) ? std::optional(at) : std::nullopt;
}

float exaggerationOf(const MicroscopeState& state, const StepRecord& record) {
  if (state.exaggeration > 0.f) return state.exaggeration;
  const ParticleDetails* details = shownDetails(state, record);
  if (!details) return 1.f;
  const std::size_t stage = shownStage(state, record);
  float longest = glm::length(moveOf(record, stage, *state.particle));
  for (const InspectedNeighbour& n : details->neighbours)
    longest = std::max(longest, glm::length(moveOf(record, stage, n.id)));
  if (longest <
      1e-6f * record.interactionRadius) {  // the stage moves nothing: uses the displacements of all stages
    for (std::size_t s = 1; s < record.stages.size(); ++s)
      longest = std::max(longest, glm::length(moveOf(record, s, *state.particle)));
  }
  // Rounds the factor, so that the factor stays constant from step to step.
  const double wanted = 0.5 * record.interactionRadius / std::max(longest, 1e-9f);
  return static_cast<float>(std::clamp(0.5 * roundUp(wanted * 1.2), 1.0, 1e5));
}

std::shared_ptr<const Snapshot> microscopeSnapshot(const MicroscopeState& state, const StepRecord& record,
                                                   const Snapshot& now) {
  const std::size_t stage = shownStage(state, record);
  auto shot = std::make_shared<Snapshot>(*snapshotAfter(record, stage, now));
  for (MaterialDefinition& material : shot->materials) {
    material.look = "clay";
    material.lookOverrides = {};
  }
  const ParticleDetails* details = shownDetails(state, record);
  std::unordered_map<std::uint32_t, std::uint32_t> colours;
  if (details) {
    for (const std::uint32_t id : details->region.ids) colours[id] = kRegionColour;
    for (const InspectedNeighbour& n : details->neighbours) colours[n.id] = neighbourColour(n.q);
    colours[*state.particle] = kChosen;
  }
  for (std::size_t i = 0; details && i < shot->ids.size(); ++i) {
    const auto found = colours.find(shot->ids[i]);
    shot->colours[i] = found != colours.end() ? found->second : mixed(shot->colours[i], kFarOff, 0.75f);
  }
  if (!details || !state.closeUp) return shot;

  const Vec3 centre = *positionAfter(record, stage, *state.particle);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < shot->ids.size(); ++i)
    if (!(glm::length(shot->positions[i] - centre) > kNearby * record.interactionRadius)) kept.push_back(i);
  keepParticles(*shot, kept);
  shot->restSpacing *= kSmallBalls;
  return shot;
}

std::vector<Stroke> microscopeOverlay(const MicroscopeState& state, const StepRecord& record,
                                      const OrbitCamera& camera) {
  return shownDetails(state, record) ? MicroscopeOverlayBuilder(state, record, camera).make()
                                     : std::vector<Stroke>();
}

std::optional<std::uint32_t> pickParticle(const Snapshot& shown, const PickRay& ray, float radius) {
  std::optional<std::uint32_t> nearest;
  float best = 0.f;
  for (std::size_t i = 0; i < shown.positions.size(); ++i) {
    const Vec3 to = shown.positions[i] - ray.origin;
    const float along = glm::dot(to, ray.direction);
    if (along <= 0.f || (nearest && along >= best)) continue;
    if (glm::dot(to, to) - along * along > radius * radius) continue;
    nearest = shown.ids[i];
    best = along;
  }
  return nearest;
}

std::uint32_t neighbourColour(float q) { return mixed(0xfff2dcb4, 0xff9a7450, std::clamp(q, 0.f, 1.f)); }

std::uint32_t placeColour(std::size_t place) { return kPlaceColours[place % kPlaceColours.size()]; }

std::uint32_t arrowColour(std::size_t arrow) { return kArrowColours[arrow % kArrowColours.size()]; }

std::uint32_t strainColour(float strain) {
  constexpr std::uint32_t kCalm = 0xffc8ccd0, kStretched = 0xff4a5ae0, kSqueezed = 0xffe08a3c;
  const float part = std::clamp(std::abs(strain) / kFullStrain, 0.f, 1.f);
  return mixed(kCalm, strain > 0.f ? kStretched : kSqueezed, part);
}

}  // namespace ooze::ui
