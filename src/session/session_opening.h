// Opens a world from a request: a scene, a session file, or a session in memory.
#pragma once

#include "session/live_world.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

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

}  // namespace ooze
