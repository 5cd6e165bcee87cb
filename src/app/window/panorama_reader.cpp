#include "app/window/panorama_reader.h"

#include <chrono>
#include <utility>

namespace ooze {

PanoramaReader::PanoramaReader(std::function<void()> wake) : wake_(std::move(wake)) {}

bool PanoramaReader::follow(std::filesystem::path& wanted) {
  bool changed = false;
  if (read_.valid() && read_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    changed = take(wanted);
  if (wanted.empty()) return std::exchange(current_, nullptr) != nullptr || changed;
  if (read_.valid() || (current_ && current_->file == wanted)) return changed;
  reading_ = wanted;
  read_ = std::async(std::launch::async, [file = wanted, wake = wake_]() -> std::shared_ptr<const Panorama> {
    struct AtEnd {
      const std::function<void()>& wake;
      ~AtEnd() { wake(); }
    } const atEnd{wake};
    return loadPanorama(file);
  });
  return changed;
}

bool PanoramaReader::take(std::filesystem::path& wanted) try {
  std::shared_ptr<const Panorama> read = read_.get();
  if (wanted != reading_) return false;  // the user has chosen another map meanwhile
  current_ = std::move(read);
  return true;
} catch (const std::exception& error) {
  messages_.push_back({Message::MessageKind::Error, error.what()});
  if (wanted == reading_) wanted = current_ ? current_->file : std::filesystem::path();
  return false;
}

std::vector<Message> PanoramaReader::takeMessages() { return std::exchange(messages_, {}); }

}  // namespace ooze
