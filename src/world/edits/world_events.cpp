#include "world/edits/world_events.h"

#include "ooze/base/error.h"

#include "world/guard/record_validation.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ooze {

void WorldEvents::runEvent(const Target& target, const Command& command, EditedWorld world) {
  EventUndoRecord event{.number = ++events_, .field = target.field};
  const auto keepNumber = [&](std::optional<std::uint32_t> added) {
    if (added) event.kept.ids = {*added};
  };
  if (const auto name = liquidEdit(world.materials.method(), target.field))
    event.kept = editLiquid(*name, target.field, command, world);
  else if (target.field == TargetField::RemoveAdded)
    event.kept.bytes = world.bodies.serializeAdded(), world.bodies.removeAdded();
  else if (target.field == TargetField::AddEmitter)
    keepNumber(world.emitters.add(command.values, world.materials.size()));
  else
    keepNumber(world.bodies.add(command, target.field));
  stash_.add(std::move(event));
}

void WorldEvents::revert(std::uint64_t number, float elapsed, EditedWorld world) {
  const std::shared_ptr<const EventUndoRecord> event = stash_.take(number);
  if (!event) return;  // the undo record was dropped after the command was checked
  if (const auto name = liquidEdit(world.materials.method(), event->field)) {
    const std::uint64_t room = restoredParticleBudget(world.spec, world.method);
    return world.method.revert(*name, event->kept, room, elapsed);
  }
  if (event->field == TargetField::RemoveAdded) {
    world.bodies.putBack(event->kept.bytes);
    world.speeds.allow(world.bodies.list());
    return;
  }
  for (const std::uint32_t n : event->kept.ids)
    if (event->field == TargetField::AddEmitter)
      world.emitters.remove(n);
    else
      world.bodies.remove(n);
}

void WorldEvents::requireTakeable(float number, std::uint64_t waiting) const {
  if (number != std::floor(number) || number > static_cast<float>(events_ + waiting))
    throw InputError(
        fmt::format("edits.take_back: there is no event {:g}; the last is {}", number, events_ + waiting));
  if (const auto n = static_cast<std::uint64_t>(number); n <= events_ && !stash_.holds(n))
    throw InputError(fmt::format("edits.take_back: event {} was undone already, or is too old to undo", n));
}

void WorldEvents::validateUndoRecord(const EventUndoRecord& event, const WorldMaterials& materials,
                                     const Method& method) const {
  const auto require = [](bool sound) {
    validateSave(sound, "the save is damaged: the undo record of an event is not valid");
  };
  require(event.number > 0 && event.number <= events_);
  if (const auto name = liquidEdit(materials.method(), event.field))
    return method.validateUndoRecord(*name, event.kept);
  require(event.kept.ties.empty());
  if (event.field == TargetField::RemoveAdded) return WorldBodies::validateUndoRecord(event.kept.bytes);
  const TargetRow* row = findTargetRow(event.field);
  require(row && row->isUndoable && (row->group == "bodies" || row->group == "emitters"));
}

void WorldEvents::save(ByteWriter& out) const {
  out.value(events_);
  out.value(stash_.digest());
}

void WorldEvents::restore(ByteReader& in) {
  events_ = in.value<std::uint64_t>();
  digest_ = in.value<std::uint64_t>();
}

void WorldEvents::restoreUndoStore(ByteReader& in, const WorldMaterials& materials, const Method& method) {
  stash_.restore(in);
  validateSave(stash_.digest() == digest_);
  stash_.visit([&](const EventUndoRecord& event) { validateUndoRecord(event, materials, method); });
}

}  // namespace ooze
