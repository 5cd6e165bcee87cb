// Commands that change what is there, and that can be taken back: each notes what it takes to do so.
#include "ooze/base/error.h"

#include "world/blade.h"
#include "world/state.h"
#include "world/target_rows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace ooze {
namespace {

Vec3 vectorOf(std::span<const float> values) { return {values[0], values[1], values[2]}; }

/// What is within `radius` of a place.
auto ball(const Vec3& place, float radius) {
  return [=](const Vec3& p) {
    const Vec3 offset = p - place;
    return glm::dot(offset, offset) <= radius * radius;
  };
}

// Beside the edges of the blade this far liquid is marked too, so that a stroke that bends leaves no wedge
// between its pieces [h].
constexpr float kBesideEdge = 0.25f;

}  // namespace

std::optional<EditName> World::State::liquidEdit(TargetField field) const {
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
  const MethodDeed* deed = findDeed(*methodRow, fmt::format("{}.{}", row->group, row->key));
  return deed ? std::optional(EditName{EditKind::Deed, deed->key}) : std::nullopt;
}

void World::State::edit(const Target& target, const Command& command) {
  KeptEvent event{.number = ++events, .field = target.field};
  const auto keepNumber = [&](std::optional<std::uint32_t> added) {
    if (added) event.kept.ids = {*added};
  };
  if (const auto name = liquidEdit(target.field))
    event.kept = editLiquid(*name, target.field, command);
  else if (target.field == TargetField::RemoveAdded)
    event.kept.bytes = bodies.keptAdded(), bodies.removeAdded();
  else if (target.field == TargetField::AddEmitter)
    keepNumber(emitters.add(command.values, materials.size()));
  else
    keepNumber(bodies.add(command, target.field));
  stash.add(std::move(event));
}

KeptEdit World::State::editLiquid(const EditName& name, TargetField field, const Command& command) {
  const std::span<const float> v = command.values;
  const auto all = [](const Vec3&) { return true; };
  switch (name.kind) {
    case EditKind::Erase:
      return method->edit(EraseLiquid{ball(vectorOf(v), v[3])}, threads);
    case EditKind::Freeze:
      return method->edit(FreezeLiquid{ball(vectorOf(v), v[3])}, threads);
    case EditKind::Thaw:
      if (field == TargetField::ThawAll) return method->edit(ThawLiquid{all}, threads);
      return method->edit(ThawLiquid{ball(vectorOf(v), v[3])}, threads);
    case EditKind::Add:
      return addLiquid(command);
    case EditKind::Cut:
      return cut(v);
    case EditKind::Deed:
      return method->edit(CarryOutDeed{name.deed}, threads);
  }
  return {};
}

void World::State::requireTakeable(const Command& command) const {
  if (command.target != "edits.take_back") return;
  const auto adds = [&](const Command& c) { return isTakenBack(resolveTarget(c.target, scope())); };
  const std::vector<Command>& submitted = commands.submitted();
  const auto waiting = static_cast<std::uint64_t>(std::count_if(submitted.begin(), submitted.end(), adds));
  const float n = command.values[0];
  if (n != std::floor(n) || n > static_cast<float>(events + waiting))
    throw InputError(
        fmt::format("edits.take_back: there is no event {:g}; the last is {}", n, events + waiting));
  if (const auto number = static_cast<std::uint64_t>(n); number <= events && !stash.holds(number))
    throw InputError(
        fmt::format("edits.take_back: event {} was taken back already, or is too long ago", number));
}

void World::State::requireTakeable(const KeptEvent& event) const {
  const auto require = [](bool sound) {
    if (!sound) throw InputError("the save is damaged: what was kept of an event makes no sense");
  };
  require(event.number > 0 && event.number <= events);
  if (const auto name = liquidEdit(event.field)) return method->requireKept(*name, event.kept);
  require(event.kept.ties.empty());
  if (event.field == TargetField::RemoveAdded) return WorldBodies::requireKept(event.kept.bytes);
  const TargetRow* row = findTargetRow(event.field);
  require(row && row->takenBack && (row->group == "bodies" || row->group == "emitters"));
}

void World::State::takeBack(std::uint64_t number) {
  const std::shared_ptr<const KeptEvent> event = stash.take(number);
  if (!event) return;  // others came between
  if (const auto name = liquidEdit(event->field))
    return method->takeBack(*name, event->kept, roomForKept(), clock.sinceFrameBegan());
  if (event->field == TargetField::RemoveAdded) {
    bodies.putBack(event->kept.bytes);
    speeds.allow(bodies.list());
    return;
  }
  for (const std::uint32_t n : event->kept.ids)
    if (event->field == TargetField::AddEmitter)
      emitters.remove(n);
    else
      bodies.remove(n);
}

/// Links across the blade go, none comes again, and the liquid beside it parts. Each side gets as much
/// momentum as the other.
KeptEdit World::State::cut(std::span<const float> v) {
  const Blade blade(vectorOf(v), vectorOf(v.subspan(3)), vectorOf(v.subspan(6)), vectorOf(v.subspan(9)));
  const auto normal = blade.normal();
  if (!normal) return {};
  const float h = spec.methodSettings.interactionRadius;
  const Blade wide = blade.widened(kBesideEdge * h);
  const Aabb beside = wide.bounds().expanded(kCutReach * h);
  const auto crosses = [&](const Vec3& from, const Vec3& to) { return blade.crossing(from, to).has_value(); };
  const auto distance = [&](const Vec3& place) {
    return beside.contains(place) ? wide.distance(place, *normal, kCutReach * h) : std::nullopt;
  };
  KeptEdit kept = method->edit(CutLiquid{crosses, distance}, threads);
  const float reach = kPartingReach * h;
  const Aabb near = blade.bounds().expanded(reach);
  // Of the parting speed, below 0 on the side that the normal leaves.
  const auto partAt = [&](const Vec3& at) -> std::optional<float> {
    if (!near.contains(at)) return std::nullopt;
    const auto from = blade.distance(at, *normal, reach);
    if (!from) return std::nullopt;
    const float away = *from / reach;
    return std::copysign((1.f - away * away) * (1.f - away * away), away);
  };
  std::array<double, 2> momentum{};
  method->changeVelocities([&](const Parcel& p) -> std::optional<Vec3> {
    if (const auto part = partAt(p.position))
      momentum[*part < 0.f] += std::abs(*part) * materials.particleMass(p.material);
    return std::nullopt;
  });
  const double both = momentum[0] + momentum[1];
  method->changeVelocities([&](const Parcel& p) -> std::optional<Vec3> {
    const auto part = partAt(p.position);
    if (!part) return std::nullopt;
    const auto share = static_cast<float>(2.0 * momentum[*part > 0.f] / both);
    return v[12] * share * *part * *normal;
  });
  speeds.allow(*method->view().particles);
  return kept;
}

}  // namespace ooze
