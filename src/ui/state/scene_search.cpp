#include "ui/state/scene_search.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace ooze::ui {
namespace {

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool same(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool contains(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool beginsAt(std::string_view text, std::size_t at, std::string_view part) {
  return text.size() - at >= part.size() && std::equal(part.begin(), part.end(), text.begin() + at, same);
}

bool beginsAWord(std::string_view text, std::string_view part) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if ((at == 0 || !isLetter(text[at - 1])) && beginsAt(text, at, part)) return true;
  return false;
}

}  // namespace

SceneMatch matchOf(const Listing& listing, std::string_view query) {
  const std::string title = shownTitle(listing);
  if (beginsAt(title, 0, query)) return SceneMatch::TitleBegins;
  if (beginsAWord(title, query)) return SceneMatch::WordBegins;
  if (contains(title, query) || contains(listing.name, query)) return SceneMatch::TitleHas;
  const bool told = contains(listing.description, query) || contains(listing.figure, query);
  return told ? SceneMatch::Told : SceneMatch::None;
}

std::vector<const Listing*> findScenes(const std::vector<Listing>& scenes, bool own, std::string_view query,
                                       std::string_view method) {
  std::vector<const Listing*> found;
  for (const Listing& listing : scenes)
    if (listing.own == own && (method.empty() || listing.method == method) &&
        matchOf(listing, query) != SceneMatch::None)
      found.push_back(&listing);
  std::stable_sort(found.begin(), found.end(), [query](const Listing* a, const Listing* b) {
    return matchOf(*a, query) < matchOf(*b, query);
  });
  return found;
}

std::string sceneTitle(const Catalog& catalog, const std::string& nameOrPath) {
  for (const Listing& listing : catalog.scenes)
    if ((listing.name == nameOrPath || listing.file == nameOrPath) && !listing.title.empty())
      return shownTitle(listing);
  return std::filesystem::path(nameOrPath).filename().string();
}

const Listing* neighbourScene(const Catalog& catalog, const std::string& shown, const std::string& loading,
                              int direction) {
  std::vector<const Listing*> usable;
  for (const Listing& listing : catalog.scenes)
    if (listing.error.empty()) usable.push_back(&listing);
  if (usable.empty()) return nullptr;
  const auto find = [&usable](auto is) { return std::find_if(usable.begin(), usable.end(), is); };
  auto current = find([&](const Listing* l) { return !loading.empty() && l->file.stem() == loading; });
  if (current == usable.end()) current = find([&](const Listing* l) { return l->name == shown; });
  if (current == usable.end()) return usable.front();
  const auto count = static_cast<std::ptrdiff_t>(usable.size());
  const std::ptrdiff_t next = (current - usable.begin() + direction + count) % count;
  return usable[static_cast<std::size_t>(next)];
}

}  // namespace ooze::ui
