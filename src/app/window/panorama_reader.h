// Reads the picture that is to surround the scene beside the window; until it is there, and if it cannot be
// read, what was there before stays.
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
  /// @param wake  called on any thread when follow() has something to do
  explicit PanoramaReader(std::function<void()> wake);

  /// Follows what is wanted. @param wanted  "": none; put back to what there was if it cannot be read
  /// @return whether current() has changed
  bool follow(std::filesystem::path& wanted);
  /// Null without a picture.
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
