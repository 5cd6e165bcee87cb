#include "world/edits/undo_store.h"

#include "ooze/base/error.h"

#include <algorithm>

namespace ooze {
namespace {

void save(ByteWriter& out, const EventUndoRecord& event) {
  out.value(event.number);
  out.value(static_cast<std::uint32_t>(event.field));
  out.array(event.kept.ids);
  out.array(event.kept.ties);
  out.array(event.kept.bytes);
}

EventUndoRecord restored(ByteReader& in) {
  EventUndoRecord event;
  event.number = in.value<std::uint64_t>();
  event.field = static_cast<TargetField>(in.value<std::uint32_t>());
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
