#include "world/edits/world_events.h"

#include "ooze/base/error.h"

#include "world/commands/command_rows.h"
#include "world/guard/record_validation.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ooze {

void WorldEvents::run(const Command& command, EditedWorld world) {
  const CommandRow& row = *findCommandRow(command);
  EventUndoRecord event{.number = ++events_, .kind = row.number};
  const auto keepNumber = [&](std::optional<std::uint32_t> added) {
    if (added) event.kept.ids = {*added};
  };
  if (liquidEdit(world.materials.method(), row.number)) {
    event.kept = editLiquid(command, world);
  } else if (row.number == event_number::kRemoveAdded) {
    event.kept.bytes = world.bodies.serializeAdded();
    world.bodies.removeAdded();
  } else if (const auto* nozzle = std::get_if<AddEmitter>(&command)) {
    keepNumber(world.emitters.add(*nozzle, world.materials.size()));
  } else if (const auto* body = std::get_if<AddBody>(&command)) {
    keepNumber(world.bodies.add(*body));
  } else {
    keepNumber(world.bodies.add(std::get<AddMeshBody>(command)));
  }
  stash_.add(std::move(event));
}

void WorldEvents::revert(std::uint64_t number, float elapsed, EditedWorld world) {
  const std::shared_ptr<const EventUndoRecord> event = stash_.take(number);
  if (!event) return;  // the undo record was dropped after the command was checked
  if (const auto name = liquidEdit(world.materials.method(), event->kind)) {
    const std::uint64_t room = restoredParticleBudget(world.spec, world.method);
    return world.method.revert(*name, event->kept, room, elapsed);
  }
  if (event->kind == event_number::kRemoveAdded) {
    world.bodies.putBack(event->kept.bytes);
    world.speeds.allow(world.bodies.list());
    return;
  }
  for (const std::uint32_t n : event->kept.ids)
    if (event->kind == event_number::kAddEmitter)
      world.emitters.remove(n);
    else
      world.bodies.remove(n);
}

void WorldEvents::requireTakeable(std::uint64_t number, std::uint64_t waiting) const {
  if (number > events_ + waiting)
    throw InputError(
        fmt::format("edits.take_back: there is no event {}; the last is {}", number, events_ + waiting));
  if (number <= events_ && !stash_.holds(number))
    throw InputError(
        fmt::format("edits.take_back: event {} was undone already, or is too old to undo", number));
}

void WorldEvents::validateUndoRecord(const EventUndoRecord& event, const WorldMaterials& materials,
                                     const Method& method) const {
  const auto require = [](bool sound) {
    validateSave(sound, "the save is damaged: the undo record of an event is not valid");
  };
  require(event.number > 0 && event.number <= events_);
  if (const auto name = liquidEdit(materials.method(), event.kind))
    return method.validateUndoRecord(*name, event.kept);
  require(event.kept.ties.empty());
  if (event.kind == event_number::kRemoveAdded) return WorldBodies::validateUndoRecord(event.kept.bytes);
  const CommandRow* row = findCommandRow(event.kind);
  require(row && (row->group() == "bodies" || row->group() == "emitters"));
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

namespace {

void save(ByteWriter& out, const EventUndoRecord& event) {
  out.value(event.number);
  out.value(event.kind);
  out.array(event.kept.ids);
  out.array(event.kept.ties);
  out.array(event.kept.bytes);
}

EventUndoRecord restored(ByteReader& in) {
  EventUndoRecord event;
  event.number = in.value<std::uint64_t>();
  event.kind = in.value<std::uint32_t>();
  event.kept.ids = in.array<std::uint32_t>();
  event.kept.ties = in.array<LinkTie>();
  event.kept.bytes = in.array<std::byte>();
  return event;
}

std::uint64_t hashOf(const EventUndoRecord& event) {
  ByteWriter out;
  save(out, event);
  return hashBytes(out.bytes());
}

}  // namespace

void UndoStore::add(EventUndoRecord event) {
  const std::uint64_t hash = hashOf(event);
  entries_.push_back({std::make_shared<const EventUndoRecord>(std::move(event)), hash});
  std::size_t bytes = 0;
  std::size_t kept = 0;
  while (kept < std::min(entries_.size(), kMaxUndoRecords)) {
    bytes += entries_[entries_.size() - 1 - kept].event->kept.size();
    if (bytes > kMostBytes) break;
    ++kept;
  }
  while (entries_.size() > kept) entries_.pop_front();
}

bool UndoStore::holds(std::uint64_t number) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const StoredUndoRecord& e) { return e.event->number == number; });
}

std::shared_ptr<const EventUndoRecord> UndoStore::take(std::uint64_t number) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const StoredUndoRecord& e) { return e.event->number == number; });
  if (found == entries_.end()) return nullptr;
  auto event = std::move(found->event);
  entries_.erase(found);
  return event;
}

std::uint64_t UndoStore::digest() const {
  ByteWriter out;
  for (const StoredUndoRecord& e : entries_) out.value(e.hash);
  return hashBytes(out.bytes());
}

void UndoStore::save(ByteWriter& out) const {
  out.value(static_cast<std::uint64_t>(entries_.size()));
  for (const StoredUndoRecord& e : entries_) ooze::save(out, *e.event);
}

void UndoStore::restore(ByteReader& in) {
  UndoStore fresh;
  const auto count = in.value<std::uint64_t>();
  if (count > kMaxUndoRecords) throw InputError("the save is damaged: it has too many undo records");
  for (std::uint64_t k = 0; k < count; ++k) fresh.add(restored(in));
  for (std::size_t k = 1; k < fresh.entries_.size(); ++k)
    if (fresh.entries_[k - 1].event->number >= fresh.entries_[k].event->number)
      throw InputError("the save is damaged: its undo records are out of order");
  *this = std::move(fresh);
}

}  // namespace ooze
