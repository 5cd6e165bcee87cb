// Tests of the dialog that asks for the use of a mesh, without a window.
#include "ooze/methods/method.h"

#include "panel_screen.h"
#include "ui/state/mesh_import_queue.h"
#include "ui/tools/tool.h"

#include <cstdlib>
#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

constexpr float kDialogWidth = 700.f, kDialogHeight = 500.f, kAspect = 1.4f;
constexpr float kUses = 0.62f, kAdd = 0.65f, kCancel = 0.51f;  // columns of buttons [fraction of the width]

class FakeMeshDesk final : public MeshImportQueue {
 public:
  void offer(std::filesystem::path file, std::optional<Vec2> at) override { offered = {file, at, {}}; }
  [[nodiscard]] const MeshImport* current() const override { return offered ? &*offered : nullptr; }
  [[nodiscard]] std::size_t waiting() const override { return 1; }
  void accept(const MeshImportAnswer& order) override {
    orders.push_back(order);
    offered.reset();
  }
  void dismiss() override { offered.reset(); }

  std::optional<MeshImport> offered;
  std::vector<MeshImportAnswer> orders;
};

class MeshDialogTest : public PanelScreen {
 protected:
  MeshDialogTest() : PanelScreen(kDialogWidth, kDialogHeight) {
    services_.meshes = &desk_;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->method = "clavet";
    snapshot->interactionRadius = 0.02f;
    snapshot->restSpacing = 0.01f;
    snapshot->materials.resize(1);
    snapshot->bodies = {
        makeBody("floor", {SolidShape::SolidKind::Plane, Vec3(0.f, 1.f, 0.f)}, Motion::Static)};
    view_.snapshot = snapshot;
    desk_.offered = MeshImport{"/there/dragon.ply", std::nullopt, MeshProperties{}};
    desk_.offered->facts->triangles = 871414;
    desk_.offered->facts->size = {2.f, 1.f, 1.f};
    desk_.offered->facts->volume = 0.5;
    desk_.offered->facts->shape = {{{Vec3(-1.f, -0.5f, 0.f), Vec3(1.f, 0.5f, 0.f)}}};
  }

  void drawPanels(PanelContext& context) override {
    drawMeshDialog(context);
    if (const MeshImport* offer = desk_.current(); offer && offer->facts) follow(*offer);
  }
  void follow(const MeshImport& offer) {
    followMeshChoice({view_, live_, camera_, state_, session_, kAspect}, offer, state_.mesh);
  }
  /// Clicks down the columns of the buttons until `done` returns true.
  bool clickUntil(const std::function<bool()>& done) {
    for (const float x : {kUses, kAdd})
      for (float y = 150.f; y < kDialogHeight && !done() && desk_.current(); y += 8.f)
        click(x * kDialogWidth, y);
    return done();
  }

  OrbitCamera camera_{CameraSpec{{0.f, 0.5f, 0.7f}, {0.05f, 0.1f, 0.f}, 40.f}};
  FakeMeshDesk desk_;
};

TEST_F(MeshDialogTest, NothingIsDrawnWithoutAnOfferAndAReadOneWaits) {
  desk_.offered.reset();
  frame();
  EXPECT_EQ(ImGui::GetDrawData()->TotalVtxCount, 0);
  desk_.offered = MeshImport{"slow.obj", std::nullopt, std::nullopt};
  frames(2);
  EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 0);
  EXPECT_TRUE(desk_.orders.empty());
}

TEST_F(MeshDialogTest, ItsAnswersStayInTheWindowWhenTheFileTurnsOutToBeAMesh) {
  const MeshProperties facts = *desk_.offered->facts;
  desk_.offered->facts.reset();
  frames(3);
  desk_.offered->facts = facts;
  frames(3);
  for (float y = 400.f; y < kDialogHeight - 55.f && desk_.orders.empty() && desk_.current(); y += 4.f)
    click(kAdd * kDialogWidth, y);
  EXPECT_EQ(desk_.orders.size(), 1u);
}

TEST_F(MeshDialogTest, AddOrdersWhatIsChosen) {
  desk_.offered->facts->size = {1.f, 0.5f, 0.5f};
  frames(2);
  EXPECT_EQ(*state_.mesh.height, 0.5f) << "its own size";
  ASSERT_TRUE(clickUntil([this] { return !desk_.orders.empty() || state_.mesh.use != MeshUse::Collider; }));
  state_.mesh.use = MeshUse::Liquid;
  ASSERT_TRUE(clickUntil([this] { return !desk_.orders.empty(); }));
  const MeshImportAnswer& order = desk_.orders[0];
  EXPECT_EQ(order.file, "/there/dragon.ply");
  EXPECT_EQ(order.h, 0.02f);
  EXPECT_GT(order.height, 0.f);
  EXPECT_TRUE(session_.commands.empty()) << "the import queue submits the command after sampling";
}

// Mesh files do not state their unit. Sizes are metres, unless the mesh would be invisibly large or small.
TEST_F(MeshDialogTest, AMeshComesInAtItsOwnSize) {
  const float seen = 0.7f * camera_.halfHeightAt(camera_.spec().target);
  ASSERT_NEAR(seen, 0.19f, 0.02f);
  const auto offered = [&](float height) {
    desk_.offered->file = "/there/" + std::to_string(height);
    desk_.offered->facts->size = {height, height, height};
    frame();
    return *state_.mesh.height;
  };
  EXPECT_EQ(offered(0.15f), 0.15f);
  EXPECT_EQ(offered(0.8f), 0.8f);
  EXPECT_FLOAT_EQ(offered(15.f), 0.15f) << "centimetres";
  EXPECT_FLOAT_EQ(offered(150.f), 0.15f) << "millimetres";
  EXPECT_NEAR(offered(1e6f), seen, 1e-3f) << "no known unit fits, so the size suits the view";
}

TEST_F(MeshDialogTest, ItIsTurnedAndPlacedByNumbers) {
  frame();
  MeshChoice& choice = state_.mesh;
  choice.height = 0.2f;
  choice.turn = {0.f, 0.f, 90.f};
  desk_.offered->facts->shape = {{{Vec3(-1.f, 0.f, 0.f), Vec3(1.f, 0.f, 0.f)}}};
  follow(*desk_.current());
  EXPECT_NEAR(choice.centre->y, 0.2f, 2e-3f) << "the former side now points down";
  std::vector<Stroke> strokes;
  addMeshPreview(*desk_.current()->facts, choice, strokes);
  EXPECT_NEAR(strokes[0].points[0].y, 0.f, 2e-3f);
  EXPECT_NEAR(strokes[0].points[1].y, 0.4f, 2e-3f);
  choice.place = MeshChoice::MeshPlace::Typed;
  choice.centre = Vec3(0.3f, 0.4f, 0.5f);
  follow(*desk_.current());
  EXPECT_EQ(*choice.centre, Vec3(0.3f, 0.4f, 0.5f));
  state_.mesh.use = MeshUse::Liquid;
  choice.turn = {10.f, 20.f, 30.f};
  ASSERT_TRUE(clickUntil([this] { return !desk_.orders.empty(); }));
  EXPECT_EQ(desk_.orders[0].turn, Vec3(10.f, 20.f, 30.f));
}

TEST_F(MeshDialogTest, JellyIsFirmUnlessAskedOtherwise) {
  const std::vector<ParameterInfo>& rows = findMethod("clavet").parameters();
  for (const char* look : {"gel", "honey"})
    for (const bool asked : {true, false}) {
      auto snapshot = std::make_shared<Snapshot>(*view_.snapshot);
      MaterialDefinition& liquid = snapshot->materials[0];
      liquid.name = "pudding";
      liquid.look = look;
      liquid.values.assign(rows.size(), 0.f);
      liquid.values[findParameter(rows, "spring_stiffness")] = 80.f;
      liquid.values[findParameter(rows, "plasticity_compress")] = 4.f;
      view_.snapshot = snapshot;
      desk_.offered = MeshImport{"/there/pudding.obj", std::nullopt, MeshProperties{}};
      desk_.orders.clear();
      session_.commands.clear();
      state_.mesh = {};
      frame();
      EXPECT_TRUE(state_.mesh.firm);
      state_.mesh.use = MeshUse::Liquid;
      state_.mesh.firm = asked;
      frames(2);
      const auto chosen = [&] { return !desk_.orders.empty(); };
      for (float y = kDialogHeight - 120.f; y < kDialogHeight - 55.f && !chosen(); y += 4.f)
        click(kAdd * kDialogWidth, y);
      ASSERT_TRUE(chosen());
      const bool firm = asked && look == std::string("gel");
      EXPECT_EQ(desk_.orders[0].shapeKeepingAction, firm ? "springs.add" : "") << look;
      // Firm springs must not flow, so their plasticity is set to 0. A value that already is 0 is not set.
      EXPECT_EQ(targets(), firm ? std::vector<std::string>{"material.pudding.plasticity_compress"}
                                : std::vector<std::string>());
    }
}

TEST_F(MeshDialogTest, MeshesAreLookedForAtHomeAtFirst) {
  const FileRequest first = meshRequest(desk_);
  EXPECT_EQ(first.usual, std::getenv("HOME"));
  EXPECT_EQ(first.folder, "") << "later where the last one was";
  EXPECT_THAT(first.extensions, testing::Contains(".obj"));
  first.chosen("/models/cat.obj");
  EXPECT_EQ(desk_.offered->file, "/models/cat.obj");
}

TEST_F(MeshDialogTest, CancelForgetsTheFile) {
  frame();
  for (float y = 400.f; y < kDialogHeight - 55.f && desk_.current(); y += 4.f)
    click(kCancel * kDialogWidth, y);
  EXPECT_EQ(desk_.current(), nullptr);
  EXPECT_TRUE(desk_.orders.empty());
}

TEST_F(MeshDialogTest, AnOpenMeshCannotBeAMovingBody) {
  desk_.offered->facts->open = "The mesh is open: 3 of its edges have a triangle on one side only";
  frame();
  state_.mesh.use = MeshUse::Dynamic;
  for (float y = 420.f; y < kDialogHeight - 55.f; y += 4.f) click(kAdd * kDialogWidth, y);
  EXPECT_TRUE(desk_.orders.empty());
  EXPECT_EQ(state_.mesh.use, MeshUse::Dynamic);
  state_.mesh.use = MeshUse::Collider;
  for (float y = 400.f; y < kDialogHeight - 55.f && desk_.orders.empty(); y += 4.f)
    click(kAdd * kDialogWidth, y);
  EXPECT_EQ(desk_.orders.size(), 1u);
}

TEST_F(MeshDialogTest, ItStandsOnWhatIsThereAndShowsWhereItWouldBe) {
  frame();
  MeshChoice& choice = state_.mesh;
  choice.height = 0.2f;
  follow(*desk_.current());
  ASSERT_TRUE(choice.centre);
  EXPECT_NEAR(choice.centre->x, 0.05f, 1e-4f) << "under the middle of the view";
  EXPECT_NEAR(choice.centre->y, 0.1f, 2e-3f) << "its foot on the floor";
  std::vector<Stroke> strokes;
  addMeshPreview(*desk_.current()->facts, choice, strokes);
  ASSERT_EQ(strokes.size(), 1u);
  EXPECT_NEAR(strokes[0].points[0].y, 0.f, 2e-3f);
  EXPECT_NEAR(strokes[0].points[1].x, 0.05f + 0.2f, 1e-4f);

  choice.place = MeshChoice::MeshPlace::Camera;
  follow(*desk_.current());
  EXPECT_EQ(*choice.centre, camera_.spec().target);
}

TEST_F(MeshDialogTest, AMeshDroppedInTheViewGoesToThatPlace) {
  const Vec3 place{-0.1f, 0.f, 0.1f};
  Vec2 at;
  ASSERT_TRUE(camera_.project(place, kAspect, at));
  desk_.offered->at = at;
  frame();
  EXPECT_EQ(state_.mesh.place, MeshChoice::MeshPlace::Dropped);
  EXPECT_NEAR(state_.mesh.centre->x, place.x, 2e-3f);
  EXPECT_NEAR(state_.mesh.centre->z, place.z, 2e-3f);
  EXPECT_NEAR(state_.mesh.centre->y, 0.5f * *state_.mesh.height, 2e-3f);
}

TEST_F(MeshDialogTest, TheNextFileHasItsOwnQuestion) {
  frame();
  state_.mesh.height = 0.5f;
  desk_.offered->file = "/there/other.obj";
  frame();
  EXPECT_EQ(*state_.mesh.height, state_.mesh.usualHeight);
}

}  // namespace
}  // namespace ooze::ui
