#include "world/edits/liquid_edits.h"

#include "liquid/occupied.h"
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

using target_rows::vectorOf;

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

UndoRecord addLiquid(const Command& command, EditedWorld world) {
  const WorldMaterials& materials = world.materials;
  LiquidSeeds seeds;
  // The command was refused if too few ids were left; an emitter may have used some since.
  seeds.positions = meshSeeds(command, kParticleLimit, world);
  seeds.positions.resize(
      std::min<std::size_t>(seeds.positions.size(), newParticleBudget(world.spec, world.method)));
  seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
  seeds.material = static_cast<std::uint16_t>(command.values[4]);
  if (seeds.material < materials.size()) seeds.colour = materials[seeds.material].colour;
  return world.method.edit(AddLiquid{seeds}, world.threads);
}

/// Cuts liquid with a blade. Removes links across the blade, prevents new ones, and pushes the two sides
/// apart with equal and opposite momentum.
UndoRecord cut(std::span<const float> v, EditedWorld world) {
  Method& method = world.method;
  const Blade blade(vectorOf(v), vectorOf(v.subspan(3)), vectorOf(v.subspan(6)), vectorOf(v.subspan(9)));
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
    return v[12] * share * *part * *normal;
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

std::optional<EditName> liquidEdit(const MethodRow& method, TargetField field) {
  switch (field) {
    case TargetField::Erase:
      return EditName{EditKind::Erase};
    case TargetField::Freeze:
      return EditName{EditKind::Freeze};
    case TargetField::Thaw:
    case TargetField::ThawAll:
      return EditName{EditKind::Thaw};
    case TargetField::AddLiquidMesh:
      return EditName{EditKind::Add};
    case TargetField::Cut:
      return EditName{EditKind::Cut};
    default:
      break;
  }
  const TargetRow* row = findTargetRow(field);
  if (!row) return std::nullopt;
  const MethodAction* action = findAction(method, fmt::format("{}.{}", row->group, row->key));
  return action ? std::optional(EditName{EditKind::Action, action->key}) : std::nullopt;
}

UndoRecord editLiquid(const EditName& name, TargetField field, const Command& command, EditedWorld world) {
  Method& method = world.method;
  const Threads& threads = world.threads;
  const std::span<const float> v = command.values;
  const auto all = [](const Vec3&) { return true; };
  switch (name.kind) {
    case EditKind::Erase:
      return method.edit(EraseLiquid{ball(vectorOf(v), v[3])}, threads);
    case EditKind::Freeze:
      return method.edit(FreezeLiquid{ball(vectorOf(v), v[3])}, threads);
    case EditKind::Thaw:
      if (field == TargetField::ThawAll) return method.edit(ThawLiquid{all}, threads);
      return method.edit(ThawLiquid{ball(vectorOf(v), v[3])}, threads);
    case EditKind::Add:
      return addLiquid(command, world);
    case EditKind::Cut:
      return cut(v, world);
    case EditKind::Action:
      return method.edit(RunAction{name.action}, threads);
  }
  return {};
}

std::vector<Vec3> meshSeeds(const Command& command, std::uint64_t limit, EditedWorld world) {
  const auto material = static_cast<std::uint16_t>(command.values[4]);
  if (material >= world.materials.size()) return {};  // the material itself waits to be added
  const ScaledMesh& mesh = world.meshes.get(command.text, SolidShape::SolidKind::Mesh, command.values[3]);
  const float spacing = world.materials.restSpacing(material);
  const Pose pose{Vec3(command.values[0], command.values[1], command.values[2]), rotationOfMesh(command)};
  std::vector<Vec3> places =
      fillVolume(*mesh.shape, pose, spacing, Sampling::BlueNoise, world.spec.seed, 0.f, limit);
  // Particles at rest are slightly closer than the rest spacing.
  const Occupied occupied(world.method.view().particles->position, 0.8f * spacing);
  std::erase_if(places, [&](const Vec3& p) { return world.bodies.contain(p) || occupied.near(p); });
  return places;
}

}  // namespace ooze
