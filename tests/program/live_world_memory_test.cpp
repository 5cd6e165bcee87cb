// A session that goes on for hours does not fill the memory: once the history's budget is spent, what is
// allocated stays as it is, although liquid comes and goes all the time.
#include "live_world_fixture.h"

#include <algorithm>
#include <malloc.h>

namespace ooze {
namespace {

/// A jet that falls out of the domain below.
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

/// That this process holds now [bytes]; the world runs on this thread, so that it is in one arena.
std::size_t allocated() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

TEST_F(LiveWorldTest, MemoryStaysFlatOnceTheHistoryIsFull) {
  constexpr int kFrames = 120;  // a quarter of what is run
  const auto scene =
      std::make_shared<const Scene>(loadScene(folder_.write("drain.json", kDrainScene).string()));
  std::size_t oneKeyframe = 0;
  {
    LiveWorld flowing(scene, 1, {});
    frames(flowing, kFrames);
    const std::size_t before = flowing.history().bytesKept();
    frames(flowing, History::kSpacing);
    oneKeyframe = flowing.history().bytesKept() - before;
    ASSERT_GT(oneKeyframe, 0u);
  }
  LiveWorld live(scene, 1, {}, 6 * oneKeyframe);
  // The most within a spell: keyframes come and go meanwhile.
  const auto most = [&] {
    std::size_t bytes = 0;
    for (int f = 0; f < kFrames; ++f) {
      frames(live, 1);
      (void)live.history().bytesKept();  // waits for the keyframe that another thread packs meanwhile
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

  EXPECT_LE(live.history().bytesKept(), 6 * oneKeyframe);
  EXPECT_LT(live.timeline().keyframes.size(), 9u);
  ASSERT_GT(live.world().particles().nextId, poured + 3 * particles) << "as much again has gone, thrice";
  // Tables by id double now and then as ids are given out.
  const std::size_t tablesById = 2 * sizeof(std::uint32_t) * live.world().particles().nextId;
  EXPECT_LT(late, early + oneKeyframe + tablesById)
      << "without thinning some " << 2 * kFrames / History::kSpacing << " keyframes more";
}

}  // namespace
}  // namespace ooze
