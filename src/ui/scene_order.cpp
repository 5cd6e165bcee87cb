#include "ui/scene_order.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ooze::ui {

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
