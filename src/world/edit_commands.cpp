// Commands that change what is there, and that can be taken back: each notes what it takes to do so.
#include "ooze/base/error.h"

#include "world/blade.h"
#include "world/state.h"
#include "world/target_rows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace ooze {
namespace {

Vec3 vectorOf(std::span<const float> values) { return {values[0], values[1], values[2]}; }

void keepSides(const CutSides& sides, KeptEvent& kept) {
  kept.ids = sides.ids;
  ByteWriter out;
  out.raw(std::span<const std::uint32_t>(sides.sides));
  out.raw(std::span<const float>(sides.kneaded));
  kept.gone = out.bytes();
}

/// None of an event from before particles were marked; nothing kneaded from before that was counted.
CutSides sidesOf(const KeptEvent& event) {
  CutSides sides{event.ids, {}};
  ByteReader in(event.gone);
  while (!in.atEnd() && sides.sides.size() < sides.ids.size())
    sides.sides.push_back(in.value<std::uint32_t>());
  while (!in.atEnd()) sides.kneaded.push_back(in.value<float>());
  const bool sound =
      std::all_of(sides.kneaded.begin(), sides.kneaded.end(), [](float k) { return std::isfinite(k); });
  if (!sound || sides.sides.size() != sides.ids.size() ||
      (!sides.kneaded.empty() && sides.kneaded.size() != sides.ids.size()))
    throw InputError("what was kept of a cut is damaged");
  return sides;
}

// Beside the edges of the blade this far liquid is marked too, so that a stroke that bends leaves no wedge
// between its pieces [h].
constexpr float kBesideEdge = 0.25f;

}  // namespace

void World::State::edit(const Target& target, const Command& command) {
  KeptEvent kept{.number = ++events, .field = target.field};
  const std::span<const float> v = command.values;
  switch (target.field) {
    case TargetField::AddSprings:
      kept.ties = allLinks();
      keepSides(links().cutSides(), kept);
      links().tieNeighbours(threads);
      break;
    case TargetField::RemoveSprings:
      kept.ties = allLinks();
      keepSides(links().cutSides(), kept);
      links().removeAll();
      break;
    case TargetField::Freeze:
      kept.ids = freeze(particlesWithin(vectorOf(v), v[3]), true);
      break;
    case TargetField::Thaw:
      kept.ids = freeze(particlesWithin(vectorOf(v), v[3]), false);
      break;
    case TargetField::ThawAll:
      kept.ids = freeze(allParticles(), false);
      break;
    case TargetField::Erase:
      kept.gone = erase(particlesWithin(vectorOf(v), v[3]));
      break;
    case TargetField::Cut: {
      CutMade made = cut(v);
      kept.ties = std::move(made.ties);
      keepSides(made.marked, kept);
      break;
    }
    case TargetField::AddLiquidMesh:
      kept.ids = addLiquid(command);
      break;
    case TargetField::RemoveAdded:
      kept.gone = keptAddedBodies();
      removeAddedBodies();
      break;
    case TargetField::AddEmitter:
      if (addEmitter(v)) kept.ids = {addedEmitters.back()};
      break;
    default:
      if (addBody(command, target.field)) kept.ids = {added.back().number};
      break;
  }
  stash.add(std::move(kept));
}

void World::State::requireTakeable(const Command& command) const {
  if (command.target != "edits.take_back") return;
  const auto adds = [&](const Command& c) { return isTakenBack(resolveTarget(c.target, scope())); };
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
  // No spring is longer than the reach of particles, but for rounding.
  const float longest = 1.001f * spec.methodSettings.interactionRadius;
  for (const LinkTie& tie : event.ties) require(tie.restLength >= 0.f && tie.restLength <= longest);
  ByteReader in(event.gone);
  switch (event.field) {
    case TargetField::AddSprings:
    case TargetField::RemoveSprings:
    case TargetField::Cut:
      return (void)sidesOf(event);
    case TargetField::Erase:
      return method->requireKept(in);
    case TargetField::RemoveAdded:
      return requireKeptBodies(event.gone);
    default:
      return require(findTargetRow(event.field) && findTargetRow(event.field)->takenBack);
  }
}

void World::State::takeBack(std::uint64_t number) {
  const std::shared_ptr<const KeptEvent> event = stash.take(number);
  if (!event) return;  // others came between
  switch (event->field) {
    case TargetField::AddSprings:
    case TargetField::RemoveSprings:
      links().removeAll();
      links().markSides(sidesOf(*event), true);
      return links().tie(event->ties);
    case TargetField::Cut:
      if (!method->links()) return;
      links().markSides(sidesOf(*event), false);
      return links().tie(event->ties);
    case TargetField::Freeze:
      freeze(particlesOf(event->ids), false);
      return;
    case TargetField::Thaw:
    case TargetField::ThawAll:
      freeze(particlesOf(event->ids), true);
      return;
    case TargetField::Erase: {
      ByteReader in(event->gone);
      return method->putBack(in, roomForKept(), sinceFrameBegan());
    }
    case TargetField::RemoveAdded:
      return putBackBodies(keptBodiesIn(event->gone));
    case TargetField::AddLiquidMesh:
      return method->erase(particlesOf(event->ids));
    case TargetField::AddEmitter:
      for (const std::uint32_t n : event->ids) removeEmitter(n);
      return;
    default:
      for (const std::uint32_t n : event->ids) removeAddedBody(n);
      return;
  }
}

Links& World::State::links() const {
  Links* links = method->links();
  if (!links) throw InputError(fmt::format("the method \"{}\" has no links", method->key()));
  return *links;
}

std::vector<LinkTie> World::State::allLinks() const {
  std::vector<LinkTie> ties;
  links().visit([&](std::uint32_t a, std::uint32_t b, float rest) { ties.push_back({a, b, rest}); });
  return ties;
}

std::vector<std::uint32_t> World::State::particlesWithin(const Vec3& place, float radius) const {
  const Particles& p = *method->view().particles;
  std::vector<std::uint32_t> within;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 offset = p.position[i] - place;
    if (glm::dot(offset, offset) <= radius * radius) within.push_back(static_cast<std::uint32_t>(i));
  }
  return within;
}

std::vector<std::uint32_t> World::State::allParticles() const {
  std::vector<std::uint32_t> all(method->view().particles->size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

std::vector<std::uint32_t> World::State::particlesOf(const std::vector<std::uint32_t>& ids) const {
  const Particles& p = *method->view().particles;
  std::vector<std::uint8_t> wanted(p.nextId, 0);
  for (const std::uint32_t id : ids)
    if (id < p.nextId) wanted[id] = 1;
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (wanted[p.id[i]]) found.push_back(static_cast<std::uint32_t>(i));
  return found;
}

std::vector<std::uint32_t> World::State::freeze(std::vector<std::uint32_t> particles, bool frozen) {
  const Particles& p = *method->view().particles;
  std::erase_if(particles, [&](std::uint32_t i) { return p.isFrozen(i) == frozen; });
  std::vector<std::uint32_t> ids;
  for (const std::uint32_t i : particles) ids.push_back(p.id[i]);
  method->freeze(particles, frozen);
  return ids;
}

std::vector<std::byte> World::State::erase(const std::vector<std::uint32_t>& particles) {
  ByteWriter kept;
  method->keep(particles, kept);
  method->erase(particles);
  return kept.bytes();
}

/// Springs across the blade go, none comes again, and the liquid beside it parts. Each side gets as much
/// momentum as the other.
CutMade World::State::cut(std::span<const float> v) {
  const Blade blade(vectorOf(v), vectorOf(v.subspan(3)), vectorOf(v.subspan(6)), vectorOf(v.subspan(9)));
  const auto normal = blade.normal();
  if (!normal) return {};
  const float h = spec.methodSettings.interactionRadius;
  const Blade wide = blade.widened(kBesideEdge * h);
  const Aabb beside = wide.bounds().expanded(kCutReach * h);
  CutMade made;
  if (Links* links = method->links())
    made = links->cut([&](const Vec3& from, const Vec3& to) { return blade.crossing(from, to).has_value(); },
                      [&](const Vec3& place) {
                        return beside.contains(place) ? wide.distance(place, *normal, kCutReach * h)
                                                      : std::nullopt;
                      });
  struct Parted {
    std::uint32_t particle;
    float part;  // of the parting speed, below 0 on the side that the normal leaves
  };
  std::vector<Parted> parted;
  std::array<double, 2> momentum{};
  const float reach = kPartingReach * h;
  const Aabb near = blade.bounds().expanded(reach);
  const Particles& p = *method->view().particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 at = p.position[i];
    if (p.isFrozen(i) || !near.contains(at)) continue;
    const auto distance = blade.distance(at, *normal, reach);
    if (!distance) continue;
    const float away = *distance / reach;
    const float part = std::copysign((1.f - away * away) * (1.f - away * away), away);
    parted.push_back({static_cast<std::uint32_t>(i), part});
    momentum[part < 0.f] += std::abs(part) * particleMass(p.material[i]);
  }
  const double both = momentum[0] + momentum[1];
  for (const Parted& q : parted) {
    const auto share = static_cast<float>(2.0 * momentum[q.part > 0.f] / both);
    method->addVelocity(q.particle, v[12] * share * q.part * *normal);
  }
  // What was parted did not run away.
  startSpeed = std::max(startSpeed, fastestParticle(p));
  return made;
}

double World::State::particleMass(std::uint16_t material) const {
  return materials[material].density * std::pow(restSpacing(material), 3.0);
}

}  // namespace ooze
