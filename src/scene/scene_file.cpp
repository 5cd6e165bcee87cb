#include "base/file.h"
#include "scene/assets.h"
#include "scene/parts/parts.h"
#include "scene/scene_conversion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ooze {

using parts::readScene;

namespace {

const std::vector<std::string_view>& detailWords() {
  static const std::vector<std::string_view> words{"coarse", "medium", "fine", "draft"};
  return words;
}

Scene openScene(std::string_view nameOrPath, Detail detail, std::string_view method, bool buildShapes) {
  const auto path = findAssetFile(nameOrPath, "scene", "scenes");
  const std::string text = readText(path);
  if (!method.empty()) {
    (void)findMethod(method);
    const Scene own = readScene(text, path, detail, false);
    if (own.world.method != method) {
      const ConvertedScene retold = convertToMethod(own, method);
      Scene scene = readScene(retold.text, path, detail, buildShapes);
      if (!retold.omitted.empty())
        scene.notes.push_back(fmt::format("{} with the method \"{}\" leaves out: {}", quoteText(scene.title),
                                          findMethod(method).title, fmt::join(retold.omitted, ", ")));
      return scene;
    }
  }
  return readScene(text, path, detail, buildShapes);
}

}  // namespace

Detail parseDetail(std::string_view word) {
  const auto& words = detailWords();
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<Detail>(i);
  throw InputError(fmt::format("detail must be draft, coarse, medium or fine, not {}{}", quoteText(word),
                               suggestion(word, {words.begin(), words.end()})));
}

std::string_view detailWord(Detail detail) { return detailWords()[static_cast<std::size_t>(detail)]; }

Scene parseScene(const std::string& text, const std::filesystem::path& file, Detail detail) {
  return readScene(text, file, detail, true);
}

Scene loadScene(std::string_view nameOrPath, Detail detail, std::string_view method) {
  return openScene(nameOrPath, detail, method, true);
}

Scene loadSceneWithoutShapes(std::string_view nameOrPath, Detail detail, std::string_view method) {
  return openScene(nameOrPath, detail, method, false);
}

std::vector<Listing> listScenes() {
  std::vector<Listing> listings;
  for (const auto& path : assetFiles("scenes")) {
    Listing listing = makeListing(Listing::ListingKind::Scene, path);
    try {
      const Scene scene = readScene(readText(path), path, Detail::Coarse, false);
      listing.title = scene.title;
      listing.description = scene.description;
      listing.figure = scene.figure;
      listing.method = scene.world.method;
      listing.colour = scene.world.materials.front().colour;
    } catch (const InputError& e) {
      listing.error = e.what();
    }
    listings.push_back(std::move(listing));
  }
  return listings;
}

}  // namespace ooze
