// Tests golden files: a file round-trips, and a damaged file gives an error of a single line.
#include "scene/golden_file.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "scene/packed_file.h"
#include "unit/golden_fixtures.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::golden_file_test {
namespace {

using testing::HasSubstr;

constexpr PackedKind kGolden{{'o', 'o', 'z', 'e', 'g', 'o', 'l', 'd'}, 2, "golden file", 1u << 30};

/// Records few particles and steps, so that a test can go through every byte.
GoldenFile tiny(int frames = 4) {
  Scene scene = goldenScene();
  scene.world.liquids.clear();
  scene.world.settings.substeps = 1.f;
  GoldenFile golden = describeGolden(scene, {{3, command("clavet.friction", {0.5f})}});
  golden.run = record(scene, frames);
  return golden;
}

TEST(GoldenFile, ComesBackAsItWas) {
  const GoldenFile golden = tiny();
  const GoldenFile back = decodeGolden(encodeGolden(golden), "a.golden");
  EXPECT_EQ(back.scene, "little");
  EXPECT_EQ(back.detail, Detail::Coarse);
  EXPECT_THAT(back.settings, testing::ElementsAre("clavet.friction=0.5 at step 3"));
  EXPECT_EQ(back.build, buildIdentification());
  EXPECT_EQ(back.run.digestBudget, kGoldenDigestBudget);
  EXPECT_FALSE(compareExactly(golden.run, back.run));
  EXPECT_EQ(compareWithin(golden.run, back.run), "");
  EXPECT_EQ(encodeGolden(back), encodeGolden(golden));
}

TEST(GoldenFile, TheBlocksOfAGridComeBack) {
  const Scene scene = goldenScene("rasmussen_honey", "rasmussen");
  GoldenFile golden = describeGolden(scene, {});
  golden.run = record(scene, 1);
  const GoldenFile back = decodeGolden(encodeGolden(golden), "a.golden");
  EXPECT_FALSE(compareExactly(golden.run, back.run));
  ASSERT_EQ(back.run.stages.size(), golden.run.stages.size());
  std::size_t blocks = 0;
  for (std::size_t k = 0; k < back.run.stages.size(); ++k) {
    EXPECT_EQ(back.run.stages[k].blocks, golden.run.stages[k].blocks);
    blocks += back.run.stages[k].blocks.size();
  }
  EXPECT_GT(blocks, 10u);
}

TEST(GoldenFile, EveryFlippedBitAndEveryTruncationIsSeen) {
  const std::vector<std::byte> good = encodeGolden(tiny());
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<std::byte> bad = good;
    bad[i] ^= std::byte{0x10};
    EXPECT_THROW((void)decodeGolden(bad, "a.golden"), InputError) << "byte " << i;
    bad.resize(i);
    EXPECT_THROW((void)decodeGolden(bad, "a.golden"), InputError) << "cut at " << i;
  }
}

#ifdef OOZE_SANITIZED
// Sanitizers are slow: only every seventh byte, which is another byte of each word.
constexpr std::size_t kByteStride = 7;
#else
constexpr std::size_t kByteStride = 1;
#endif

TEST(GoldenFile, DamageUnderARightChecksumIsRefusedOrHarmless) {
  // The damage is as if written from the start, under a valid checksum. The reader must not trust a length,
  // an index or a count.
  const GoldenFile golden = tiny(2);
  ASSERT_GT(golden.run.frames.back().particles, 0u);
  const std::vector<std::byte> payload = unpack(kGolden, encodeGolden(golden));
  int refused = 0;
  for (std::size_t i = 0; i < payload.size(); i += kByteStride) {
    for (const std::byte flip : {std::byte{0x01}, std::byte{0x80}, std::byte{0xff}}) {
      std::vector<std::byte> bad = payload;
      bad[i] ^= flip;
      try {
        const GoldenFile read = decodeGolden(pack(kGolden, bad), "a.golden");
        (void)compareGolden(golden, read);
        (void)compareWithin(golden.run, read.run);
      } catch (const InputError& e) {
        ++refused;
        ASSERT_STREQ(e.what(), "a.golden: the golden file is damaged");
      }
    }
    const std::vector<std::byte> cut(payload.begin(), payload.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THROW((void)decodeGolden(pack(kGolden, cut), "a.golden"), InputError) << "cut at " << i;
  }
  EXPECT_GT(refused, 100);
}

std::string errorMessageOf(std::span<const std::byte> bytes) {
  try {
    (void)decodeGolden(bytes, "a.golden");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(GoldenFile, ForeignAndNewerFilesAreNamedAsSuch) {
  const std::string pot = "solid teapot of some length, in any case nothing golden";
  EXPECT_EQ(errorMessageOf(std::as_bytes(std::span(pot))), "a.golden: not a golden file of Ooze");
  EXPECT_EQ(errorMessageOf({}), "a.golden: not a golden file of Ooze");
  std::vector<std::byte> newer = encodeGolden(tiny());
  newer[8] = std::byte{9};
  EXPECT_EQ(errorMessageOf(newer), "a.golden: the golden file has version 9; this Ooze reads version 2");
}

TEST(GoldenFile, AnOlderVersionExplainsHowToRecordAgain) {
  std::vector<std::byte> older = encodeGolden(tiny());
  older[8] = std::byte{1};
  EXPECT_EQ(errorMessageOf(older),
            "a.golden: the golden file has version 1; this Ooze reads version 2; remove it and run with "
            "--golden again to record a new one");
}

TEST(GoldenFile, RunsOfDifferentThingsAreNotCompared) {
  const GoldenFile golden = tiny();
  const auto refuses = [&](auto change, const char* why) {
    GoldenFile other = golden;
    change(other);
    try {
      requireComparable(golden, other, "a.golden");
      ADD_FAILURE() << why;
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), testing::StartsWith("a.golden: recorded with the "));
      EXPECT_THAT(e.what(), HasSubstr(why));
    }
  };
  refuses([](GoldenFile& g) { g.scene = "big"; }, "scene little, not big");
  refuses([](GoldenFile& g) { g.detail = Detail::Fine; }, "detail coarse, not fine");
  refuses([](GoldenFile& g) { g.method = "steele"; }, "method clavet, not steele");
  refuses([](GoldenFile& g) { g.settings.clear(); },
          "settings clavet.friction=0.5 at step 3, not as in the scene");
  EXPECT_NO_THROW(requireComparable(golden, golden, "a.golden"));
}

TEST(GoldenFile, RunsOfOtherFieldsAreNotCompared) {
  const GoldenFile golden = tiny();
  EXPECT_THAT(golden.run.parts,
              testing::ElementsAre("positions", "velocities", "density", "pressure", "strain", "exposure",
                                   "links", "settings, substeps or emitters", "bodies"));
  GoldenFile less = golden, other = golden;
  std::erase(less.run.parts, "strain");
  for (GoldenStage& stage : less.run.stages) stage.hashes.erase(stage.hashes.begin() + 4);
  less = decodeGolden(encodeGolden(less), "b.golden");
  std::replace(other.run.parts.begin(), other.run.parts.end(), std::string("strain"), std::string("heat"));
  const auto refuses = [](const GoldenFile& a, const GoldenFile& b, const std::string& what) {
    try {
      requireComparable(a, b, "a.golden");
      ADD_FAILURE() << what;
    } catch (const InputError& e) {
      EXPECT_EQ(e.what(), "a.golden: recorded with other fields; the other run " + what);
    }
    EXPECT_EQ(describe(*compareExactly(a.run, b.run)), "step 0, stage \"start\": the other run " + what);
  };
  refuses(golden, less, "has no strain");
  refuses(less, golden, "has also strain");
  refuses(golden, other, "has no strain, but heat");
  other.run.parts = golden.run.parts;
  std::swap(other.run.parts[2], other.run.parts[3]);
  refuses(golden, other, "has its fields in another order");
}

TEST(GoldenFile, QuotedTextBreaksNoLine) {
  const GoldenFile golden = tiny();
  GoldenFile other = golden;
  for (std::string& stage : other.run.stageNames) stage = "a\nb";
  EXPECT_THAT(compareGolden(other, golden).text, HasSubstr("stage \"a?b\""));
  other = golden;
  other.build = "gcc\n12";
  EXPECT_THAT(compareGolden(other, golden).text, HasSubstr("recorded by gcc?12"));
  other.scene = "big\rscene";
  try {
    requireComparable(other, golden, "a.golden");
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "a.golden: recorded with the scene big?scene, not little");
  }
}

TEST(GoldenFile, TheBuildDecidesHowRunsAreCompared) {
  const GoldenFile golden = tiny();
  EXPECT_THAT(compareGolden(golden, golden).text, HasSubstr("identical in 4 frames"));

  // A single bit of a particle differs. The same build reports a difference, and another build accepts the
  // difference as rounding.
  GoldenFile other = golden;
  other.run.stages[20].hashes[0] ^= 1;
  other.run.firstSteps[1].positions[0].x += 1e-8f;
  const GoldenVerdict exact = compareGolden(golden, other);
  EXPECT_FALSE(exact.same);
  EXPECT_THAT(exact.text, testing::StartsWith("differs first at step "));
  other.build = "another compiler";
  const GoldenVerdict tolerant = compareGolden(other, golden);
  EXPECT_TRUE(tolerant.same) << tolerant.text;
  EXPECT_THAT(tolerant.text, HasSubstr("within tolerances: recorded by another compiler, this is "));
}

}  // namespace
}  // namespace ooze::golden_file_test
