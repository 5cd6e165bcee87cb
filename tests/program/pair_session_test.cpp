// Tests of pair functions in a session. A drag of a curve's point is one edit, and the edited curve is
// saved, shown again and replayed.
#include "fixtures/edit_pieces.h"
#include "live_world_fixture.h"
#include "session/scene_values.h"

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kTwoLiquids = R"({
  "version": 1, "method": "steele", "h": 0.02,
  "materials": [{"name": "oil"}, {"name": "water"}],
  "pairs": [{"materials": ["oil", "water"], "adhesion": [[0, -40], [2, 0], [3, 20], [4, 0]]}],
  "liquids": [
    {"material": "oil", "shape": {"box": {"half_extents": [0.03, 0.03, 0.03]}}, "position": [0, 0.1, 0]},
    {"material": "water", "shape": {"box": {"half_extents": [0.03, 0.03, 0.03]}}, "position": [0.07, 0.1, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}]
})";
const std::string kBetween = "pair.oil.water.adhesion";

class PairSession : public LiveWorldTest {
 protected:
  PairSession() {
    scene_ = std::make_shared<const Scene>(loadScene(folder_.write("pairs.json", kTwoLiquids).string()));
  }
  static float peak(const LiveWorld& live) { return value(live, kBetween + ".3.value"); }
  /// Drags a point of the curve while the world runs.
  void drag(LiveWorld& live) {
    ++edit_;
    for (const float to : {25.f, 35.f, 50.f}) {
      live.presentEdits().apply(editOf({kBetween, {0, -40, 2, 0, 3, to, 4, 0}}, edit_), false);
      frames(live, 1);
    }
  }
};

TEST_F(PairSession, ADragIsUndoneAndRedoneAsOne) {
  LiveWorld live(scene_, 1, {});
  drag(live);
  EXPECT_EQ(live.edits().undo, "Adhesion between oil and water");
  ASSERT_EQ(live.timeline().edits.size(), 1u);
  live.presentEdits().undo();
  EXPECT_EQ(peak(live), 20.f);
  EXPECT_EQ(live.edits().undo, "");
  live.presentEdits().redo();
  EXPECT_EQ(peak(live), 50.f);
  // Undoing the first edit of a pair restores the method's default.
  edit(live, {{"pair_solids.oil.adhesion.clings", {9.f}}}, false);
  frames(live, 1);
  live.presentEdits().undo();
  EXPECT_EQ(live.world().pairs().size(), 1u);
}

TEST_F(PairSession, ARestartKeepsThem) {
  LiveWorld live(scene_, 1, {});
  drag(live);
  edit(live, {{"pair.water.oil.adhesion.4.place", {5.f}}}, false);
  frames(live, 1);
  live.restart();
  EXPECT_EQ(live.world().stepIndex(), 0u);
  EXPECT_EQ(peak(live), 50.f);
  EXPECT_EQ(value(live, kBetween + ".4.place"), 5.f);
}

TEST_F(PairSession, AreReplayedToTheBitFromASavedSession) {
  LiveWorld live(scene_, 1, {});
  drag(live);
  frames(live, 2);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
  LiveWorld opened(live.save(), 1);
  EXPECT_EQ(opened.world().hash(), live.world().hash());
  EXPECT_EQ(opened.world().pairs(), live.world().pairs());
  // Seeks back to before the drag, and through the drag again.
  seek(opened, 0);
  EXPECT_EQ(peak(opened), 25.f) << "the first of it came before the first step";
  seek(opened, 2);
  EXPECT_EQ(peak(opened), 50.f);
  seek(opened, 5);
  EXPECT_EQ(opened.world().hash(), live.world().hash());
  frames(opened, 2), frames(live, 2);
  EXPECT_EQ(opened.world().hash(), live.world().hash());
}

TEST_F(PairSession, PanelsShowWhatWaits) {
  LiveWorld live(scene_, 1, {});
  const WorldValues shown =
      liveValues(*live.world().snapshot(), std::vector{parseCommand({kBetween + ".3.value", {7.f}})});
  ASSERT_EQ(shown.pairs.size(), 1u);
  EXPECT_EQ(shown.pairs[0].curve, (std::vector<CurvePoint>{{0, -40}, {2, 0}, {3, 7}, {4, 0}}));
  EXPECT_THAT(liveValues(*live.world().snapshot(), std::vector{parseCommand({kBetween})}).pairs, IsEmpty());
}

}  // namespace
}  // namespace ooze
