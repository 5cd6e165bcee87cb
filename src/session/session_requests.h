// Requests to a session that are not done yet, except edits, and the opening of a requested world.
#pragma once

#include "ooze/scene/save_file.h"

#include "session/live_world.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze {

/// A request to open a scene, a session file, or a session in memory.
struct LoadRequest {
  std::string name;              ///< scene name, or the file of a scene or a session
  std::optional<Detail> detail;  ///< requested detail; unset: the program chooses for this machine
  std::vector<std::string> assignments;
  std::string detailReason;  ///< explanation of `detail`, if the program chose the detail; "": none
  std::shared_ptr<const SaveFile> session{};
  std::filesystem::path sessionFile{};  ///< file of the session after opening
  bool unsaved = false;                 ///< true if the session is in no file that the user knows
  bool keepsEdits = false;              ///< true for the open scene at another detail
  std::string method{};                 ///< method key, see loadScene()
  bool plays = false;                   ///< true if the world plays at once, whatever the world before did
};

[[nodiscard]] bool isSession(const std::string& name);

/// Opens the world of a request. If no detail was requested, the request is updated with the detail chosen
/// and the reason.
/// @throws InputError if the scene, the session or an assignment is not valid
std::unique_ptr<LiveWorld> openWorld(LoadRequest& request, int threads);

/// A request to load a material file into one of the world's materials.
struct MaterialRequest {
  std::size_t index = 0;
  std::string name;
  std::shared_ptr<const Scene> scene;  ///< scene for which the file was chosen; null: none was loaded yet
};

/// The requests that wait for the session's thread. Not thread-safe: the caller holds a lock.
struct SessionRequests {
  std::optional<LoadRequest> load;
  bool restart = false, publish = false, cancelSeek = false, autosave = false;
  std::optional<std::uint64_t> seek;
  std::optional<std::size_t> branch;
  std::optional<bool> playBack;
  int stepsBack = 0;
  std::vector<MaterialRequest> materials;
  std::vector<std::filesystem::path> saves;
  std::vector<std::pair<std::filesystem::path, SceneView>> scenes;
  std::vector<std::function<void(SaveFile)>> copies;
  std::vector<std::pair<std::uint64_t, std::function<void(ReplaySource)>>> replaySources;

  // Members that are kept when the others are taken.
  int singleSteps = 0;  ///< number of single steps to take, one at a time
  /// True if the user paused after requesting the scene that is being loaded.
  bool isPausedWhileLoading = false;
  std::optional<Detail> usersDetail;

  /// Pauses the world.
  void pause(SessionStatus& status);
  /// Requests a scene or a session file.
  /// @param view   present view; its status then names what is being loaded
  /// @param plays  true if the world plays at once, unless the scene is the present one
  void open(std::string nameOrPath, std::optional<Detail> detail, std::vector<std::string> assignments,
            bool plays, SessionView& view);
  /// Requests a restart of the open scene with another method.
  void changeMethod(std::string method, SessionView& view);
  /// Requests a restart of the scene; with `forget`, a reload from the file with the present method.
  void reset(bool forget, SessionView& view);
  void goTo(std::uint64_t frame);
  void stay();

  /// Returns true if the world or its moment will change, which ends a playback.
  [[nodiscard]] bool changesMoment() const;
  /// Returns true if anything other than single steps is requested.
  [[nodiscard]] bool any() const;
  /// Returns and clears all requests, except the members that are kept.
  SessionRequests take();
};

}  // namespace ooze
