// A test fixture for the panel of pairs, over a real session with undo, saving and loading.
#pragma once

#include "ooze/scene/scene.h"

#include "fixtures/temporary_folder.h"
#include "methods/steele/adhesion.h"
#include "panel_screen.h"
#include "session/live_world.h"
#include "session/world_edits.h"
#include "world/commands/world_values.h"

#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

inline constexpr float kPairsWidth = 336.f, kPairsHeight = 900.f;

inline std::string sceneOfPairs(const std::string& method, const std::string& pairs) {
  return R"({"version": 1, "method": ")" + method + R"(", "h": 0.02,
"materials": [{"name": "oil", "h_ref": 0.02}, {"name": "water", "h_ref": 0.02}], )" +
         pairs + R"(
"liquids": [{"material": "oil", "shape": {"sphere": {"radius": 0.03}}}],
"bodies": [{"name": "ball", "shape": {"sphere": {"radius": 0.05}}, "position": [0, -0.1, 0]}]})";
}
inline const std::string kPairs =
    R"("pairs": [{"materials": ["oil", "water"], "adhesion": [[0, -40], [2, 0], [3, 20], [4, 0]]}],)";
inline const std::string kBetween = "pair.oil.water.adhesion";

/// A session that applies each call at once, merging commands into edits as a session thread does.
class LiveSession final : public RecordingSession {
 public:
  explicit LiveSession(std::shared_ptr<const Scene> scene) : live(scene, 1, {}) {}
  explicit LiveSession(const SaveFile& save) : live(save, 1) {}

  void submit(Command command) override {
    RecordingSession::submit(command);
    edits_.submit(std::move(command));
    apply();
  }
  void beginEdit(std::string label) override {
    edits_.beginGroup(label);
    RecordingSession::beginEdit(std::move(label));
  }
  void endEdit() override {
    edits_.endGroup();
    RecordingSession::endEdit();
  }
  void undo() override { live.presentEdits().undo(); }
  void redo() override { live.presentEdits().redo(); }

  LiveWorld live;
  std::vector<std::string> refused;

 private:
  void apply() {
    std::vector<EditPiece> given = edits_.handOver();
    edits_.removeHandedOver();
    for (std::string& line : live.presentEdits().apply(std::move(given), true))
      refused.push_back(std::move(line));
  }

  PendingEdits edits_;
};

class PairPanelTest : public PanelScreen {
 protected:
  PairPanelTest() : PanelScreen(kPairsWidth, kPairsHeight) {
    for (const ImGuiKey key : {ImGuiKey_Delete, ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Tab})
      ImGui::GetIO().KeyMap[key] = 256 + key;
    open("steele", kPairs);
  }
  ~PairPanelTest() override {
    EXPECT_THAT(liveSession_->refused, testing::IsEmpty()) << "the panel keeps to the limits";
  }

  void open(const std::string& method, const std::string& pairs) {
    scene_ = std::make_shared<const Scene>(
        loadScene(folder_.write("pairs.json", sceneOfPairs(method, pairs)).string()));
    liveSession_ = std::make_unique<LiveSession>(scene_);
  }
  void advance() override {
    view_.scene = scene_;
    view_.snapshot = liveSession_->live.world().snapshot();
    view_.originals = view_.snapshot->materials;
  }
  void drawPanels(PanelContext& context) override {
    PanelContext own{context.view,  context.live,  context.catalog, context.window,  context.theme,
                     context.state, *liveSession_, context.perform, context.services};
    shown_ = hasPairs(own);
    drawInPane(drawPairPanel, own);
  }

  /// Opens a cell of the table by clicking down its column.
  bool openAt(float x, const PairEntry& wanted) {
    return clickDown(x, [&] { return state_.pairs.open && isSamePair(*state_.pairs.open, wanted); });
  }
  void openBetween() {
    frame();
    ASSERT_TRUE(openAt(kSecond, kOilAndWater));
    frame();
  }
  /// Returns the screen position of a curve point.
  ImVec2 placeOf(const CurvePoint& p) {
    frame();
    const CurveState& s = state_.pairs.curve;
    return {s.place.x + p.at / steele::kMaxAdhesionReach * s.place.width,
            s.place.bottom() - (p.value - s.range.low) / (s.range.high - s.range.low) * s.place.height};
  }
  void drag(const CurvePoint& from, const CurvePoint& to) {
    const ImVec2 a = placeOf(from), b = placeOf(to);
    move(a.x, a.y);
    rest();
    press(true);
    for (int k = 1; k <= 5; ++k) {
      move(a.x + 0.2f * static_cast<float>(k) * (b.x - a.x),
           a.y + 0.2f * static_cast<float>(k) * (b.y - a.y));
      frame();
    }
    press(false);
    frame();
  }
  void rightClick(const CurvePoint& at) {
    const ImVec2 p = placeOf(at);
    move(p.x, p.y);
    frame();
    ImGui::GetIO().MouseDown[1] = true;
    frame();
    ImGui::GetIO().MouseDown[1] = false;
    frame();
  }
  [[nodiscard]] Curve curve(const PairEntry& pair) const {
    const PairEntry* entry = liveSession_->live.world().pairs().find(pair);
    return entry ? entry->curve : Curve{};
  }
  [[nodiscard]] Curve between() const { return curve(kOilAndWater); }
  static bool isAscending(const Curve& curve) {
    for (std::size_t k = 1; k < curve.size(); ++k)
      if (!(curve[k].at > curve[k - 1].at)) return false;
    return true;
  }

  static constexpr float kFirst = 110.f, kSecond = 190.f, kSolids = 285.f;  // column positions x [pixels]
  const PairEntry kOilAndWater{"adhesion", 0, std::uint16_t{1}, "", {}};
  const PairEntry kOilAndSolids{"adhesion", 0, std::nullopt, "", {}};

  TemporaryFolder folder_;
  std::shared_ptr<const Scene> scene_;
  std::unique_ptr<LiveSession> liveSession_;
  bool shown_ = false;
};

}  // namespace ooze::ui
