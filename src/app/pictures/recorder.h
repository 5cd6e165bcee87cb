// Records what the simulation does as a film or as pictures: every simulated frame exactly once, at the
// scene's own rate, however slowly this machine simulates and draws.
#pragma once

#include "ooze/scene/scene.h"

#include "app/pictures/picture_line.h"
#include "session/session.h"
#include "ui/recording.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// A recording that has ended.
struct Recording {
  std::filesystem::path file;  ///< a film, or a folder of pictures
  std::uint64_t frames = 0;    ///< that were written
  double framesPerSecond = 0.0;
  std::uint64_t firstFrame = 0, lastFrame = 0;  ///< of the world, as they were simulated
  std::string failure;                          ///< "" if all went well
};

class Recorder {
 public:
  struct Spec {
    std::filesystem::path folder;
    ui::RecordingFormat format = ui::RecordingFormat::Mp4;
    CameraView camera;
    RenderSettings settings;  ///< its size, cut to even sides, is that of the film to its end
  };

  /// @param open  called by start(), on its thread; what it gives makes the drawing, as PictureLine says
  /// @param wake  called on any thread when status() or takeMessages() has something new
  Recorder(std::function<std::function<PictureLine::Draw()>()> open, std::function<void()> wake);
  /// As finish().
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // From the window's thread:

  /// Begins with the next frame that is simulated. A message tells where it goes, or why it does not.
  void start(const Scene& scene, const Spec& spec);
  /// No more frames: those that were taken are still written. Returns at once.
  void stop();
  /// As stop(), and waits until all is written.
  void finish();
  /// True from start() to stop(), or until it ends by itself.
  [[nodiscard]] bool recording() const;
  /// From where, and how, the frames to come are drawn: as the user sees them at that moment. Size, quality
  /// and scale stay.
  void follow(const CameraView& camera, const RenderSettings& settings);
  /// Notes what has ended since the last call.
  void settle();
  [[nodiscard]] std::optional<ui::RecordingStatus> status() const;
  std::vector<Message> takeMessages();
  /// All that have ended.
  [[nodiscard]] const std::vector<Recording>& recordings() const { return recordings_; }

  // From the simulation's thread:

  /// Takes a frame that was just simulated; waits while there are too many to draw. A frame of another scene,
  /// or at another rate, ends the recording.
  void take(const Scene& scene, std::shared_ptr<const Snapshot> frame);

 private:
  void begin(const Scene& scene, const Spec& spec);
  void endLocked();  // mutex_ held
  void tell(Message::Kind kind, std::string text);
  void tellHowItWent(const Recording& done);

  const std::function<std::function<PictureLine::Draw()>()> open_;
  const std::function<void()> wake_;
  std::vector<Recording> recordings_;  // the window's thread only

  mutable std::mutex mutex_;           // guards what follows; never held while a frame waits
  std::shared_ptr<PictureLine> line_;  ///< null: nothing is recorded or being written
  bool taking_ = false;
  ui::RecordingFormat format_ = ui::RecordingFormat::Mp4;
  std::string scene_;
  CameraView camera_;
  RenderSettings settings_;
  std::uint64_t taken_ = 0;
  Recording now_;
  std::vector<Message> messages_;
};

}  // namespace ooze
