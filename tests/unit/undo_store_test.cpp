// Tests of the undo store: its size is limited, its digest covers every byte, and its save is validated.
#include "ooze/base/error.h"

#include "world/commands/command_rows.h"
#include "world/edits/world_events.h"

#include <gtest/gtest.h>
#include <vector>

namespace ooze::stash_test {
namespace {

EventUndoRecord event(std::uint64_t number, std::size_t bytes) {
  EventUndoRecord kept{.number = number, .kind = event_number::kErase};
  kept.kept.bytes.resize(bytes);
  return kept;
}

TEST(UndoStore, LetsTheOldestGoWhenThereIsTooMuchOfIt) {
  UndoStore stash;
  stash.add(event(1, UndoStore::kMostBytes / 2));
  stash.add(event(2, UndoStore::kMostBytes / 2));
  EXPECT_TRUE(stash.holds(1));
  stash.add(event(3, 1));
  EXPECT_FALSE(stash.holds(1));
  EXPECT_TRUE(stash.holds(2));
  stash.add(event(4, UndoStore::kMostBytes + 1));
  EXPECT_FALSE(stash.holds(3));
  EXPECT_FALSE(stash.holds(4)) << "alone it is too much";
}

TEST(UndoStore, IsAnotherOneWhenAnythingInItIs) {
  const auto digestOf = [](const EventUndoRecord& kept) {
    UndoStore stash;
    stash.add(kept);
    return stash.digest();
  };
  const EventUndoRecord kept = event(1, 4);
  const std::uint64_t digest = digestOf(kept);
  EXPECT_NE(digest, UndoStore().digest());
  EXPECT_EQ(digest, digestOf(kept));
  EventUndoRecord other = kept;
  other.number = 2;
  EXPECT_NE(digestOf(other), digest);
  other = kept;
  other.kind = event_number::kFreeze;
  EXPECT_NE(digestOf(other), digest);
  other = kept;
  other.kept.ids = {7};
  EXPECT_NE(digestOf(other), digest);
  other = kept;
  other.kept.ties = {{1, 2, 0.5f}};
  EXPECT_NE(digestOf(other), digest);
  other = kept;
  other.kept.bytes[3] = std::byte{1};
  EXPECT_NE(digestOf(other), digest);
}

TEST(UndoStore, GoesThroughASaveAndOneOfMoreEventsThanThereCanBeIsRefused) {
  UndoStore stash;
  for (std::uint64_t n = 1; n <= kMaxUndoRecords; ++n) stash.add(event(n, n));
  ByteWriter saved;
  stash.save(saved);
  const std::vector<std::byte> bytes = saved.bytes();
  ByteReader in(bytes);
  UndoStore back;
  back.restore(in);
  EXPECT_TRUE(in.atEnd());
  EXPECT_EQ(back.digest(), stash.digest());
  EXPECT_EQ(back.take(5)->kept.bytes.size(), 5u);
  EXPECT_FALSE(back.holds(5)) << "it was taken";
  EXPECT_EQ(back.take(5), nullptr);

  UndoStore single;
  single.add(event(kMaxUndoRecords + 1, 1));
  ByteWriter another;
  single.save(another);
  std::vector<std::byte> more = bytes;
  more.insert(more.end(), another.bytes().begin() + sizeof(std::uint64_t), another.bytes().end());
  more[0] = static_cast<std::byte>(kMaxUndoRecords + 1);
  ByteReader tooMany(more);
  EXPECT_THROW(back.restore(tooMany), InputError);
}

}  // namespace
}  // namespace ooze::stash_test
