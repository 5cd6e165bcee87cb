#include "ooze/base/error.h"

#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/terminal.h"
#include "app/pictures/thumbnails.h"
#include "render/offscreen_renderer.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr int kSupersample = 3;

bool isWanted(const Listing& listing, const std::vector<std::string>& names) {
  return !listing.own &&
         (names.empty() || std::find(names.begin(), names.end(), listing.name) != names.end());
}

void requireKnown(const std::vector<std::string>& names, const std::vector<Listing>& all) {
  std::vector<std::string> known;
  for (const Listing& listing : all) known.push_back(listing.name);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(fmt::format("unknown scene or material \"{}\"{}", name, suggestion(name, known)));
}

}  // namespace

int thumbnailsCommand(const ThumbnailsOptions& options) {
  std::vector<std::string> names;
  for (const std::string& name : options.names) names.push_back(currentSceneName(name));
  const InterruptBlock interrupt;
  // An interrupt may end the program at once, because every thumbnail written so far is a complete file.
  const ExitOnInterrupt drawing(interrupt, "making thumbnails");
  std::vector<Listing> all = listScenes();
  const std::vector<Listing> materials = listMaterials();
  all.insert(all.end(), materials.begin(), materials.end());
  requireKnown(names, all);
  OffscreenRenderer renderer;
  const RenderQueue::Draw draw = [&renderer](const FrameJob& shot) {
    return renderer.render(shot.snapshot, shot.camera, shot.settings, kSupersample);
  };
  ThumbnailEffort effort;
  effort.threads = options.threads;
  effort.detail = options.detail.value_or(Detail::Medium);
  for (const Listing& listing : all) {
    if (!isWanted(listing, names)) continue;
    const std::filesystem::path folder =
        options.out / (listing.kind == Listing::ListingKind::Scene ? "scenes" : "materials");
    const std::optional<Image> image = makeThumbnail(listing, effort, draw);
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
      throw RunError(fmt::format("cannot make the folder {}: {}", folder.string(), failed.message()));
    writeJpeg(folder / (listing.name + ".jpg"), *image, kThumbnailQuality);
    tell((folder / (listing.name + ".jpg")).string());
  }
  return 0;
}

}  // namespace ooze
