// A save file with deliberately changed bytes. Its checksums are correct, so the fault must be found by
// validation.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/world/world.h"

#include "world/edits/world_events.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace ooze::test {

/// The bytes of World::save(), with the byte positions of their contents.
class ForgedSave {
 public:
  /// Arrays of the particles, in the order in which they are written.
  enum Array {
    Id,
    Material,
    Colour,
    PositionX,
    VelocityX = PositionX + 3,
    FrameStartX = VelocityX + 3,
    Density = FrameStartX + 3,
    Exposure,
    Frozen,
    Packed,
    ListedX,
    AdjustedX = ListedX + 3,
    Flags = AdjustedX + 3
  };

  explicit ForgedSave(const World& world) : method_(world.spec().method) {
    ByteWriter out, particles;
    world.save(out);
    bytes_ = out.bytes();
    particles.value(world.particles().nextId);
    particles.array(world.particles().id);
    nextId_ = find(particles.bytes());
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  std::vector<std::byte>& bytes() { return bytes_; }

  template <class T>
  void set(std::size_t at, const T& value) {
    if (at + sizeof value > bytes_.size()) throw std::logic_error("beyond the save");
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  template <class T>
  [[nodiscard]] T get(std::size_t at) const {
    return ByteReader(std::span<const std::byte>(bytes_).subspan(at)).value<T>();
  }

  [[nodiscard]] std::size_t stepIndex() const {
    return 4 + 8 + method_.size() + 4 + 8 + sizeof(WorldSettings);
  }
  [[nodiscard]] std::size_t frame() const { return stepIndex() + 8; }
  [[nodiscard]] std::size_t substeps() const { return frame() + 8; }
  [[nodiscard]] std::size_t plannedSubsteps() const { return substeps() + 8; }
  [[nodiscard]] std::size_t nextId() const { return nextId_; }

  /// Returns the position of an array's first element.
  [[nodiscard]] std::size_t array(Array wanted) const {
    std::size_t at = nextId_ + 4;
    for (int k = Id; k < wanted; ++k) at += 8 + get<std::uint64_t>(at) * sizeOf(static_cast<Array>(k));
    return wanted == Flags ? at : at + 8;
  }
  /// Returns the position of the first spring's rest length. The liquid must be without cuts.
  [[nodiscard]] std::size_t restLength() const {
    std::size_t at = array(Flags) + 1;
    for (; get<std::uint64_t>(at) == 0; at += 8) {
    }
    return at + 8 + 4 * get<std::uint64_t>(at);
  }

  /// Returns the first position of these bytes.
  [[nodiscard]] std::size_t find(std::span<const std::byte> pattern) const {
    const auto at = std::search(bytes_.begin(), bytes_.end(), pattern.begin(), pattern.end());
    if (at == bytes_.end()) throw std::logic_error("not in the save");
    return static_cast<std::size_t>(at - bytes_.begin());
  }

  /// Changes the only undo record of the save, and the digest of this record with it.
  /// @param kind  EventUndoRecord::kind of the record
  void changeEvent(std::uint32_t kind, const std::function<void(EventUndoRecord&)>& change) {
    ByteWriter begin;
    begin.value(std::uint64_t{1}), begin.value(std::uint64_t{1});
    begin.value(kind);
    const std::size_t at = find(begin.bytes());
    ByteReader in(std::span<const std::byte>(bytes_).subspan(at));
    UndoStore stash;
    stash.restore(in);
    ByteWriter before, after;
    stash.save(before);
    EventUndoRecord event = *stash.take(1);
    change(event);
    stash.add(event);
    stash.save(after);
    const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(at);
    bytes_.erase(from, from + static_cast<std::ptrdiff_t>(before.bytes().size()));
    bytes_.insert(bytes_.begin() + static_cast<std::ptrdiff_t>(at), after.bytes().begin(),
                  after.bytes().end());
    set(at - 9, stash.digest());
  }

 private:
  static std::size_t sizeOf(Array array) {
    constexpr std::array<std::size_t, Flags> kElementSizes{4, 2, 4, 4, 4,  4, 4, 4, 4, 4, 4,
                                                           4, 4, 4, 1, 52, 4, 4, 4, 4, 4, 4};
    return kElementSizes[array];
  }

  std::string method_;
  std::vector<std::byte> bytes_;
  std::size_t nextId_ = 0;
};

}  // namespace ooze::test
