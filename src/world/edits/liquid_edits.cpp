#include "world/edits/liquid_edits.h"

#include "liquid/occupied.h"
#include "liquid/present_solids.h"
#include "world/edits/blade.h"
#include "world/parts/added_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace ooze {
namespace {

/// Returns a predicate that is true for points in a ball.
auto ball(const Vec3& place, float radius) {
  return [=](const Vec3& p) {
    const Vec3 offset = p - place;
    return glm::dot(offset, offset) <= radius * radius;
  };
}

// Margin beside the blade's edges where liquid is marked as cut too [interaction radii]. With the margin, a
// curved stroke leaves no wedge between its segments.
constexpr float kBesideEdge = 0.25f;

// Distance from the blade within which liquid is pushed apart [interaction radii].
constexpr float kPartingReach = 0.75f;

UndoRecord addLiquid(const FillMesh& command, EditedWorld world) {
  const WorldMaterials& materials = world.materials;
  LiquidSeeds seeds;
  // The command was refused if too few ids were left; an emitter may have used some since.
  seeds.positions = meshSeeds(command, kParticleLimit, world);
  seeds.positions.resize(
      std::min<std::size_t>(seeds.positions.size(), newParticleBudget(world.spec, world.method)));
  seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
  seeds.material = command.material;
  if (seeds.material < materials.size()) seeds.colour = materials[seeds.material].colour;
  return world.method.edit(AddLiquid{seeds}, world.threads);
}

/// Cuts liquid with a blade. Removes links across the blade, prevents new ones, and pushes the two sides
/// apart with equal and opposite momentum.
UndoRecord cut(const CutWithBlade& command, EditedWorld world) {
  Method& method = world.method;
  const Blade blade(command.a, command.b, command.c, command.d);
  const auto normal = blade.normal();
  if (!normal) return {};
  const float h = world.spec.methodSettings.interactionRadius;
  const Blade wide = blade.widened(kBesideEdge * h);
  const Aabb beside = wide.bounds().expanded(kCutReach * h);
  const auto crosses = [&](const Vec3& from, const Vec3& to) { return blade.crossing(from, to).has_value(); };
  const auto distance = [&](const Vec3& place) {
    return beside.contains(place) ? wide.distance(place, *normal, kCutReach * h) : std::nullopt;
  };
  UndoRecord kept = method.edit(CutLiquid{crosses, distance}, world.threads);
  const float reach = kPartingReach * h;
  const Aabb near = blade.bounds().expanded(reach);
  // Fraction of the parting speed at a point, negative on the side that the normal points away from.
  const auto partAt = [&](const Vec3& at) -> std::optional<float> {
    if (!near.contains(at)) return std::nullopt;
    const auto from = blade.distance(at, *normal, reach);
    if (!from) return std::nullopt;
    const float away = *from / reach;
    return std::copysign((1.f - away * away) * (1.f - away * away), away);
  };
  std::array<double, 2> momentum{};
  const auto sum = [&](const Parcel& p) -> std::optional<Vec3> {
    if (const auto part = partAt(p.position))
      momentum[*part < 0.f] += std::abs(*part) * world.materials.particleMass(p.material);
    return std::nullopt;
  };
  method.changeVelocities(sum, Threads(1));  // one thread, so that the sums have a fixed order
  const double both = momentum[0] + momentum[1];
  const auto partSides = [&](const Parcel& p) -> std::optional<Vec3> {
    const auto part = partAt(p.position);
    if (!part) return std::nullopt;
    const auto share = static_cast<float>(2.0 * momentum[*part > 0.f] / both);
    return command.partingSpeed * share * *part * *normal;
  };
  method.changeVelocities(partSides, world.threads);
  world.speeds.allow(*method.view().particles);
  return kept;
}

}  // namespace

std::uint64_t newParticleBudget(const WorldSpec& spec, const Method& method) {
  return std::min<std::uint64_t>(restoredParticleBudget(spec, method),
                                 kMaxIds - method.view().particles->nextId);
}

std::uint64_t restoredParticleBudget(const WorldSpec& spec, const Method& method) {
  return spec.particleLimit - method.view().particles->size();
}

std::optional<EditName> liquidEdit(const MethodRow& method, std::uint32_t kind) {
  switch (kind) {
    case event_number::kErase:
    case event_number::kErasePoured:
      return EditName{EditKind::Erase};
    case event_number::kFreeze:
      return EditName{EditKind::Freeze};
    case event_number::kThaw:
    case event_number::kThawAll:
      return EditName{EditKind::Thaw};
    case event_number::kFillMesh:
      return EditName{EditKind::Add};
    case event_number::kCut:
      return EditName{EditKind::Cut};
    default:
      break;
  }
  const auto found = std::find_if(method.actions.begin(), method.actions.end(),
                                  [&](const MethodAction& action) { return action.number == kind; });
  return found == method.actions.end() ? std::nullopt : std::optional(EditName{EditKind::Action, found->key});
}

namespace {

/// Runs a command on the liquid: a function for each type.
struct LiquidEditor {
  EditedWorld world;

  UndoRecord operator()(const EraseBall& c) const { return edit(EraseLiquid{ball(c.centre, c.radius)}); }
  UndoRecord operator()(const FreezeBall& c) const { return edit(FreezeLiquid{ball(c.centre, c.radius)}); }
  UndoRecord operator()(const ThawBall& c) const { return edit(ThawLiquid{ball(c.centre, c.radius)}); }
  UndoRecord operator()(const ThawAll&) const {
    return edit(ThawLiquid{[](const Vec3&) { return true; }});
  }
  UndoRecord operator()(const ErasePoured& c) const {
    return edit(EraseParticles{world.poured.idsOf(c.nozzle, c.first, c.last)});
  }
  UndoRecord operator()(const FillMesh& c) const { return addLiquid(c, world); }
  UndoRecord operator()(const CutWithBlade& c) const { return cut(c, world); }
  UndoRecord operator()(const DoMethodAction& c) const { return edit(RunAction{c.key}); }
  template <class Other>
  UndoRecord operator()(const Other&) const {
    return {};
  }

 private:
  [[nodiscard]] UndoRecord edit(const Edit& what) const { return world.method.edit(what, world.threads); }
};

}  // namespace

UndoRecord editLiquid(const Command& command, EditedWorld world) {
  return std::visit(LiquidEditor{world}, command);
}

std::vector<Vec3> meshSeeds(const FillMesh& command, std::uint64_t limit, EditedWorld world) {
  const std::uint16_t material = command.material;
  if (material >= world.materials.size()) return {};  // the material itself waits to be added
  const ScaledMesh& mesh =
      world.meshes.get(command.file, SolidShape::SolidKind::Mesh, command.height, ScaledMeshUse::Volume);
  const float spacing = world.materials.restSpacing(material);
  const Pose pose{command.centre, rotationOfMesh(command.rotation)};
  std::vector<Vec3> places =
      fillVolume(*mesh.shape, pose, spacing, Sampling::BlueNoise, world.spec.seed, 0.f, limit);
  // Particles at rest are slightly closer than the rest spacing.
  const Occupied occupied(world.method.view().particles->position, 0.8f * spacing);
  const PresentSolids solids(world.bodies.list());
  std::erase_if(places, [&](const Vec3& p) { return solids.contain(p) || occupied.near(p); });
  return places;
}

}  // namespace ooze
