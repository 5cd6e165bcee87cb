// Tests of the record of poured liquid, which undo of a pour uses.
#include "world/edits/poured_liquid.h"

#include "ooze/base/error.h"

#include <cstddef>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <vector>

namespace ooze::poured_liquid_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PouredLiquid, GivesTheIdsOfOneNozzleInARangeOfSteps) {
  PouredLiquid poured;
  poured.note(1, 10, 5, 8);
  poured.note(1, 12, 8, 9);    // the same run
  poured.note(1, 13, 20, 21);  // another nozzle has poured in between
  poured.note(2, 13, 21, 24);
  poured.endRun();
  poured.note(1, 30, 24, 26);  // opened again
  EXPECT_THAT(poured.idsOf(1, 10, 13), ElementsAre(5, 6, 7, 8, 20));
  EXPECT_THAT(poured.idsOf(1, 14, 40), ElementsAre(24, 25));
  EXPECT_THAT(poured.idsOf(2, 0, 40), ElementsAre(21, 22, 23));
  EXPECT_THAT(poured.idsOf(3, 0, 40), IsEmpty());
}

TEST(PouredLiquid, EndsARunWhereTheNozzleWasClosed) {
  PouredLiquid poured;
  poured.note(1, 10, 5, 8);
  poured.endRun();
  poured.note(1, 20, 8, 9);
  EXPECT_THAT(poured.idsOf(1, 15, 40), ElementsAre(8));
}

TEST(PouredLiquid, ForgetsIdsThatARollBackGivesAgain) {
  PouredLiquid poured;
  poured.note(1, 10, 5, 8);
  poured.note(1, 11, 9, 12);
  poured.forgetFrom(7);
  EXPECT_THAT(poured.idsOf(1, 0, 20), ElementsAre(5, 6));
  poured.forgetFrom(0);
  EXPECT_TRUE(poured.empty());
}

TEST(PouredLiquid, IsSavedAndChecked) {
  PouredLiquid poured;
  poured.note(1, 10, 5, 8);
  poured.note(2, 10, 8, 9);
  ByteWriter out;
  poured.save(out);
  const std::vector<std::byte> bytes = out.bytes();
  PouredLiquid other;
  ByteReader in(bytes);
  other.restore(in, 9);
  EXPECT_TRUE(in.atEnd());
  EXPECT_THAT(other.idsOf(1, 0, 20), ElementsAre(5, 6, 7));
  EXPECT_THAT(other.idsOf(2, 0, 20), ElementsAre(8));
  ByteReader again(bytes);
  EXPECT_THROW(other.restore(again, 8), InputError) << "an id that no particle has had";
  ByteReader cut{std::span<const std::byte>(bytes).first(bytes.size() - 1)};
  EXPECT_THROW(other.restore(cut, 9), InputError);
}

}  // namespace
}  // namespace ooze::poured_liquid_test
