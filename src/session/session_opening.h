// A world from what was asked for: a scene, a session's file, or a session in memory.
#pragma once

#include "session/live_world.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

struct LoadRequest {
  std::string name;              ///< of a scene, or a file of a scene or a session
  std::optional<Detail> detail;  ///< unset: chosen for this machine
  std::vector<std::string> assignments;
  std::string detailReason;  ///< of a detail that was chosen before
  std::shared_ptr<const SaveFile> session{};
  std::filesystem::path sessionFile{};  ///< that it then has
  bool unsaved = false;                 ///< it is not saved anywhere where a user looks
  bool keepsEdits = false;              ///< it is the scene that is open, at another detail
  std::string method{};                 ///< as loadScene()
  bool plays = false;                   ///< it begins at once, whatever the world before it did
};

[[nodiscard]] bool isSession(const std::string& name);

/// Where no detail was asked for, the request has the one that was chosen, and why, afterwards.
/// @throws InputError if the scene, the session or an assignment is not sound
std::unique_ptr<LiveWorld> openWorld(LoadRequest& request, int threads);

}  // namespace ooze
