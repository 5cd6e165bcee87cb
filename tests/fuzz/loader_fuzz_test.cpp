// Fuzz tests of the loaders. Damaged input either loads or is refused. Mutations are seeded, so that a
// failure can be repeated.
#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"

#include "base/file.h"
#include "base/random.h"
#include "fixtures/commands.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::loader_fuzz_test {
namespace {

class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<std::string> words) : seed_(seed), words_(std::move(words)) {}

  /// Applies one to four changes: flips bytes; cuts, doubles or swaps pieces; or inserts words.
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
  EXPECT_LT(loaded, rounds);  // otherwise the mutations would not reach the loader
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

/// A fixture that writes fuzzed files into a temporary folder.
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
    // writeFile() waits for the disk, and ext4 waits when a file is overwritten, so the file is removed
    // first.
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary) << t;
    (void)loadMaterial(path.string(), "clavet");
  });
}

Scene fuzzedScene() {
  const std::string text = R"({"version": 1, "h": 0.04, "materials": [{"name": "goo", "file": "slime"}],
    "liquids": [{"shape": {"sphere": {"radius": 0.05}}}], "emitters": [{"radius": 0.03, "position": [0, 1, 0]}]})";
  return parseScene(text, "fuzz/scene.json", Detail::Coarse);
}

World fuzzedWorld(const Scene& scene) {
  World world(scene.world, 1);
  world.submit(command("clavet.friction", {0.5f}));
  world.submit(command("bodies.add_box", {0.f, 0.3f, 0.f, 0.05f, 300.f}));
  world.submit(command("bodies.add_capsule", {0.5f, 0.3f, 0.f, 0.05f, 300.f}));
  world.submit(command("liquid.grab", {0.f, 0.f, 0.f, 0.03f}));
  world.submit(command("liquid.erase", {0.f, 0.05f, 0.f, 0.03f}));
  world.advanceFrame();
  return world;
}

/// Restores a state and steps the world twice. A step may stop with a one-line error, but must not crash,
/// hang or produce infinite values.
void restoreAndStep(const Scene& scene, std::span<const std::byte> state) {
  WorldSpec spec = scene.world;
  spec.liquids.clear();  // the state contains the liquid
  World target(std::move(spec), 1);
  ByteReader in(state);
  target.restore(in);
  (void)target.hash();
  try {
    target.step();
    target.step();
  } catch (const RunError& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
  } catch (const InputError& e) {
    ADD_FAILURE() << "refused too late: " << e.what();
  }
  (void)target.snapshot();
  const Particles& p = target.particles();
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_TRUE(isFinite(p.position[i]) && isFinite(p.velocity[i]));
}

/// The payload of a save is changed and its checksum corrected, as only a deliberate forger would do.
TEST(Fuzz, SaveBytesAndState) {
  const Scene scene = fuzzedScene();
  const World world = fuzzedWorld(scene);
  const SaveFile good = makeSave(scene, world);

  const std::vector<std::byte> file = encodeSave(good);
  const std::string bytes(reinterpret_cast<const char*>(file.data()), file.size());
  expectLoadedOrRefused(
      bytes, 5000, 2000, {std::string(8, '\0'), std::string(8, '\xff')},
      [](const std::string& t) { (void)decodeSave(std::as_bytes(std::span(t)), "fuzz.ooze"); });

  const std::string state(reinterpret_cast<const char*>(good.state.data()), good.state.size());
  expectLoadedOrRefused(state, 6000, 1000, {std::string(4, '\0'), std::string(4, '\xff')},
                        [&](const std::string& t) { restoreAndStep(scene, std::as_bytes(std::span(t))); });
}

/// Numbers replace numbers, so that validation rather than parsing refuses most inputs.
TEST(Fuzz, NumbersOfAState) {
  const Scene scene = fuzzedScene();
  World world = fuzzedWorld(scene);
  world.step();
  const SaveFile good = makeSave(scene, world);
  // The last five words are, as floats: a NaN, both infinities, 1e30 and -1e30.
  const std::array<std::uint32_t, 12> words{0,           1,           0xffffffffu, 0x7fffffffu,
                                            0x80000000u, 0xfffffff0u, 0x10000000u, 0x7fc00000u,   // NaN
                                            0x7f800000u, 0xff800000u, 0x7149f2cau, 0xf149f2cau};  // 1e30
  int restored = 0;
  constexpr std::uint64_t kRounds = 5000;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const auto random = [&](std::uint64_t k, std::size_t below) {
      return randomBits(7000 + round, k) % below;
    };
    std::vector<std::byte> bad = good.state;
    // Every fifth round changes the numbers in front of the particles.
    const std::size_t most = round % 5 == 0 ? 256 : bad.size() - 4;
    for (std::uint64_t k = 0; k <= random(0, 2); ++k)
      std::memcpy(bad.data() + random(2 * k + 1, most), &words[random(2 * k + 2, words.size())], 4);
    try {
      restoreAndStep(scene, bad);
      ++restored;
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    }
  }
  EXPECT_GT(restored, 20);
  EXPECT_LT(restored, static_cast<int>(kRounds) / 2);
}

}  // namespace
}  // namespace ooze::loader_fuzz_test
