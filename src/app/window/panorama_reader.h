// Loads the environment map in the background. The previous map stays until the new one is loaded, and also
// if loading fails.
#pragma once

#include "render/panorama.h"
#include "session/session.h"

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <vector>

namespace ooze {

class PanoramaReader {
 public:
  /// @param wake  called on any thread when follow() has work to do
  explicit PanoramaReader(std::function<void()> wake);

  /// Starts loading a wanted map, or collects a loaded one.
  /// @param wanted  file of the environment map, or "" for none; reset to the current file if loading fails
  /// @return whether current() has changed
  bool follow(std::filesystem::path& wanted);
  /// Returns the environment map; null if none is used.
  [[nodiscard]] const std::shared_ptr<const Panorama>& current() const { return current_; }
  std::vector<Message> takeMessages();

 private:
  bool take(std::filesystem::path& wanted);

  const std::function<void()> wake_;
  std::shared_ptr<const Panorama> current_;
  std::filesystem::path reading_;
  std::future<std::shared_ptr<const Panorama>> read_;
  std::vector<Message> messages_;
};

}  // namespace ooze
