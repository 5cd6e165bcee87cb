// Records the simulation as a video or as numbered pictures. Each simulated frame is recorded exactly once,
// at the scene's own frame rate, however slowly this machine simulates and draws.
#pragma once

#include "ooze/scene/scene.h"

#include "app/pictures/render_queue.h"
#include "session/session.h"
#include "ui/state/recording.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// A finished recording.
struct Recording {
  std::filesystem::path file;  ///< a video, or a folder of pictures
  std::uint64_t frames = 0;    ///< number of written frames
  double framesPerSecond = 0.0;
  std::uint64_t firstFrame = 0, lastFrame = 0;  ///< frame indices of the world
  std::string failure;                          ///< reason for an early end; "" on success
};

class FilmRecorder {
 public:
  struct Spec {
    std::filesystem::path folder;
    ui::RecordingFormat format = ui::RecordingFormat::Mp4;
    CameraView camera;
    RenderSettings settings;  ///< the size is rounded down to even sides and stays fixed
  };

  /// @param open  called by start(), on the same thread; returns the function that RenderQueue calls to make
  ///              its drawing function
  /// @param wake  called on any thread when status() or takeMessages() has changed
  FilmRecorder(std::function<std::function<RenderQueue::Draw()>()> open, std::function<void()> wake);
  /// Finishes the recording, as finish() does.
  ~FilmRecorder();
  FilmRecorder(const FilmRecorder&) = delete;
  FilmRecorder& operator=(const FilmRecorder&) = delete;

  // Call the following on the window's thread.

  /// Starts recording with the next simulated frame. A message reports the file name, or why recording
  /// failed.
  void start(const Scene& scene, const Spec& spec);
  /// Stops taking frames. Frames already taken are still drawn and written. Returns at once.
  void stop();
  /// Stops taking frames and waits until all are written.
  void finish();
  /// Returns true from start() to stop(), or until the recording ends on its own.
  [[nodiscard]] bool recording() const;
  /// Sets camera and look of the coming frames, so that the recording follows the user's view. Size, quality
  /// and scale stay.
  void follow(const CameraView& camera, const RenderSettings& settings);
  /// Collects a recording that has ended since the last call.
  void settle();
  [[nodiscard]] std::optional<ui::RecordingStatus> status() const;
  std::vector<Message> takeMessages();
  /// Returns all finished recordings.
  [[nodiscard]] const std::vector<Recording>& recordings() const { return recordings_; }

  // Call the following on the simulation's thread.

  /// Records a frame that was just simulated. Waits while too many frames are queued. A frame of another
  /// scene, or at another frame rate, ends the recording.
  void take(const Scene& scene, std::shared_ptr<const Snapshot> frame);

 private:
  void begin(const Scene& scene, const Spec& spec);
  void endLocked();  // requires that mutex_ is locked
  void tell(Message::MessageKind kind, std::string text);
  void reportResult(const Recording& done);

  const std::function<std::function<RenderQueue::Draw()>()> open_;
  const std::function<void()> wake_;
  std::vector<Recording> recordings_;  // for the window's thread only

  mutable std::mutex mutex_;           // guards all members below; never locked while a frame waits
  std::shared_ptr<RenderQueue> line_;  ///< null if nothing is being recorded or written
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
