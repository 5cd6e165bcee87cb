// A test of the memory of a long session. Once the history has used its memory budget, the allocated memory
// stays flat, although liquid is poured and drained all the time.
#include "live_world_fixture.h"

#include <algorithm>
#include <malloc.h>

namespace ooze {
namespace {

/// A scene with a jet that falls out of the domain.
constexpr const char* kDrainScene = R"({
  "version": 1,
  "title": "Small drain",
  "description": "A jet into nothing.",
  "method": "clavet",
  "h": 0.02,
  "duration": 2,
  "domain": {"lower": [-0.1, -0.1, -0.1], "upper": [0.1, 0.15, 0.1]},
  "materials": [{"name": "goo", "file": "honey"}],
  "liquids": [],
  "emitters": [{"name": "spout", "radius": 0.015, "speed": 0.6, "position": [0, 0.1, 0]}],
  "bodies": [],
  "camera": {"eye": [0, 0.25, 0.6], "target": [0, 0, 0]}
})";

/// Returns the memory that this process has allocated [bytes]. The world runs on this thread, so all of the
/// memory is in one malloc arena.
std::size_t allocated() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

TEST_F(LiveWorldTest, MemoryStaysFlatOnceTheHistoryIsFull) {
  constexpr int kFrames = 120;  // a quarter of all simulated frames
  const auto scene =
      std::make_shared<const Scene>(loadScene(folder_.write("drain.json", kDrainScene).string()));
  std::size_t oneKeyframe = 0;
  {
    LiveWorld flowing(scene, 1, {});
    frames(flowing, kFrames);
    const std::size_t before = flowing.history().keyframeBytes();
    frames(flowing, History::kSpacing);
    oneKeyframe = flowing.history().keyframeBytes() - before;
    ASSERT_GT(oneKeyframe, 0u);
  }
  LiveWorld live(scene, 1, {}, 6 * oneKeyframe);
  // Returns the peak within a period, because keyframes are added and removed meanwhile.
  const auto most = [&] {
    std::size_t bytes = 0;
    for (int f = 0; f < kFrames; ++f) {
      frames(live, 1);
      // Waits for the keyframe that another thread compresses meanwhile.
      (void)live.history().keyframeBytes();
      bytes = std::max(bytes, allocated());
    }
    return bytes;
  };
  frames(live, kFrames);
  const std::size_t particles = live.world().particles().size();
  const std::uint32_t poured = live.world().particles().nextId;
  const std::size_t early = most();
  frames(live, kFrames);
  const std::size_t late = most();

  EXPECT_LE(live.history().keyframeBytes(), 6 * oneKeyframe);
  EXPECT_LT(live.timeline().keyframes.size(), 9u);
  ASSERT_GT(live.world().particles().nextId, poured + 3 * particles)
      << "three times as many particles were removed";
  // The tables by particle id double from time to time as ids are assigned.
  const std::size_t tablesById = 2 * sizeof(std::uint32_t) * live.world().particles().nextId;
  EXPECT_LT(late, early + oneKeyframe + tablesById)
      << "without thinning some " << 2 * kFrames / History::kSpacing << " keyframes more";
}

}  // namespace
}  // namespace ooze
