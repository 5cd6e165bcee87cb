#include "app/window/session_files.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "base/file_name.h"
#include "session/session_folders.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

constexpr const char* kExtension = ".ooze";

std::filesystem::path sessionsFolder() {
  const std::filesystem::path folder = userDataFolder() / "sessions";
  std::error_code ignored;  // the dialog reports a missing folder
  std::filesystem::create_directories(folder, ignored);
  return folder;
}

ui::LostSession describeLostSession(const std::filesystem::path& file) {
  ui::LostSession lost;
  std::error_code ignored;
  const auto written = std::filesystem::last_write_time(file, ignored);
  lost.age = std::chrono::duration<double>(std::filesystem::file_time_type::clock::now() - written).count();
  lost.name = file.filename().string();
  try {
    const SaveFile save = readSave(file);
    const Scene scene = parseScene(save.source, save.sceneFile, save.detail);
    lost.name = shownTitle(scene);
    lost.seconds = static_cast<double>(save.frame) / scene.world.framesPerSecond;
  } catch (const std::exception& error) {
    lost.problem = error.what();
  }
  return lost;
}

}  // namespace

SessionFiles::SessionFiles(SimulationThread& simulation, double autosaveSeconds) : simulation_(simulation) {
  simulation_.setUnsavedFolder(userDataFolder() / "sessions");
  const std::filesystem::path folder = userStateFolder() / "autosave";
  slots_ = lostAutosaves(folder);
  for (const AutosaveSlot& slot : slots_) shown_.push_back(describeLostSession(slot.file));
  if (autosaveSeconds <= 0.0) return;
  own_ = claimAutosave(folder);
  if (own_)
    simulation_.autosave(own_->file, autosaveSeconds);
  else
    messages_.push_back(
        {Message::MessageKind::Error,
         fmt::format("Cannot write to {}. After a crash nothing can be restored.", folder.string())});
}

std::vector<Message> SessionFiles::takeMessages() { return std::exchange(messages_, {}); }

void SessionFiles::open(ui::InterfaceState& state) {
  ui::FileRequest request;
  request.title = "Open a scene or session";
  request.about = "session";
  request.folder = sessionsFolder();
  request.extensions = {kExtension, ".json"};
  request.chosen = [this](const std::filesystem::path& file) {
    simulation_.load(file.string(), std::nullopt);
  };
  state.fileRequest = std::move(request);
}

void SessionFiles::save(ui::InterfaceState& state, const SessionView& view, bool underAnotherName) {
  if (!view.scene) return;
  // Files named "unsaved ..." are pruned automatically, so saving such a session asks for a new name.
  const bool own = !view.sessionFile.empty() && !isUnsavedName(view.sessionFile);
  if (own && !underAnotherName) return simulation_.save(view.sessionFile);
  ui::FileRequest request;
  request.kind = ui::FileRequest::RequestKind::Save;
  request.title = "Save the session";
  request.about = "session";
  request.folder = view.sessionFile.empty() ? sessionsFolder() : view.sessionFile.parent_path();
  request.name = own ? view.sessionFile.filename().string() : fileNameOf(view.scene->name) + kExtension;
  request.extensions = {kExtension};
  request.chosen = [this](std::filesystem::path file) { simulation_.save(std::move(file)); };
  state.fileRequest = std::move(request);
}

void SessionFiles::saveScene(ui::InterfaceState& state, const SessionView& view,
                             std::function<void(std::filesystem::path file)> write) {
  if (!view.scene) return;
  const std::filesystem::path folder = userScenesFolder();
  std::error_code ignored;  // the dialog reports a missing folder
  std::filesystem::create_directories(folder, ignored);
  const bool own = view.scene->file.parent_path() == folder;
  ui::FileRequest request;
  request.kind = ui::FileRequest::RequestKind::Save;
  request.title = "Save as scene";
  request.about = "scene";
  request.folder = folder;
  // Suggest a different name, because lookup by name finds a shipped scene first.
  request.name = (own ? "" : "my_") + fileNameOf(view.scene->name) + ".json";
  request.extensions = {".json"};
  request.chosen = std::move(write);
  state.fileRequest = std::move(request);
}

void SessionFiles::settle() {
  for (const std::filesystem::path& file : simulation_.takeSavedElsewhere()) {
    const auto slot = std::find_if(restored_.begin(), restored_.end(),
                                   [&](const AutosaveSlot& s) { return s.file == file; });
    if (slot == restored_.end()) continue;
    ooze::discard(std::move(*slot));
    restored_.erase(slot);
  }
}

void SessionFiles::finish() {
  settle();
  restored_.clear();  // autosaves that could not be opened are offered again
  if (!simulation_.kept()) {
    std::error_code ignored;
    if (own_ && std::filesystem::exists(own_->file, ignored))
      messages_.emplace_back().text = "unsaved changes are offered at the next start";
    own_.reset();
    return;
  }
  if (own_) ooze::discard(std::move(*own_));
  own_.reset();
}

void SessionFiles::remove(std::size_t index) {
  slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(index));
  shown_.erase(shown_.begin() + static_cast<std::ptrdiff_t>(index));
}

// Keeps the autosave until its session is in another file, so that a crash before then loses nothing.
void SessionFiles::restore(std::size_t index) {
  simulation_.recover(slots_[index].file);
  restored_.push_back(std::move(slots_[index]));
  remove(index);
}

void SessionFiles::discard(std::size_t index) {
  ooze::discard(std::move(slots_[index]));
  remove(index);
}

void SessionFiles::postpone() {
  slots_.clear();  // releases the locks of the slots
  shown_.clear();
}

}  // namespace ooze
