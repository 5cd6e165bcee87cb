// Tests of mesh files that are dropped on the window, from the drop to the command. Files that are not
// meshes get a message.
#include "app/window/mesh_worker.h"

#include "ooze/world/command.h"

#include "app/window/mesh_properties.h"
#include "base/file.h"
#include "fixtures/recording_session.h"
#include "fixtures/small_scene.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns a box of 2 x 1 x 3 (width, height, depth) as an OBJ file. An open box has no lid.
std::string boxObj(bool open = false) {
  std::string text;
  for (const char* v : {"0 0 0", "2 0 0", "2 0 3", "0 0 3", "0 1 0", "2 1 0", "2 1 3", "0 1 3"})
    text += std::string("v ") + v + "\n";
  for (const char* f :
       {"1 2 3", "1 3 4", "1 5 6", "1 6 2", "2 6 7", "2 7 3", "3 7 8", "3 8 4", "4 8 5", "4 5 1"})
    text += std::string("f ") + f + "\n";
  if (!open) text += "f 5 8 7\nf 5 7 6\n";
  return text;
}

class MeshWorkerTest : public testing::Test {
 protected:
  MeshWorkerTest() { setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1); }
  ~MeshWorkerTest() override { unsetenv("XDG_CACHE_HOME"); }

  /// Settles the worker again and again, as the window does between frames, until `done` returns true.
  /// @return false if the time ran out
  template <class Done>
  bool settleUntil(Done done, double seconds = 20.0) {
    const auto begin = std::chrono::steady_clock::now();
    while (!done()) {
      worker_.settle(session_, scene_);
      for (const Message& message : worker_.takeMessages()) messages_.push_back(message.text);
      if (std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(seconds)) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }
  bool read() {
    return settleUntil([this] { return worker_.current() && worker_.current()->facts; });
  }
  /// Offers a file that is not a mesh. @return the error message
  std::string errorMessageOf(const std::filesystem::path& file) {
    messages_.clear();
    worker_.offer(file, std::nullopt);
    EXPECT_TRUE(settleUntil([this] { return !messages_.empty(); }));
    EXPECT_EQ(worker_.current(), nullptr) << "nothing is asked about it";
    EXPECT_EQ(messages_.size(), 1u);
    EXPECT_EQ(messages_.at(0).find('\n'), std::string::npos);
    EXPECT_THAT(messages_.at(0), HasSubstr(file.filename().string()));
    return messages_.at(0);
  }
  ui::MeshImportAnswer order(ui::MeshUse use) const {
    return {worker_.current()->file, use, {0.1f, 0.2f, 0.3f}, 0.1f, 500.f, 1, kH};
  }
  std::set<std::filesystem::path> samples() const {
    std::set<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.path() / "cache" / "ooze" / "distance"))
      files.insert(entry.path());
    return files;
  }

  // The radius, not the height of the box, determines the spacing of the samples.
  static constexpr float kH = 0.008f;

  TemporaryFolder folder_;
  std::shared_ptr<const Scene> scene_ = std::make_shared<Scene>();
  ui::RecordingSession session_;
  std::vector<std::string> messages_;
  MeshWorker worker_{[] {}};
};

TEST_F(MeshWorkerTest, ReportsTheContentOfAFile) {
  worker_.offer(folder_.write("box.obj", boxObj()), Vec2(0.5f));
  ASSERT_NE(worker_.current(), nullptr);
  EXPECT_FALSE(worker_.current()->facts) << "it returns at once";
  ASSERT_TRUE(read());
  const ui::MeshProperties& facts = *worker_.current()->facts;
  EXPECT_EQ(facts.triangles, 12u);
  EXPECT_EQ(facts.size, Vec3(2.f, 1.f, 3.f));
  EXPECT_NEAR(facts.volume, 6.0, 1e-5);
  EXPECT_EQ(facts.open, "");
  ASSERT_GT(facts.shape.size(), 20u);
  for (const ui::Stroke& stroke : facts.shape)
    for (const Vec3& p : stroke.points) {
      EXPECT_LE(std::abs(p.x), 1.02f);
      EXPECT_LE(std::abs(p.y), 0.52f) << "height 1, round the origin";
      EXPECT_LE(std::abs(p.z), 1.52f);
    }
}

TEST_F(MeshWorkerTest, AnOpenMeshIsAcceptedWithANote) {
  worker_.offer(folder_.write("open.obj", boxObj(true)), std::nullopt);
  ASSERT_TRUE(read());
  EXPECT_THAT(worker_.current()->facts->open, HasSubstr("open: 4 of its edges"));
}

TEST_F(MeshWorkerTest, AnOrderBecomesACommandWhenItsDistancesAreSampled) {
  worker_.offer(folder_.write("box.obj", boxObj()), std::nullopt);
  ASSERT_TRUE(read());
  const std::filesystem::path file = worker_.current()->file;
  worker_.accept(order(ui::MeshUse::Dynamic));
  EXPECT_EQ(worker_.current(), nullptr);
  ASSERT_EQ(worker_.tasks().size(), 1u);
  EXPECT_EQ(worker_.tasks()[0].name, "Sampling box.obj");
  ASSERT_TRUE(settleUntil([this] { return !session_.commands.empty(); }));
  EXPECT_TRUE(worker_.tasks().empty());
  const CommandText& command = session_.commands[0];
  EXPECT_EQ(command.target, "bodies.add_mesh");
  EXPECT_THAT(command.values, ElementsAre(0.1f, 0.2f, 0.3f, 0.1f, 2.f, 500.f));
  EXPECT_EQ(command.text, file.string());
  EXPECT_THAT(session_.edits, ElementsAre("Add box.obj"));
  EXPECT_EQ(session_.editsEnded, 1);
  const std::set<std::filesystem::path> sampled = samples();
  EXPECT_EQ(sampled.size(), 1u);
  prepareMesh(parseCommand(command), kH);  // the world does the same on receiving the command
  EXPECT_EQ(samples(), sampled) << "it finds them there";
}

TEST_F(MeshWorkerTest, InvalidOrdersAreReportedBeforeAnyCommandIsSubmitted) {
  worker_.offer(folder_.write("open.obj", boxObj(true)), std::nullopt);
  ASSERT_TRUE(read());
  worker_.accept(order(ui::MeshUse::Dynamic));
  ASSERT_TRUE(settleUntil([this] { return worker_.tasks().empty(); }));
  ASSERT_EQ(messages_.size(), 1u);
  EXPECT_THAT(messages_[0], testing::AllOf(HasSubstr("open.obj"), HasSubstr("open")));
  EXPECT_THAT(session_.commands, IsEmpty());
  EXPECT_THAT(session_.edits, IsEmpty());
}

TEST_F(MeshWorkerTest, EveryUseHasItsCommand) {
  ui::MeshImportAnswer o{"a.ply", ui::MeshUse::Collider, {1.f, 2.f, 3.f}, 0.5f, 700.f, 1, 0.02f};
  const auto text = [&] { return textOf(meshCommand(o)); };
  EXPECT_EQ(text().target, "bodies.add_mesh");
  EXPECT_EQ(text().values.at(4), 0.f);
  o.use = ui::MeshUse::Mould;
  EXPECT_EQ(text().values.at(4), 1.f);
  o.use = ui::MeshUse::Liquid;
  EXPECT_EQ(text().target, "liquid.add_mesh");
  EXPECT_THAT(text().values, ElementsAre(1.f, 2.f, 3.f, 0.5f, 1.f));
  EXPECT_EQ(meshCommands(o).size(), 1u);
  o.shapeKeepingAction = "springs.add";
  o.turn = {10.f, 20.f, 30.f};
  EXPECT_THAT(text().values, ElementsAre(1.f, 2.f, 3.f, 0.5f, 1.f, 10.f, 20.f, 30.f));
  ASSERT_EQ(meshCommands(o).size(), 2u);
  EXPECT_EQ(targetOf(meshCommands(o)[1]), "springs.add");
  o.use = ui::MeshUse::Dynamic;
  EXPECT_THAT(text().values, ElementsAre(1.f, 2.f, 3.f, 0.5f, 2.f, 700.f, 10.f, 20.f, 30.f));
  EXPECT_EQ(meshCommands(o).size(), 1u) << "only liquid is tied";
}

TEST_F(MeshWorkerTest, SeveralFilesAreAskedAboutOneAfterTheOther) {
  const auto first = folder_.write("first.obj", boxObj()), second = folder_.write("second.obj", boxObj());
  worker_.offer(first, std::nullopt);
  worker_.offer(second, std::nullopt);
  EXPECT_EQ(worker_.waiting(), 1u);
  ASSERT_TRUE(read());
  EXPECT_EQ(worker_.current()->file, first);
  worker_.dismiss();
  ASSERT_TRUE(read());
  EXPECT_EQ(worker_.current()->file, second);
  EXPECT_EQ(worker_.waiting(), 0u);
  worker_.dismiss();
  EXPECT_EQ(worker_.current(), nullptr);
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST_F(MeshWorkerTest, AFileThatIsNoMeshIsOneLineAndTheNextFileIsOffered) {
  EXPECT_THAT(errorMessageOf(folder_.path() / "missing.obj"), HasSubstr("no such file"));
  EXPECT_THAT(errorMessageOf(folder_.path()), HasSubstr("directory"));
  EXPECT_THAT(errorMessageOf(folder_.write("empty.ply", "")), HasSubstr("empty"));
  EXPECT_THAT(errorMessageOf(folder_.write("text.obj", "Dear reader,\nthis is a letter.\n")),
              testing::Ne(""));
  EXPECT_THAT(errorMessageOf(folder_.write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")), testing::Ne(""));
  EXPECT_THAT(errorMessageOf(folder_.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n")),
              HasSubstr("flat"));
  EXPECT_THAT(errorMessageOf(folder_.write("noise.stl", std::string(5000, '\x9b'))), testing::Ne(""));
  const auto unreadable = folder_.write("secret.obj", boxObj());
  std::filesystem::permissions(unreadable, std::filesystem::perms::none);
  if (geteuid() != 0) {
    EXPECT_THAT(errorMessageOf(unreadable), HasSubstr("denied"));
  }

  worker_.offer(folder_.path() / "missing.obj", std::nullopt);
  worker_.offer(folder_.write("box.obj", boxObj()), std::nullopt);
  EXPECT_TRUE(read());
}

TEST_F(MeshWorkerTest, AFileOfTwoGigabytesIsRefusedAtOnce) {
  const auto file = folder_.write("huge.stl", "x");
  std::filesystem::resize_file(file, std::uintmax_t{2} << 30);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(errorMessageOf(file), HasSubstr("2.1 GB is too large"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

/// A mesh whose triangles intersect everywhere must not be drawn as millions of lines in every frame.
TEST_F(MeshWorkerTest, TheDrawingOfATangleStaysSmall) {
  std::string tangle;
  for (int i = 0; i < 60'000; ++i) tangle += fmt::format("v {} {} {}\n", i % 97, i % 89, i % 83);
  for (int i = 1; i < 59'994; ++i) tangle += fmt::format("f {} {} {}\n", i, i + 1, i + 5);
  worker_.offer(folder_.write("tangle.obj", tangle), std::nullopt);
  ASSERT_TRUE(read());
  EXPECT_GT(worker_.current()->facts->shape.size(), 10'000u);
  EXPECT_LE(worker_.current()->facts->shape.size(), 20'000u);
}

TEST_F(MeshWorkerTest, SamplingCanBeCancelled) {
  worker_.offer(folder_.write("box.obj", boxObj()), std::nullopt);
  ASSERT_TRUE(read());
  ui::MeshImportAnswer large = order(ui::MeshUse::Collider);
  large.height = 1.f;
  large.h = 0.01f;  // 400 x 200 x 600 samples, which take seconds
  worker_.accept(large);
  std::this_thread::sleep_for(
      std::chrono::milliseconds(50));  // lets the worker begin, because no report announces its begin
  worker_.tasks().at(0).cancel();
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(settleUntil([this] { return worker_.tasks().empty(); }));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
  EXPECT_THAT(session_.commands, IsEmpty());
  EXPECT_THAT(messages_, IsEmpty());
}

TEST_F(MeshWorkerTest, AnOrderForAnotherSceneIsNotAdded) {
  worker_.settle(session_, scene_);
  worker_.offer(folder_.write("box.obj", boxObj()), std::nullopt);
  ASSERT_TRUE(read());
  worker_.accept(order(ui::MeshUse::Collider));
  scene_ = std::make_shared<Scene>();
  ASSERT_TRUE(settleUntil([this] { return !messages_.empty(); }));
  EXPECT_THAT(messages_[0], HasSubstr("box.obj was not added"));
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST(MeshFiles, AreKnownByTheirExtensions) {
  for (const char* name : {"a.obj", "a.PLY", "b.c.Stl", "x.glb"}) EXPECT_TRUE(ui::isMeshFile(name)) << name;
  for (const char* name : {"a.json", "a.ooze", "obj", "a.obj.txt"})
    EXPECT_FALSE(ui::isMeshFile(name)) << name;
}

}  // namespace
}  // namespace ooze
