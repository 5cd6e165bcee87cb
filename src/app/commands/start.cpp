#include "app/commands/start.h"

#include "ooze/base/error.h"

#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

/// Checks that SCENE, --method and --detail, if given, agree with the save.
void requireSame(const SceneChoice& choice, const SaveFile& save, const std::filesystem::path& file) {
  const std::string given = currentSceneName(std::filesystem::path(choice.scene).stem().string());
  if (!choice.scene.empty() && given != save.sceneName)
    throw InputError(fmt::format("{} is a save of the scene {}, not {}", file.string(),
                                 quoteText(save.sceneName), quoteText(given)));
  if (!choice.method.empty() && choice.method != parseSavedScene(save).world.method)
    throw InputError(fmt::format("{} was saved with another method", file.string()));
  if (choice.detail && *choice.detail != save.detail)
    throw InputError(fmt::format("{} was saved with another detail", file.string()));
}

}  // namespace

RunStart chooseStart(const SceneChoice& choice, const std::filesystem::path& file) {
  if (file.empty()) {
    if (choice.scene.empty()) throw InputError("name a scene; `ooze list scenes` shows them");
    return {loadScene(choice.scene, choice.detail.value_or(Detail::Medium), choice.method), {}};
  }
  SaveFile save = readSave(file);
  requireSame(choice, save, file);
  Scene scene = parseSavedScene(save);
  return {std::move(scene), std::move(save)};
}

World restoredWorld(const SaveFile& save, const std::filesystem::path& file, int threads) {
  World world(parseSavedScene(save).world, threads);
  ByteReader state(save.state);
  try {
    world.restore(state);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", file.string(), e.what()));
  }
  return world;
}

void submitAssignments(World& world, const SceneChoice& choice, const Scene& scene) {
  for (const std::string& text : choice.assignments) world.submit(parseAssignment(text, scene.world.method));
}

}  // namespace ooze
