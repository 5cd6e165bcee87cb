// Titles of what ships begin with a look and end with the kind of the method.
#include "ooze/scene/scene.h"
#include "ooze/world/liquid_look.h"

#include "fixtures/places.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::titles_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (u >= 0x80 || std::isalpha(u) != 0)
      words.back() += static_cast<char>(std::tolower(u));
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// Returns the names of liquids by their appearance: the looks, and the first words of the shipped materials.
std::set<std::string> lookNames() {
  std::set<std::string> names(kLooks.begin(), kLooks.end());
  for (const Listing& material : listMaterials())
    if (!material.own) names.insert(wordsOf(material.title).at(0));
  return names;
}

/// Returns true if the word is the look or the name of a liquid of the scene.
bool isLiquidOf(const Scene& scene, const std::string& word) {
  return std::ranges::any_of(scene.world.materials, [&](const MaterialDefinition& m) {
    return m.look == word || wordsOf(m.name).at(0) == word;
  });
}

/// Loads every shipped scene file, including the files that no list shows.
std::vector<Scene> shippedScenes() {
  std::vector<Scene> scenes;
  for (const char* const folder : {"scenes", "grids"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(sourceFolder()) / "assets" / folder))
      scenes.push_back(loadSceneWithoutShapes(entry.path().string(), Detail::Coarse));
  return scenes;
}

TEST(MethodKinds, AreShortAndEachMethodsOwn) {
  std::set<std::string_view> kinds;
  for (const MethodRow& method : methodRegistry()) {
    EXPECT_FALSE(method.kind.empty()) << method.key;
    EXPECT_LE(method.kind.size(), 16u) << method.kind << ": a card has no more room";
    EXPECT_TRUE(kinds.insert(method.kind).second) << method.kind << " stands for two methods";
  }
}

TEST(Titles, OfShippedScenesBeginWithTheLookOfALiquidOfTheirs) {
  const std::set<std::string> looks = lookNames();
  for (const Scene& scene : shippedScenes()) {
    if (scene.name == "empty") continue;
    const std::string first = wordsOf(scene.title).at(0);
    EXPECT_TRUE(looks.contains(first)) << scene.name << ": \"" << scene.title << "\" begins with no look";
    EXPECT_TRUE(isLiquidOf(scene, first)) << scene.name << " has no " << first;
  }
}

TEST(Titles, OfShippedMaterialsAreTheirNamesWithTheKindOfTheirMethod) {
  std::set<std::string> titles;
  for (const Listing& material : listMaterials()) {
    if (material.own) continue;
    EXPECT_EQ(wordsOf(material.title).at(0), material.material) << material.name;
    EXPECT_EQ(shownTitle(material), fmt::format("{} ({})", material.title, findMethod(material.method).kind));
    EXPECT_TRUE(titles.insert(shownTitle(material)).second) << "two are called " << shownTitle(material);
  }
}

TEST(Titles, NameTheMethodByItsKindAndNoAuthor) {
  std::set<std::string> authors;
  for (const MethodRow& method : methodRegistry())
    for (const std::string& word : wordsOf(method.source))
      if (method.source.find(static_cast<char>(std::toupper(word[0])) + word.substr(1)) !=
          std::string_view::npos)
        authors.insert(word);
  for (const char* const common : {"shape", "and", "sph", "et", "al", "matching"}) authors.erase(common);
  EXPECT_TRUE(authors.contains("clavet") && authors.contains("rasmussen"));
  std::vector<Listing> all = listScenes();
  const std::vector<Listing> materials = listMaterials();
  all.insert(all.end(), materials.begin(), materials.end());
  for (const Listing& listing : all) {
    if (listing.own) continue;
    const std::string shown = shownTitle(listing);
    EXPECT_THAT(shown, EndsWith(fmt::format("({})", findMethod(listing.method).kind)));
    EXPECT_THAT(listing.title, Not(HasSubstr("("))) << "the kind is appended to what the file says";
    for (const std::string& word : wordsOf(shown)) EXPECT_FALSE(authors.contains(word)) << shown;
  }
}

TEST(Titles, FollowTheMethodUnderWhichASceneIsRead) {
  EXPECT_EQ(shownTitle(loadSceneWithoutShapes("clavet_pour_bunny", Detail::Coarse)),
            "Honey on the bunny (springs)");
  EXPECT_EQ(shownTitle(loadSceneWithoutShapes("clavet_pour_bunny", Detail::Coarse, "steele")),
            "Honey on the bunny (adhesion)");
  EXPECT_EQ(titleWithMethod("Something", ""), "Something") << "a file that does not load has no method";
}

}  // namespace
}  // namespace ooze::titles_test
