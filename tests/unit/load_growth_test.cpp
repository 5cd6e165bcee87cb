// Tests that the time to load a scene grows linearly in its parts. Times are those of the thread's processor,
// so that other programs hardly disturb them.
#include "ooze/base/error.h"
#include "ooze/liquid/band.h"
#include "ooze/scene/band_file.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "fixtures/temporary_folder.h"
#include "scene/assets.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>

namespace ooze::load_growth_test {
namespace {

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Parts of a scene, each made from its number by a format.
struct Parts {
  std::string_view key;   ///< key of the list in the scene
  std::string_view part;  ///< one entry, with {0} for its number
};

/// A scene with N parts of some kinds.
struct Kind {
  std::string_view name, method;
  std::array<Parts, 2> lists;
  int few = 1000;      ///< smaller number of parts that is loaded
  double most = 1e-3;  ///< largest time for a part; a slow machine under sanitizers stays below [s]
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

constexpr Parts kBalls{
    "bodies", R"({{"name":"ball {0}","shape":{{"sphere":{{"radius":0.1}}}},"position":[{0}e-1,0,0]}})"};

constexpr std::array kKinds{
    Kind{
        "liquids",
        "clavet",
        {{{"liquids",
           R"({{"name":"drop {0}","material":"goo 0","shape":{{"sphere":{{"radius":0.001}}}},"position":[{0}e-1,0,0]}})"},
          kBalls}}},
    Kind{"planes", "clavet", {{{"bodies", R"({{"name":"floor {0}","shape":{{"plane":{{}}}}}})"}}}},
    Kind{"boxes",
         "clavet",
         {{{"bodies", R"({{"name":"box {0}","shape":{{"box":{{"half_extents":[0.1,0.1,0.1]}}}}}})"}}}},
    Kind{"spheres", "clavet", {{kBalls}}},
    Kind{"characters",
         "clavet",
         {{{"characters", R"({{"name":"walker {0}","motion":"stand","height":0.3}})"}}},
         50},
    Kind{"emitters",
         "clavet",
         {{{"emitters",
            R"({{"name":"tap {0}","material":"goo 0","radius":0.05,"position":[0,{0}e-3,0],"start":5}})"}}}},
    Kind{
        "controls",
        "rasmussen",
        {{kBalls,
          {"controls",
           R"({{"name":"wind {0}","kind":"velocity","shape":{{"sphere":{{"radius":0.1}}}},"velocity":[{0}e-3,1,0],"strength":1,"body":"ball {0}"}})"}}}},
    Kind{"materials", "clavet", {{{"materials", R"({{"name":"goo {0}"}})"}}}},
    Kind{"steele_materials", "steele", {{{"materials", R"({{"name":"goo {0}"}})"}}}},
    Kind{"pairs",
         "steele",
         {{kBalls, {"pairs", R"({{"material":"goo 0","solid":"ball {0}","adhesion":{{"clings":5}}}})"}}}},
    Kind{"steele_materials_that_differ",
         "steele",
         {{{"materials", R"({{"name":"goo {0}","parameters":{{"cohesion":{0}e-2}}}})"}}}},
    Kind{"steele_pairs_of_materials",
         "steele",
         {{{"materials", R"({{"name":"goo {0}"}})"},
           {"pairs", R"({{"materials":["goo 0","goo {0}"],"adhesion":{{"clings":5}}}})"}}}},
    Kind{"timeline_of_pairs",
         "steele",
         {{{"materials", R"({{"name":"goo {0}"}})"},
           {"timeline", R"({{"time":0,"set":"pair.goo 0.goo {0}.adhesion.clings","to":5}})"}}},
         2000},
    Kind{"rasmussen_liquids",
         "rasmussen",
         {{{"liquids",
            R"({{"material":"goo 0","shape":{{"sphere":{{"radius":0.04}}}},"position":[{0},0,0]}})"}}},
         10,
         0.1},
    Kind{"timeline",
         "clavet",
         {{kBalls, {"timeline", R"({{"time":{0},"set":"body.ball {0}.position","to":[0,1,0]}})"}}}},
    Kind{"bands",
         "rasmussen",
         {{{"bands", R"({{"name":"outlet {0}","lower":[0,0,0],"upper":[0.1,0.1,0.1]}})"}}}},
    Kind{
        "sources",
        "rasmussen",
        {{{"sources",
           R"({{"name":"stream {0}","scene":"up.json","band":"outlet","folder":".","material":"goo 0"}})"}}}},
    Kind{"keys", "clavet", {{{"keys", R"({{"time":{0},"position":[0,{0}e-3,0]}})"}}}},
};

std::string listOf(std::string_view part, int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i ? "," : "") + fmt::format(fmt::runtime(part), i);
  return "[" + list + "]";
}

std::string sceneText(const Kind& kind, int count) {
  std::string text = fmt::format(R"({{"version":1,"method":"{}","h":0.05)", kind.method);
  bool named = false;
  for (const Parts& parts : kind.lists) {
    if (parts.key.empty()) continue;
    named |= parts.key == "materials";
    const std::string list = listOf(parts.part, count);
    if (parts.key == "keys")
      text += R"(,"bodies":[{"name":"mover","motion":"kinematic","shape":{"sphere":{"radius":0.1}},"keys":)" +
              list + "}]";
    else
      text += fmt::format(",\"{}\":{}", parts.key, list);
  }
  return text + (named ? "}" : R"(,"materials":[{"name":"goo 0"}]})");
}

/// Writes the first frame of the band that the sources name, with one cell.
void writeBand(const std::filesystem::path& folder) {
  MethodSettings settings;
  settings.interactionRadius = 0.05f;
  BandFrame frame{
      "up", "outlet", 1, 0, 60.0, {findMethod("rasmussen").cellSide(settings), {0, 0, 0}, {1, 1, 1}}, {}};
  BandState state;
  state.phi.assign(frame.cells.size(), 0.1f);
  state.viscosity.assign(frame.cells.size(), 1.f);
  for (auto& axis : state.velocity) axis.assign(frame.cells.size(), 0.f);
  frame.moments.push_back(std::move(state));
  writeBandFrame(folder, frame);
}

class LoadGrowth : public ::testing::TestWithParam<Kind> {
 protected:
  /// Returns the processor time to read the scene and to make its world [s].
  double secondsFor(int count) {
    const std::string text = sceneText(GetParam(), count);
    const double start = processorSeconds();
    const World world(parseScene(text, folder_.path() / "scene.json", Detail::Medium).world, 1);
    return processorSeconds() - start;
  }

  void SetUp() override { writeBand(folder_.path()); }

  TemporaryFolder folder_;
};

TEST_P(LoadGrowth, IsLinearInTheParts) {
  const int count = GetParam().few;
  secondsFor(10);  // builds tables that are built once
  // Four times as many parts take four times as long, and sixteen times where a part looks at all others.
  constexpr double kMostGrowth = 8.0, kClear = 6.0;
  // Other processes take the caches, which only lengthens a time. The least of several times by turns is
  // nearest to the time alone.
  constexpr int kLeastTurns = 3, kMostTurns = 15;
  double few = std::numeric_limits<double>::infinity(), many = few;
  for (int turn = 0; turn < kMostTurns && (turn < kLeastTurns || many > kClear * few); ++turn) {
    few = std::min(few, secondsFor(count));
    many = std::min(many, secondsFor(4 * count));
  }
  EXPECT_LT(many, kMostGrowth * few) << few << " s and " << many << " s";
  EXPECT_LT(many, 4 * count * GetParam().most);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LoadGrowth, ::testing::ValuesIn(kKinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

std::string sourceFrom(const std::string& scene) {
  return fmt::format(R"({{"scene":"{}.json","band":"b","folder":"f"}})", scene);
}

std::string sceneWithSources(const std::string& sources) {
  return R"({"version":1,"method":"rasmussen","h":0.05,"materials":[{"name":"goo"}],"sources":[)" + sources +
         "]}";
}

// A chain of scenes, in which each names the next one twice, has 2^40 ways from its first scene to its last.
TEST(SourceChain, IsFollowedOnceForEachScene) {
  const TemporaryFolder folder;
  constexpr int kScenes = 41;
  const auto write = [&](int scene, const std::string& sources) {
    (void)folder.write(fmt::format("s{}.json", scene), sceneWithSources(sources));
  };
  // The second name leads to the same file through another path.
  const std::string way = "../" + folder.path().filename().string() + "/";
  for (int i = 0; i + 1 < kScenes; ++i)
    write(i, sourceFrom(fmt::format("s{}", i + 1)) + "," + sourceFrom(fmt::format("{}s{}", way, i + 1)));
  write(kScenes - 1, "");
  const double start = processorSeconds();
  EXPECT_EQ(loadSceneWithoutShapes((folder.path() / "s0.json").string(), Detail::Medium).world.sources.size(),
            2u);
  EXPECT_LT(processorSeconds() - start, 0.2);
  // A cycle at the end of the chain is still found.
  write(kScenes - 1, sourceFrom("s7"));
  try {
    (void)loadSceneWithoutShapes((folder.path() / "s0.json").string(), Detail::Medium);
    FAIL() << "the cycle was not refused";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("the sources form a circle"));
  }
}

// Scenes reach a file that was followed before by a longer way, on which it exceeds the limit of 100 scenes.
TEST(SourceChain, LimitsTheLengthOfEachWay) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& sources) {
    (void)folder.write(name + ".json", sceneWithSources(sources));
  };
  // The tail of 60 scenes is near the first scene, and again behind 50 others.
  for (int i = 0; i < 60; ++i)
    write(fmt::format("tail{}", i), i + 1 < 60 ? sourceFrom(fmt::format("tail{}", i + 1)) : "");
  for (int i = 0; i < 50; ++i)
    write(fmt::format("way{}", i), sourceFrom(i + 1 < 50 ? fmt::format("way{}", i + 1) : "tail0"));
  write("short", sourceFrom("tail0"));
  EXPECT_NO_THROW((void)loadSceneWithoutShapes((folder.path() / "short.json").string(), Detail::Medium));
  write("both", sourceFrom("tail0") + "," + sourceFrom("way0"));
  EXPECT_THROW((void)loadSceneWithoutShapes((folder.path() / "both.json").string(), Detail::Medium),
               InputError);
}

}  // namespace
}  // namespace ooze::load_growth_test
