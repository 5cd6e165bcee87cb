#include "ui/scene_title.h"

namespace ooze::ui {

std::string sceneTitle(const Catalog& catalog, const std::string& nameOrPath) {
  for (const Listing& listing : catalog.scenes)
    if ((listing.name == nameOrPath || listing.file == nameOrPath) && !listing.title.empty())
      return listing.title;
  return std::filesystem::path(nameOrPath).filename().string();
}

}  // namespace ooze::ui
