// Damaged input never does anything but load or be refused. Mutations are seeded, so that a failure repeats.
#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/base/file.h"
#include "ooze/base/random.h"
#include "ooze/scene/save_file.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<std::string> words) : seed_(seed), words_(std::move(words)) {}

  /// One to four changes: bytes flipped, pieces cut, doubled or swapped, words put in.
  std::string mutate(std::string text) {
    for (std::uint64_t n = 1 + below(4); n > 0 && !text.empty(); --n) {
      const std::size_t at = below(text.size());
      const std::size_t length = std::min<std::size_t>(text.size() - at, 1 + below(24));
      switch (below(6)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, length);
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), length));
          break;
        case 3:
          text.resize(at);
          break;
        case 4:
          text.replace(at, length, words_[below(words_.size())]);
          break;
        default:
          text.insert(at, words_[below(words_.size())]);
          break;
      }
    }
    return text;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return randomBits(seed_, count_++) % n; }
  std::uint64_t seed_, count_ = 0;
  std::vector<std::string> words_;
};

const std::vector<std::string> kJsonWords{"0",
                                          "-1",
                                          "1e308",
                                          "-1e-308",
                                          "1e999",
                                          "NaN",
                                          "null",
                                          "true",
                                          "{}",
                                          "[]",
                                          "[0,0,0]",
                                          "\"\"",
                                          "\"bunny\"",
                                          "{\"mesh\":{}}",
                                          "99999999999999999999",
                                          "\"material\":",
                                          "\"radius\":1e9,",
                                          "\\u0000",
                                          "\"../../../../etc/passwd\"",
                                          ",",
                                          ":",
                                          "\n"};

template <class Load>
void expectLoadedOrRefused(const std::string& text, std::uint64_t seed, int rounds,
                           std::vector<std::string> words, Load load) {
  int loaded = 0;
  for (int i = 0; i < rounds; ++i) {
    Mutator mutator(seed + static_cast<std::uint64_t>(i), words);
    const std::string bad = mutator.mutate(text);
    try {
      load(bad);
      ++loaded;
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    } catch (const std::exception& e) {
      FAIL() << "round " << i << ": " << e.what() << "\n" << bad;
    }
  }
  EXPECT_LT(loaded, rounds);  // else the mutations would not reach the loader
}

TEST(Fuzz, SceneText) {
  const std::string text = readText(findAsset("scenes/clavet_fast_splash.json"));
  expectLoadedOrRefused(text, 1000, 3000, kJsonWords,
                        [](const std::string& t) { (void)parseScene(t, "fuzz/scene.json", Detail::Coarse); });
}

TEST(Fuzz, SceneTextWithEveryKindOfPart) {
  const std::string text = R"({"version": 1, "h": 0.03, "domain": {"lower": [-1, -1, -1], "upper": [1, 1, 1]},
    "materials": [{"name": "goo", "colour": "#102030", "look": "mud", "parameters": {"friction": 0.25, "stiffness": 0.1}}],
    "liquids": [{"shape": {"box": {"half_extents": [0.1, 0.1, 0.1]}}, "rotation": {"axis": [1, 0, 0], "degrees": 30}}],
    "emitters": [{"radius": 0.02, "keys": [{"time": 0, "position": [0, 1, 0]}, {"time": 1, "position": [1, 1, 0]}]}],
    "bodies": [{"name": "cup", "shape": {"tank": {"half_extents": [1, 1, 1]}}, "friction": 0.5},
               {"motion": "kinematic", "shape": {"plane": {}}, "keys": [{"time": 1, "position": [0, 0, 0]}]}],
    "characters": [{"name": "walker", "motion": "walk", "height": 0.3, "speed": 0.1, "circle": 0.2}],
    "timeline": [{"time": 1, "set": "material.goo.friction", "to": 0.5},
                 {"time": 2, "set": "emitter.nozzle.direction", "to": [1, 0, 0]}, {"time": 3, "do": "springs.add"},
                 {"time": 4, "set": "bodies.add_sphere", "to": [0, 1, 0, 0.1, 300]}]})";
  ASSERT_NO_THROW((void)parseScene(text, "fuzz/scene.json", Detail::Coarse));
  expectLoadedOrRefused(text, 2000, 3000, kJsonWords,
                        [](const std::string& t) { (void)parseScene(t, "fuzz/scene.json", Detail::Coarse); });
}

/// Files under the fuzzed name, in a folder that goes when the test ends.
class FuzzedFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "ooze-fuzz-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(FuzzedFile, MaterialText) {
  const std::string text = readText(findAsset("materials/slime.json"));
  const auto path = folder_ / "material.json";
  expectLoadedOrRefused(text, 3000, 2000, kJsonWords, [&](const std::string& t) {
    writeFile(path, t);
    (void)loadMaterial(path.string(), "clavet");
  });
}

/// A save's payload is changed and its checksum made right again: what a forger, not an accident, would do.
TEST(Fuzz, SaveBytesAndState) {
  const std::string text = R"({"version": 1, "h": 0.04, "materials": [{"name": "goo", "file": "slime"}],
    "liquids": [{"shape": {"sphere": {"radius": 0.05}}}], "emitters": [{"radius": 0.03, "position": [0, 1, 0]}]})";
  const Scene scene = parseScene(text, "fuzz/scene.json", Detail::Coarse);
  World world(scene.world, 1);
  world.submit({"clavet.friction", {0.5f}});
  world.submit({"bodies.add_box", {0.f, 0.3f, 0.f, 0.05f, 300.f}});
  world.submit({"bodies.add_capsule", {0.5f, 0.3f, 0.f, 0.05f, 300.f}});
  world.submit({"liquid.grab", {0.f, 0.f, 0.f, 0.03f}});
  world.advanceFrame();
  const SaveFile good = makeSave(scene, world);

  const std::vector<std::byte> file = encodeSave(good);
  const std::string bytes(reinterpret_cast<const char*>(file.data()), file.size());
  expectLoadedOrRefused(
      bytes, 5000, 2000, {std::string(8, '\0'), std::string(8, '\xff')},
      [](const std::string& t) { (void)decodeSave(std::as_bytes(std::span(t)), "fuzz.ooze"); });

  World target(scene.world, 1);
  const std::string state(reinterpret_cast<const char*>(good.state.data()), good.state.size());
  const std::uint64_t before = world.hash();
  expectLoadedOrRefused(state, 6000, 1000, {std::string(4, '\0'), std::string(4, '\xff')},
                        [&](const std::string& t) {
                          ByteReader in(std::as_bytes(std::span(t)));
                          target.restore(in);
                          (void)target.hash();
                          (void)target.snapshot();
                        });
  EXPECT_EQ(world.hash(), before);
}

}  // namespace
}  // namespace ooze
