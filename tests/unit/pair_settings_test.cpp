// Tests of settings for pair functions: reading, setting, refusing, naming, comparing, saving and
// replaying.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"
#include "ooze/scene/scene_writing.h"

#include "fixtures/commands.h"
#include "methods/steele/adhesion.h"
#include "session/scene_values.h"
#include "world/commands/setting_names.h"
#include "world/commands/world_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::pair_settings_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(PairTable, FindsEachEntryAlsoAmongMany) {
  for (const std::uint16_t count : {std::uint16_t{3}, std::uint16_t{100}}) {
    PairTable table;
    for (std::uint16_t m = 0; m < count; ++m) {
      EXPECT_TRUE(table.add({"adhesion", m, static_cast<std::uint16_t>(m + 1), "", {{0.f, 1.f}}}));
      EXPECT_TRUE(table.add({"adhesion", m, std::nullopt, "", {{0.f, 2.f}}}));
      EXPECT_TRUE(table.add({"adhesion", m, std::nullopt, "ball", {{0.f, 3.f}}}));
    }
    EXPECT_FALSE(table.add({"adhesion", 1, std::uint16_t{0}, "", {{0.f, 9.f}}})) << "the same pair, reversed";
    table.set({"adhesion", 1, std::uint16_t{0}, "", {{0.f, 4.f}}});
    table.set({"adhesion", 0, std::nullopt, "", {}});  // removes the entry
    EXPECT_EQ(table.size(), 3u * count - 1u);
    for (std::uint16_t m = 0; m < count; ++m) {
      const auto valueOf = [&](std::optional<std::uint16_t> other, const char* solid) {
        const PairEntry* entry = table.find({"adhesion", m, other, solid, {}});
        return entry ? entry->curve.front().value : 0.f;
      };
      EXPECT_EQ(valueOf(static_cast<std::uint16_t>(m + 1), ""), m == 0 ? 4.f : 1.f);
      EXPECT_EQ(valueOf(std::nullopt, ""), m == 0 ? 0.f : 2.f);
      EXPECT_EQ(valueOf(std::nullopt, "ball"), 3.f);
      EXPECT_EQ(valueOf(m, ""), 0.f);
      EXPECT_EQ(valueOf(std::nullopt, "box"), 0.f);
    }
    EXPECT_EQ(table[0].material, 0);
    EXPECT_EQ(table[1].solid, "ball") << "the others keep their order";
  }
}

/// Returns a scene with two liquids side by side on a ball. The pair of both liquids has an adhesion function
/// of its own.
std::string sceneWith(const std::string& timeline = "") {
  return R"({
"version": 1, "method": "steele", "h": 0.02,
"materials": [{"name": "oil", "h_ref": 0.02}, {"name": "St. Water", "h_ref": 0.02}],
"pairs": [{"materials": ["oil", "St. Water"], "adhesion": [[0, -40], [2, 0], [3, 20], [4, 0]]}],
"liquids": [
  {"material": "oil", "shape": {"box": {"half_extents": [0.03, 0.03, 0.03]}}, "position": [0, 0.1, 0]},
  {"material": "St. Water", "shape": {"box": {"half_extents": [0.03, 0.03, 0.03]}}, "position": [0.07, 0.1, 0]}],
"bodies": [{"name": "ball", "shape": {"sphere": {"radius": 0.05}}},
           {"name": "sticky ball", "shape": {"sphere": {"radius": 0.05}}, "position": [1, 0, 0],
            "stickiness": 1000, "stick_distance": 0.01}],
"timeline": [
)" + timeline +
         "]}";
}

WorldSpec specOf(const std::string& timeline = "") {
  return parseScene(sceneWith(timeline), "scene.json", Detail::Coarse).world;
}

WorldValues valuesIn(const World& world) { return liveValues(*world.snapshot(), {}); }

const std::string kBetween = "pair.oil.St. Water.adhesion";
const std::vector<float> kCurve{0, -40, 2, 0, 3, 20, 4, 0};

void set(World& world, const std::string& target, std::vector<float> values) {
  world.submit(command(target, std::move(values)));
  world.applyCommands();
}

std::vector<float> curveIn(const World& world, const std::string& target = kBetween) {
  const std::vector<Command> before = world.valuesBefore(command(target));
  return before.size() == 1 ? std::get<SetValue>(before[0]).value.numbers : std::vector<float>{-1.f};
}

std::string errorMessageOf(const std::string& target, std::vector<float> values, WorldSpec spec) {
  spec.liquids.clear();  // nothing has to move
  World world(std::move(spec), 1);
  try {
    world.submit(command(target, std::move(values)));
  } catch (const InputError& e) {
    return e.what();
  }
  return "was taken";
}

TEST(PairSettings, ReadAndSetTheFunctionThatActs) {
  World world(specOf(), 1);
  EXPECT_EQ(curveIn(world), kCurve);
  EXPECT_EQ(world.value(kBetween + ".3.value"), 20.f);
  EXPECT_EQ(world.value(kBetween + ".3.place"), 3.f);
  set(world, kBetween, {0, 5, 3, 0});
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_EQ(world.pairs()[0].curve, (std::vector<CurvePoint>{{0, 5}, {3, 0}}));
  set(world, kBetween + ".1.value", {7.f});
  set(world, kBetween + ".2.place", {3.5f});
  EXPECT_THAT(curveIn(world), ElementsAre(0, 7, 3.5f, 0));
  set(world, kBetween + ".repels", {12.f});
  EXPECT_EQ(world.pairs()[0].curve, steele::repels(12.f));
  EXPECT_EQ(world.value(kBetween + ".repels"), 12.f);
  EXPECT_THROW((void)world.value(kBetween + ".clings"), InputError);
}

/// Returns the distance between the centres of the two liquids along x [m].
float distanceOfCentres(const World& world) {
  float sum[2] = {}, count[2] = {};
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    const std::size_t m = world.particles().material[i];
    sum[m] += world.particles().position.x[i], count[m] += 1.f;
  }
  return sum[1] / count[1] - sum[0] / count[0];
}

TEST(PairSettings, MakeTheLiquidMoveOtherwise) {
  World repelled(specOf(), 1), left(specOf(), 1);
  set(repelled, kBetween + ".repels", {200.f});
  for (int frame = 0; frame < 3; ++frame) repelled.advanceFrame(), left.advanceFrame();
  EXPECT_NE(repelled.hash(), left.hash());
  EXPECT_GT(distanceOfCentres(repelled), distanceOfCentres(left) + 0.001f);
}

// A pair missing in the table uses the function that the method derives from the materials. Setting one point
// copies the whole function into the table.
TEST(PairSettings, BeginFromWhatTheMethodMakesOfTheMaterials) {
  World world(specOf(), 1);
  set(world, "material.oil.cohesion", {60.f});
  EXPECT_THAT(curveIn(world, "pair.oil.oil.adhesion"), IsEmpty());
  EXPECT_EQ(world.value("pair.oil.oil.adhesion.3.value"), 60.f);
  set(world, "pair.oil.oil.adhesion.3.value", {70.f});
  EXPECT_THAT(curveIn(world, "pair.oil.oil.adhesion"), ElementsAre(0, -600, 2.25f, 0, 3, 70, 4, 0));
  set(world, "pair.oil.oil.adhesion", {});
  EXPECT_THAT(curveIn(world, "pair.oil.oil.adhesion"), IsEmpty()) << "the method's own again";
  EXPECT_EQ(world.value("pair.oil.oil.adhesion.cohesive"), 60.f);
  // The function for solids uses the material's cling, or the body's own values: k d / 4, with a stickiness k
  // of 1000 /s² and a stick distance d of 1 cm.
  set(world, "material.oil.cling", {30.f});
  EXPECT_EQ(world.value("pair_solids.oil.adhesion.clings"), 30.f);
  EXPECT_EQ(world.value("pair_solid.oil.ball.adhesion.clings"), 30.f);
  EXPECT_NEAR(world.value("pair_solid.oil.sticky ball.adhesion.1.value"), 2.5f, 1e-5f);
  set(world, "pair_solids.oil.adhesion.clings", {8.f});
  EXPECT_EQ(world.value("pair_solid.oil.ball.adhesion.clings"), 8.f);
}

TEST(PairSettings, TakeTheTwoLiquidsInEitherOrder) {
  World world(specOf(), 1);
  set(world, "pair.St. Water.oil.adhesion.3.value", {25.f});
  EXPECT_THAT(curveIn(world), ElementsAre(0, -40, 2, 0, 3, 25, 4, 0));
  EXPECT_EQ(world.pairs().size(), 1u);
  // The log has one spelling per pair, so that undo, saves and displays agree.
  ASSERT_EQ(world.commandLog().size(), 1u);
  const CommandText logged = textOf(world.commandLog()[0].command);
  EXPECT_EQ(logged.target, kBetween);
  EXPECT_EQ(logged.values.size(), 8u);
  const std::vector<Command> before =
      world.valuesBefore(command("pair.St. Water.oil.adhesion.2.place", {1.f}));
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(targetOf(before[0]), kBetween);
}

TEST(PairSettings, RefuseWhatIsNoFunction) {
  const WorldSpec spec = specOf();
  const auto of = [&](const std::string& key, std::vector<float> values) {
    return errorMessageOf(kBetween + key, std::move(values), spec);
  };
  EXPECT_EQ(of(".3.place", {4.f}),
            kBetween + ".3.place: the points of \"adhesion\" must ascend; 4 comes after 4");
  EXPECT_EQ(of("", {0, 1, 2, 1, 1, 0}),
            kBetween + ": the points of \"adhesion\" must ascend; 1 comes after 2");
  EXPECT_THAT(of("", {0, 1, 2}),
              HasSubstr("two numbers for each point, its place [radii] and its value [m/s²]"));
  EXPECT_THAT(of("", {0, 1}), HasSubstr("takes 2 to 16 points, not 1"));
  std::vector<float> many;
  for (int k = 0; k < 17; ++k) many.insert(many.end(), {0.25f * static_cast<float>(k), 1.f});
  EXPECT_THAT(of("", many), HasSubstr("takes 2 to 16 points, not 17"));
  EXPECT_THAT(of("", {0, NAN, 2, 0}), HasSubstr("not nan"));
  EXPECT_THAT(of("", {0, 1, INFINITY, 0}), HasSubstr("not inf"));
  EXPECT_THAT(of(".1.value", {NAN}), HasSubstr("out of range"));
  EXPECT_THAT(of(".1.place", {6.5f}), HasSubstr("out of range [0, 6]"));
  EXPECT_THAT(of(".repels", {-1.f}), HasSubstr("out of range [0, 10000]"));
  EXPECT_THAT(of(".1.value", {1.f, 2.f}), HasSubstr("takes 1 number, not 2"));
  EXPECT_EQ(of(".5.value", {1.f}), kBetween + ".5.value: there is no point 5: \"adhesion\" has 4 here");
  EXPECT_THAT(of(".17.value", {1.f}), HasSubstr("no \"adhesion.17.value\""));
  EXPECT_THAT(of(".0.value", {1.f}), HasSubstr("no \"adhesion.0.value\""));
  EXPECT_THAT(of(".repel", {1.f}), HasSubstr("did you mean \"adhesion.repels\"?"));
}

TEST(PairSettings, RefuseWhomTheyDoNotKnow) {
  const WorldSpec spec = specOf();
  EXPECT_EQ(errorMessageOf("pair.oyl.St. Water.adhesion.1.value", {1.f}, spec),
            "unknown target \"pair.oyl.St. Water.adhesion.1.value\": no \"oyl\"; did you mean \"oil\"?");
  EXPECT_THAT(errorMessageOf("pair.oil.wine.adhesion", {0, 1, 2, 0}, spec), HasSubstr("no \"wine\""));
  EXPECT_THAT(errorMessageOf("pair_solid.oil.bal.adhesion", {0, 1, 2, 0}, spec),
              HasSubstr("no \"bal\"; did you mean \"ball\"?"));
  EXPECT_THAT(errorMessageOf("pair_solids.ball.adhesion", {0, 1, 2, 0}, spec), HasSubstr("no \"ball\""));
  WorldSpec other = spec;
  other.method = "clavet";
  other.methodSettings.pairs.clear();
  for (MaterialDefinition& m : other.materials) {
    m.values.clear();
    for (const ParameterInfo& row : findMethod("clavet").parameters()) m.values.push_back(row.defaultValue);
  }
  EXPECT_EQ(errorMessageOf(kBetween, {0, 1, 2, 0}, other),
            kBetween + ": the method \"clavet\" has no functions of pairs");
}

TEST(PairSettings, AreCalledAsPeopleDo) {
  const auto title = [](const std::string& target) { return describeSetting(target, "steele").title(); };
  EXPECT_EQ(title("pair.water.oil.adhesion"), "Adhesion between water and oil");
  EXPECT_EQ(title("pair.oil.oil.adhesion"), "Adhesion within oil");
  EXPECT_EQ(title("pair.St. A.St. A.adhesion"), "Adhesion within St. A");
  EXPECT_EQ(title("pair_solids.oil.adhesion"), "Adhesion of oil to solids");
  EXPECT_EQ(title("pair_solid.oil.ball.adhesion"), "Adhesion of oil to ball");
  EXPECT_EQ(title("pair.water.oil.adhesion.2.place"),
            "Adhesion between water and oil, distance of point 2  [radii]");
  EXPECT_EQ(title("pair.water.oil.adhesion.16.value"),
            "Adhesion between water and oil, value of point 16  [m/s²]");
  EXPECT_EQ(title("pair.water.oil.adhesion.repels"), "Adhesion between water and oil, repels  [m/s²]");
  EXPECT_EQ(commandLabel(command("pair.water.oil.adhesion"), "steele"), "Adhesion between water and oil");
  EXPECT_EQ(describeSetting("pair.water.oil.adhesion.2.place", "steele").upper, 6.f);
  EXPECT_EQ(title("pair.water.oil.weight"), "pair.water.oil.weight");
}

TEST(PairSettings, OfOneFunctionAreOneThingUnlessTheyAreTwoPoints) {
  const std::vector<MaterialDefinition> materials = specOf().materials;
  const auto same = [&](const std::string& a, const std::string& b) {
    return settingsOverlap(parseSetting(a), parseSetting(b), "steele", materials);
  };
  EXPECT_TRUE(same(kBetween, "pair.St. Water.oil.adhesion"));
  EXPECT_TRUE(same(kBetween, kBetween + ".2.value"));
  EXPECT_TRUE(same(kBetween + ".repels", kBetween + ".2.value"));
  EXPECT_FALSE(same(kBetween + ".1.value", kBetween + ".2.value"));
  EXPECT_FALSE(same(kBetween + ".1.value", "pair.oil.oil.adhesion.1.value"));
  EXPECT_FALSE(same(kBetween, "pair_solids.oil.adhesion"));
}

TEST(PairSettings, SetPlainValuesToWhatTheySetAWorldTo) {
  World world(specOf(), 1);
  for (const Command& c :
       {command(kBetween + ".3.value", {33.f}), command("pair_solids.oil.adhesion.clings", {9.f}),
        command("pair_solid.St. Water.ball.adhesion", {0, 1, 2, 0}), command(kBetween + ".9.value", {1.f}),
        command(kBetween)}) {
    WorldValues expected = valuesIn(world);
    apply(expected, "steele", c);
    try {
      world.submit(c);
      world.applyCommands();
    } catch (const InputError&) {
      EXPECT_EQ(targetOf(c), kBetween + ".9.value") << "only what is no point is refused";
    }
    EXPECT_EQ(valuesIn(world).pairs, expected.pairs) << targetOf(c);
    EXPECT_THAT(differences(expected, valuesIn(world), "steele"), IsEmpty()) << targetOf(c);
  }
  EXPECT_EQ(world.pairs().size(), 2u);
}

TEST(PairSettings, ReportWhichPointsDiffer) {
  const WorldValues a = valuesIn(World(specOf(), 1));
  WorldValues b = a;
  apply(b, "steele", command(kBetween + ".3.value", {25.f}));
  apply(b, "steele", command("pair_solids.oil.adhesion.clings", {9.f}));
  std::vector<Difference> found = differences(a, b, "steele");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].target(), kBetween);
  EXPECT_EQ(found[0].textA + " | " + found[0].textB, "point 3: 20 at 3 | point 3: 25 at 3");
  EXPECT_EQ(found[1].target(), "pair_solids.oil.adhesion");
  EXPECT_EQ(found[1].textA + " | " + found[1].textB, "the method's own | 9 at 0, 9 at 2, 0 at 4");
  WorldValues again = a;
  for (const Command& c : commandsToReach(a, b, "steele")) apply(again, "steele", c);
  EXPECT_EQ(again.pairs, b.pairs);
  for (const Command& c : commandsToReach(b, a, "steele")) apply(again, "steele", c);
  EXPECT_EQ(again.pairs, a.pairs) << "the method's own again too";
  // The other world has another order of materials, and then a new liquid.
  std::swap(b.materials[0], b.materials[1]);
  PairTable swapped;
  for (PairEntry e : b.pairs) {
    e.material = static_cast<std::uint16_t>(1 - e.material);
    if (e.other) e.other = static_cast<std::uint16_t>(1 - *e.other);
    swapped.add(std::move(e));
  }
  b.pairs = swapped;
  found = differences(a, b, "steele");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].target(), kBetween);
  WorldValues c = a;
  c.materials.push_back(a.materials[0]);
  c.materials.back().name = "wine";
  apply(c, "steele", command("pair.wine.oil.adhesion.repels", {5.f}));
  again = a;
  for (const Command& command : commandsToReach(a, c, "steele")) apply(again, "steele", command);
  EXPECT_EQ(again.pairs, c.pairs);
}

TEST(PairSettings, CanBeSweptWhereTheTableHasAFunction) {
  std::vector<std::string> targets;
  for (const SweepableSetting& s : sweepableSettings(valuesIn(World(specOf(), 1)), "steele"))
    if (const std::string target = s.setting.text(); target.starts_with("pair")) targets.push_back(target);
  EXPECT_THAT(targets, ElementsAre(kBetween + ".1.place", kBetween + ".1.value", kBetween + ".2.place",
                                   kBetween + ".2.value", kBetween + ".3.place", kBetween + ".3.value",
                                   kBetween + ".4.place", kBetween + ".4.value"));
}

TEST(PairSettings, StandInATimelineOneAfterTheOther) {
  World world(
      specOf(R"({"time": 0, "set": "pair.oil.St. Water.adhesion", "to": [0, 1, 1, 1, 2, 1, 3, 1, 4, 0]},
{"time": 0.02, "set": "pair.oil.St. Water.adhesion.5.value", "to": 0.5},
{"time": 0.04, "set": "pair.oil.St. Water.adhesion.repels", "to": 3})"),
      1);
  world.advanceFrame();
  EXPECT_THAT(curveIn(world), ElementsAre(0, 1, 1, 1, 2, 1, 3, 1, 4, 0));
  world.advanceFrame();
  EXPECT_EQ(world.value(kBetween + ".5.value"), 0.5f);
  world.advanceFrame();
  EXPECT_EQ(world.pairs()[0].curve, steele::repels(3.f));
  const auto refused = [](const std::string& entry) {
    try {
      (void)parseScene(sceneWith(entry), "scene.json", Detail::Coarse);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("was read");
  };
  EXPECT_THAT(refused(R"({"time": 0, "set": "pair.oil.St. Water.adhesion.5.value", "to": 0.5})"),
              HasSubstr("scene.json:12: pair.oil.St. Water.adhesion.5.value: there is no point 5"));
  EXPECT_THAT(refused(R"({"time": 0, "set": "pair.oil.wine.adhesion", "to": [0, 1, 2, 0]})"),
              HasSubstr("scene.json:12: unknown target"));
}

TEST(PairSettings, AreInTheSceneThatIsWritten) {
  const Scene scene =
      parseScene(sceneWith(R"({"time": 0, "set": "pair.oil.oil.adhesion.cohesive", "to": 3})"), "scene.json",
                 Detail::Coarse);
  World world(scene.world, 1);
  const auto written = [&] {
    const std::string text = sceneText(scene, world, {}, "other.json");
    return parseScene(text, "other.json", Detail::Coarse).world.methodSettings.pairs;
  };
  world.advanceFrame();
  EXPECT_EQ(written(), scene.world.methodSettings.pairs) << "the timeline will set its own again";
  set(world, "pair.oil.St. Water.adhesion.3.value", {0.1f});
  set(world, "pair_solid.St. Water.ball.adhesion", {0, 1, 2, 0});
  set(world, "pair_solids.oil.adhesion.clings", {7.5f});
  const PairTable pairs = written();
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].curve[2], (CurvePoint{3.f, 0.1f}));
  EXPECT_EQ(pairs[1], (PairEntry{"adhesion", 1, std::nullopt, "ball", {{0, 1}, {2, 0}}}));
  EXPECT_EQ(pairs[2], (PairEntry{"adhesion", 0, std::nullopt, "", steele::clings(7.5f)}));
  EXPECT_THAT(sceneText(scene, world, {}, "other.json"), HasSubstr("{\"clings\": 7.5}"));
  for (const char* target :
       {"pair.oil.St. Water.adhesion", "pair_solid.St. Water.ball.adhesion", "pair_solids.oil.adhesion"})
    set(world, target, {});
  EXPECT_THAT(written(), IsEmpty());
}

// A command may name a point that no longer exists: the pair then stays unchanged.
TEST(PairSettings, OfAPointThatIsGoneDoNothing) {
  World world(specOf(R"({"time": 0.02, "set": "pair.oil.St. Water.adhesion.4.value", "to": 1})"), 1);
  set(world, kBetween, {0, 3, 2, 0});
  for (int frame = 0; frame < 3; ++frame) world.advanceFrame();
  EXPECT_THAT(curveIn(world), ElementsAre(0, 3, 2, 0));
}

TEST(PairSettings, HideTheParameterInWhosePlaceTheyStand) {
  const MethodRow& method = findMethod("steele");
  const std::size_t cohesion = findParameter(method.parameters(), "cohesion"),
                    cling = findParameter(method.parameters(), "cling");
  World world(specOf(), 1);
  const auto hides = [&](std::size_t material, std::size_t parameter) {
    return !method.pairOverrideReason(world.pairs(), material, parameter).empty();
  };
  set(world, "pair.oil.oil.adhesion.repels", {5.f});
  EXPECT_TRUE(hides(0, cohesion));
  EXPECT_FALSE(hides(1, cohesion));
  EXPECT_FALSE(hides(0, cling));
  // The method agrees: the hidden parameter changes no pair function.
  set(world, "pair.oil.St. Water.adhesion", {});
  const auto functions = [&] {
    std::vector<std::vector<CurvePoint>> all;
    for (const std::uint16_t other : {0, 1})
      all.push_back(pairCurveOf(valuesIn(world), "steele", {"adhesion", 0, other, "", {}}).now());
    return all;
  };
  const auto before = functions();
  set(world, "material.oil.cohesion", {123.f});
  EXPECT_EQ(functions(), before);
  set(world, "pair_solid.oil.ball.adhesion.clings", {5.f});
  EXPECT_FALSE(hides(0, cling)) << "other solids have it";
  set(world, "pair_solids.oil.adhesion.clings", {5.f});
  EXPECT_TRUE(hides(0, cling));
}

TEST(PairSettings, AreReplayedToTheBit) {
  World world(specOf(), 2);
  for (int frame = 0; frame < 6; ++frame) {
    if (frame % 2 == 1)
      world.submit(command("pair.St. Water.oil.adhesion.3.value", {20.f + 10.f * static_cast<float>(frame)}));
    world.advanceFrame();
  }
  World again(specOf(), 1), without(specOf(), 1);
  again.replay(world.commandLog());
  for (int frame = 0; frame < 6; ++frame) again.advanceFrame(), without.advanceFrame();
  EXPECT_EQ(again.hash(), world.hash());
  EXPECT_NE(without.hash(), world.hash());
}

TEST(PairSettings, AreInASave) {
  World world(specOf(), 2);
  const std::uint64_t untouched = world.hash();
  world.advanceFrame();
  set(world, kBetween, {0, 9, 5.5f, 0});  // reaches farther than any function of the scene
  set(world, "pair_solid.oil.ball.adhesion.clings", {4.f});
  for (int frame = 0; frame < 2; ++frame) world.advanceFrame();
  ByteWriter out;
  world.save(out);
  World other(specOf(), 1);
  EXPECT_EQ(other.hash(), untouched);
  ByteReader in(out.bytes());
  other.restore(in);
  EXPECT_EQ(other.pairs(), world.pairs());
  EXPECT_EQ(other.hash(), world.hash());
  for (int frame = 0; frame < 3; ++frame) world.advanceFrame(), other.advanceFrame();
  EXPECT_EQ(other.hash(), world.hash());
  // The save also holds the state from which a frame restarts, here in the middle of a frame.
  ByteReader again(out.bytes());
  other.restore(again);
  EXPECT_EQ(other.frameIndex(), 3u);
}

TEST(PairSettings, OfADamagedSaveAreRefused) {
  World world(specOf(), 1);
  set(world, kBetween, {0, 12345.f, 2, 0});
  ByteWriter out;
  world.save(out);
  const auto refused = [&](float from, float to) {
    std::vector<std::byte> bytes = out.bytes();
    std::array<std::byte, sizeof(float)> old{}, forged{};
    std::memcpy(old.data(), &from, sizeof from);
    std::memcpy(forged.data(), &to, sizeof to);
    const auto at = std::search(bytes.begin(), bytes.end(), old.begin(), old.end());
    EXPECT_NE(at, bytes.end());
    std::copy(forged.begin(), forged.end(), at);
    World other(specOf(), 1);
    ByteReader in(bytes);
    try {
      other.restore(in);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("was restored");
  };
  EXPECT_THAT(refused(12345.f, 1e9f), HasSubstr("a value of \"adhesion\""));
  EXPECT_THAT(refused(12345.f, NAN), HasSubstr("not nan"));
}

}  // namespace
}  // namespace ooze::pair_settings_test
