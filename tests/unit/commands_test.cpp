// Tests of the table of commands: each row goes through text and back, describes itself, and refuses text of
// another form.
#include "fixtures/commands.h"

#include "ooze/base/error.h"

#include "fixtures/environment.h"
#include "fixtures/temporary_folder.h"
#include "unit/body_world_fixtures.h"
#include "world/commands/command_rows.h"
#include "world/commands/setting_rows.h"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ooze::commands_test {
namespace {

using namespace test;
using testing::AnyOf;
using testing::Pair;
using testing::UnorderedElementsAre;

const std::string kName = "St. Honey 2";  // a name with a dot and a space

std::string targetOfRow(const CommandRow& row) { return fmt::format(fmt::runtime(row.target), kName); }

/// Numbers of a row's fields: the smallest and the largest count that a text may have.
struct CountRange {
  std::size_t least = 0, most = 0;
};
CountRange countsOf(const CommandRow& row) {
  CountRange counts;
  for (const CommandField& field : row.fields) {
    counts.most += field.count;
    if (!field.optional) counts.least += field.count;
  }
  return counts;
}

/// Returns a text of this row whose numbers are at one end of their ranges.
CommandText textAtEnd(const CommandRow& row, bool upper, bool withOptional) {
  CommandText text{targetOfRow(row)};
  for (const CommandField& field : row.fields)
    if (withOptional || !field.optional)
      text.values.insert(text.values.end(), field.count, upper ? field.range.upper : field.range.lower);
  if (row.takesText) text.text = "made-up text, line 1\nline 2 = {}";
  return text;
}

std::vector<std::uint32_t> bitsOf(const std::vector<float>& numbers) {
  std::vector<std::uint32_t> bits;
  for (const float number : numbers) bits.push_back(std::bit_cast<std::uint32_t>(number));
  return bits;
}

void expectSameBits(const CommandText& now, const CommandText& before) {
  EXPECT_EQ(now.target, before.target);
  EXPECT_EQ(bitsOf(now.values), bitsOf(before.values)) << before.target;
  EXPECT_EQ(now.text, before.text) << before.target;
}

std::string refusalOf(const CommandText& text) {
  return errorMessageOf([&] { (void)parseCommand(text); });
}

TEST(CommandRows, GoThroughTextAndBackToTheBit) {
  for (const CommandRow& row : commandRows())
    for (const bool upper : {false, true})
      for (const bool withOptional : {false, true}) {
        CommandText text = textAtEnd(row, upper, withOptional);
        SCOPED_TRACE(text.target);
        const Command parsed = parseCommand(text);
        EXPECT_FALSE(std::holds_alternative<SetValue>(parsed));
        EXPECT_EQ(findCommandRow(parsed), &row);
        EXPECT_EQ(targetOf(parsed), text.target);
        EXPECT_EQ(row.name(parsed), row.target.find("{}") == std::string_view::npos ? "" : kName);
        // A switch that is off is left out.
        if (withOptional && !upper && row.fields.size() > 0 && row.fields.back().name == "stays")
          text.values.pop_back();
        expectSameBits(textOf(parsed), text);
      }
}

TEST(CommandRows, OneAtLeastHasAnOptionalSwitchAndOneAnOptionalVector) {
  std::set<std::size_t> counts;
  for (const CommandRow& row : commandRows())
    for (std::size_t k = 0; k < row.fields.size(); ++k)
      if (row.fields[k].optional) {
        counts.insert(row.fields[k].count);
        EXPECT_EQ(k + 1, row.fields.size()) << row.target << ": only the last field can be left out";
      }
  EXPECT_THAT(counts, UnorderedElementsAre(1u, 3u));
}

/// Returns a name for the thing of a row.
std::string nameFor(const SettingRow& row, const MethodRow& method) {
  switch (row.owner) {
    case SettingOwner::World:
      return "";
    case SettingOwner::EveryMaterial:
      return std::string(method.key);
    case SettingOwner::Pair:
      return kName + ".oil";
    case SettingOwner::PairSolid:
      return kName + ".red ball";
    default:
      return kName;
  }
}

TEST(SettingRowTexts, GoThroughTextAndBackToTheBit) {
  for (const MethodRow& method : methodRegistry()) {
    std::set<SettingOwner> owners;
    for (const SettingRow& row : settingRows(method)) {
      owners.insert(row.owner);
      const SettingName setting{row.owner, nameFor(row, method), std::string(row.key)};
      const std::string target = setting.text();
      SCOPED_TRACE(target);
      EXPECT_EQ(parseSetting(target), setting);
      EXPECT_EQ(findSettingRow(method, parseSetting(target)), &row);
      const bool isCurve = row.function && row.partOf.empty();
      std::vector<CommandText> texts;
      for (const float end : {row.range.lower, row.range.upper})
        texts.push_back(
            {target, std::vector(isCurve ? 8 : row.count, end), row.isText() ? "made-up = 1" : ""});
      if (!row.otherwise.empty() || isCurve) texts.push_back({target});
      for (const CommandText& text : texts) {
        const Command parsed = parseCommand(text);
        ASSERT_TRUE(std::holds_alternative<SetValue>(parsed));
        EXPECT_EQ(std::get<SetValue>(parsed).setting, setting);
        EXPECT_EQ(findCommandRow(parsed), nullptr);
        expectSameBits(textOf(parsed), text);
      }
    }
    EXPECT_EQ(owners.contains(SettingOwner::Pair), method.pairFunctions != nullptr) << method.key;
    EXPECT_EQ(owners.size(), method.pairFunctions ? 9u : 6u) << method.key;
  }
}

TEST(CommandRows, DescribeThemselves) {
  std::set<std::string_view> targets;
  for (const CommandRow& row : commandRows()) {
    SCOPED_TRACE(row.target);
    EXPECT_TRUE(targets.insert(row.target).second) << "two rows have this target";
    EXPECT_FALSE(row.label.empty());
    EXPECT_FALSE(row.description.empty());
    EXPECT_FALSE(row.group().empty());
    EXPECT_FALSE(row.key().empty());
    EXPECT_EQ(row.label.find("{}") == std::string_view::npos,
              row.target.find("{}") == std::string_view::npos);
    std::set<std::string_view> names;
    for (const CommandField& field : row.fields) {
      EXPECT_TRUE(names.insert(field.name).second) << field.name;
      EXPECT_FALSE(field.name.empty());
      EXPECT_LT(field.range.lower, field.range.upper) << field.name;
      const bool isWhole = field.name == "material" || field.name == "kind" || field.name == "number" ||
                           field.name == "stays" || field.name == "nozzle" || field.name == "first step" ||
                           field.name == "last step";
      EXPECT_EQ(field.unit.empty(), isWhole) << field.name;
    }
  }
}

// Saves name the kind of an event by its number, so the numbers never change.
TEST(CommandRows, OfUndoableEventsHaveThePermanentNumbersOfSaves) {
  std::map<std::string_view, std::uint32_t> numbers;
  std::set<std::uint32_t> unique;
  for (const CommandRow& row : commandRows()) {
    EXPECT_EQ(row.number != 0, row.isUndoable()) << row.target;
    if (!row.isUndoable()) continue;
    numbers.emplace(row.target, row.number);
    EXPECT_TRUE(unique.insert(row.number).second) << row.target;
    EXPECT_EQ(findCommandRow(row.number), &row) << row.target;
  }
  EXPECT_THAT(numbers,
              UnorderedElementsAre(
                  Pair("emitters.add", 11u), Pair("bodies.add_sphere", 24u), Pair("bodies.add_box", 25u),
                  Pair("bodies.add_capsule", 26u), Pair("bodies.add_cylinder", 27u),
                  Pair("bodies.add_collider_sphere", 28u), Pair("bodies.add_collider_box", 29u),
                  Pair("bodies.add_collider_capsule", 30u), Pair("bodies.add_collider_cylinder", 31u),
                  Pair("bodies.remove_added", 32u), Pair("springs.add", 33u), Pair("springs.remove", 34u),
                  Pair("liquid.freeze", 39u), Pair("liquid.thaw", 40u), Pair("liquid.thaw_all", 41u),
                  Pair("liquid.erase", 42u), Pair("liquid.cut", 43u), Pair("bodies.add_mesh", 44u),
                  Pair("liquid.add_mesh", 45u), Pair("liquid.erase_poured", 46u)));
  std::map<std::string_view, std::uint32_t> actions;
  for (const MethodRow& method : methodRegistry())
    for (const MethodAction& action : method.actions) actions.emplace(action.key, action.number);
  EXPECT_THAT(actions, UnorderedElementsAre(Pair("springs.add", 33u), Pair("springs.remove", 34u)));
}

std::string describe(const CommandField& field) {
  std::string text(field.name);
  if (field.count > 1) text += fmt::format(" ({})", field.count);
  return field.optional ? text + " if given" : text;
}

TEST(CommandRows, RefuseAWrongCountOfNumbers) {
  for (const CommandRow& row : commandRows()) {
    const std::string target = targetOfRow(row);
    const auto [least, most] = countsOf(row);
    for (std::size_t count = 0; count <= most + 2; ++count) {
      SCOPED_TRACE(fmt::format("{} with {} numbers", target, count));
      CommandText text = textAtEnd(row, true, true);
      text.values.resize(count, 0.5f);
      std::string expected;
      if (count != least && count != most && most > 0) {
        const std::string numbers =
            least == most ? fmt::format("{}", most) : fmt::format("{} or {}", least, most);
        std::string fields;
        for (const CommandField& f : row.fields) fields += (fields.empty() ? "" : ", ") + describe(f);
        expected = fmt::format("{} takes {} number{}, not {}: {}", target, numbers, most == 1 ? "" : "s",
                               count, fields);
      } else if (count != least && count != most) {
        expected = row.takesText ? target + " needs a text and takes no numbers"
                                 : target + " is an action and takes no numbers";
      }
      EXPECT_EQ(refusalOf(text), expected);
    }
  }
}

TEST(CommandRows, RefuseAMissingOrSuperfluousText) {
  for (const CommandRow& row : commandRows()) {
    CommandText text = textAtEnd(row, true, true);
    EXPECT_EQ(refusalOf(text), "");
    text.text = row.takesText ? "" : "text";
    EXPECT_EQ(refusalOf(text), text.target + (row.takesText ? " needs a text" : " takes no text"));
  }
}

TEST(CommandRows, RefuseFractionsOfWholeNumbers) {
  std::size_t refused = 0;
  for (const CommandRow& row : commandRows()) {
    std::size_t place = 0;
    for (const CommandField& field : row.fields) {
      CommandText text = textAtEnd(row, true, true);
      text.values[place] -= 0.5f;
      place += field.count;
      if (!field.unit.empty() || field.name == "stays") {
        EXPECT_EQ(refusalOf(text), "") << text.target << ", " << field.name;
        continue;
      }
      ++refused;
      // Half a step below 2^24 has no number of its own.
      if (field.range.upper == 16'777'216.f) text.values[place - 1] = 1.5f;
      EXPECT_THAT(refusalOf(text),
                  AnyOf(text.target + ": 65534.5 is not a whole number from 0 to 65535",
                        text.target + ": 1.5 is not a whole number from 0 to 16777216",
                        text.target + ": unknown kind 1.5; 0 is a collider, 1 a mould, 2 a dynamic body"));
    }
  }
  EXPECT_EQ(refused, 7u);
  EXPECT_EQ(refusalOf({"emitters.add", {0.f, 0.f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, -1.f}}),
            "emitters.add: -1 is not a whole number from 0 to 65535");
  EXPECT_EQ(refusalOf({"emitters.add", {0.f, 0.f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 65536.f}}),
            "emitters.add: 65536 is not a whole number from 0 to 65535");
}

/// Puts the cache of distance grids into a folder of the test.
class CacheFolder {
 public:
  explicit CacheFolder(const std::filesystem::path& folder) {
    if (const char* const old = std::getenv(kVariable)) before_ = old;
    setenv(kVariable, folder.c_str(), 1);
  }
  ~CacheFolder() {
    if (before_)
      setenv(kVariable, before_->c_str(), 1);
    else
      unsetenv(kVariable);
  }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;

 private:
  static constexpr const char* kVariable = "XDG_CACHE_HOME";
  std::optional<std::string> before_;
};

/// Returns a command of this row that suits the world of the test below.
Command modestCommand(const CommandRow& row, const std::string& mesh) {
  static const std::map<std::string_view, std::vector<float>> kNumbers{{"position", {0.f, 0.6f, 0.f}},
                                                                       {"direction", {0.f, -1.f, 0.f}},
                                                                       {"radius", {0.02f}},
                                                                       {"speed", {0.5f}},
                                                                       {"material", {0.f}},
                                                                       {"stays", {1.f}},
                                                                       {"size", {0.02f}},
                                                                       {"density", {500.f}},
                                                                       {"centre", {0.f, 0.05f, 0.f}},
                                                                       {"height", {0.1f}},
                                                                       {"kind", {0.f}},
                                                                       {"rotation", {0.f, 45.f, 0.f}},
                                                                       {"point", {0.f, 0.f, 0.f}},
                                                                       {"to", {0.f, 0.5f, 0.f}},
                                                                       {"acceleration", {5.f}},
                                                                       {"a", {-1.f, 0.05f, -1.f}},
                                                                       {"b", {-1.f, 0.05f, 1.f}},
                                                                       {"c", {1.f, 0.05f, 1.f}},
                                                                       {"d", {1.f, 0.05f, -1.f}},
                                                                       {"parting speed", {0.1f}},
                                                                       {"nozzle", {1.f}},
                                                                       {"first step", {0.f}},
                                                                       {"last step", {10.f}},
                                                                       {"number", {1.f}}};
  CommandText text{fmt::format(fmt::runtime(row.target), row.group() == "body" ? "duck" : "syrup")};
  for (const CommandField& field : row.fields) {
    const std::vector<float>& numbers = kNumbers.at(field.name);
    text.values.insert(text.values.end(), numbers.begin(), numbers.end());
  }
  if (row.takesText)
    text.text = row.group() == "material" ? encodeMaterial(material("syrup"), "clavet") : mesh;
  return parseCommand(text);
}

TEST(CommandRows, OfUndoableEventsAreExactlyThoseThatAWorldCounts) {
  const TemporaryFolder folder;
  const CacheFolder cache(folder.path());
  const std::string mesh = folder
                               .write("box.obj",
                                      "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\n"
                                      "v -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n"
                                      "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n")
                               .string();
  WorldSpec spec = busySpec();
  spec.bodies.push_back(dynamicBall("duck", {0.f, 0.8f, 0.f}));
  World world(spec, 1);
  std::size_t counted = 0;
  for (const CommandRow& row : commandRows()) {
    SCOPED_TRACE(row.target);
    const std::uint64_t before = world.events();
    const Command added = modestCommand(row, mesh);
    world.submit(added);
    world.applyCommands();
    EXPECT_EQ(world.events() - before, row.isUndoable() ? 1u : 0u);
    EXPECT_EQ(isUndoableEvent(added), row.isUndoable());
    counted += row.isUndoable();
  }
  EXPECT_EQ(world.events(), counted);
  EXPECT_EQ(counted, 20u);
  world.submit(SetValue{{SettingOwner::World, {}, "gravity_y"}, -1.f});
  world.applyCommands();
  EXPECT_EQ(world.events(), counted) << "a setting is no event";
}

}  // namespace
}  // namespace ooze::commands_test
