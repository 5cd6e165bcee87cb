// What was asked of a session and is not done yet, but for edits. Without a lock of its own.
#pragma once

#include "ooze/scene/save_file.h"

#include "session/course.h"
#include "session/session.h"
#include "session/session_opening.h"

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

/// A material file for one of the world's materials.
struct MaterialRequest {
  std::size_t index = 0;
  std::string name;
  std::shared_ptr<const Scene> scene;  ///< for which it was chosen; null: none was there yet
};

struct SessionRequests {
  std::optional<LoadRequest> load;
  bool restart = false, publish = false, cancelSeek = false, autosave = false;
  std::optional<std::uint64_t> seek;
  std::optional<std::size_t> branch;
  int stepsBack = 0;
  std::vector<MaterialRequest> materials;
  std::vector<std::filesystem::path> saves;
  std::vector<std::pair<std::filesystem::path, SceneView>> scenes;
  std::vector<std::function<void(SaveFile)>> copies;
  std::vector<std::pair<std::uint64_t, std::function<void(Course)>>> courses;

  // These stay when the others are taken.
  int singleSteps = 0;           ///< one at a time
  bool standsMeanwhile = false;  ///< paused since the coming scene was asked for
  std::optional<Detail> usersDetail;

  /// Time stands from now on.
  void pause(SessionStatus& status);
  /// Asks for a scene, or for a session's file. @param view  as it is now; says then what is being loaded
  /// @param plays  it begins at once if it is another scene than the present one
  void open(std::string nameOrPath, std::optional<Detail> detail, std::vector<std::string> assignments,
            bool plays, SessionView& view);
  /// Asks for the open scene under another method, from its beginning.
  void changeMethod(std::string method, SessionView& view);
  /// Starts the scene again; with `forget` from its file, by the method that it has.
  void reset(bool forget, SessionView& view);
  void goTo(std::uint64_t frame);
  void stay();

  /// Something other than single steps is asked.
  [[nodiscard]] bool any() const;
  /// Hands over all but what stays.
  SessionRequests take();
};

}  // namespace ooze
