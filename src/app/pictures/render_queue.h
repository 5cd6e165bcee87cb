// Render queue from snapshots to image files or a video: one thread draws while another thread encodes and
// writes. Every job becomes a picture, in order. A producer that is too far ahead waits.
#pragma once

#include "ooze/world/snapshot.h"

#include "app/pictures/bounded_queue.h"
#include "image/image.h"
#include "image/layered_picture.h"
#include "image/video_pipe.h"
#include "render/camera.h"
#include "render/render_settings.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <variant>

namespace ooze {

/// A rendered picture: with layers if the job's settings ask for layers (RenderSettings::layers).
using DrawnPicture = std::variant<Image, LayeredPicture>;

/// Writes a picture: an image as PNG, a picture with layers as OpenEXR. @throws RunError in one line
void writePicture(const std::filesystem::path& path, const DrawnPicture& picture);

/// Receives rendered pictures in order.
class PictureSink {
 public:
  virtual ~PictureSink() = default;
  /// Writes a picture.
  /// @param number  number of the picture, for numbered file names
  /// @throws RunError in one line
  virtual void add(const DrawnPicture& picture, std::uint64_t number) = 0;
  /// Completes the output. @throws RunError in one line
  virtual void finish() = 0;
  /// Completes the output quickly, possibly in a less compact form. @throws RunError in one line
  virtual void finishQuickly() { finish(); }
};

/// Writes one file per picture: an image as PNG, a picture with layers as OpenEXR.
/// @param name  needs a %04d or the like for several pictures (export/frame_name.h)
std::unique_ptr<PictureSink> makePictureFiles(std::filesystem::path name);
/// Writes a video. @throws RunError, InputError as VideoPipe
std::unique_ptr<PictureSink> makeFilm(std::filesystem::path name, const FilmOptions& options);

/// A job of the render queue: one picture.
struct FrameJob {
  std::shared_ptr<const Snapshot> snapshot;
  CameraView camera;
  RenderSettings settings;
  std::uint64_t number = 0;  ///< frame number in the file name
};

/// A two-stage pipeline: a drawing thread and a writing thread, each with its job queue.
class RenderQueue {
 public:
  using Draw = std::function<DrawnPicture(const FrameJob&)>;

  /// Starts both threads.
  /// @param open    called on the drawing thread, which also uses and destroys the result, because an OpenGL
  ///                context belongs to one thread
  /// @param wake    called, on any thread, whenever written() or ended() has changed
  RenderQueue(std::function<Draw()> open, std::unique_ptr<PictureSink> sink, std::function<void()> wake = {});
  /// Stops both threads; pictures that are not written yet are dropped.
  ~RenderQueue();
  RenderQueue(const RenderQueue&) = delete;
  RenderQueue& operator=(const RenderQueue&) = delete;

  /// Adds a job without waiting.
  /// @return false if the queue was closed or has failed, so the picture will not be drawn
  bool put(FrameJob shot);
  /// Waits while too many jobs are queued, unless the queue is closed or has failed.
  void waitForRoom();
  /// Closes the queue for new jobs. Queued jobs are still drawn and written. Returns at once.
  void close();
  /// Closes the queue and waits until all pictures are written. @throws the first failure
  void finish();

  /// Drops pictures that are not encoded yet and finishes the file with the encoded ones. Waits for writing
  /// but not for drawing. Afterwards the queue is unusable; its destructor waits for the picture in progress.
  /// @throws the first failure
  void finishEarly();

  [[nodiscard]] std::uint64_t written() const;
  /// Returns true once all is written or the queue has failed; finish() then does not wait.
  [[nodiscard]] bool ended() const;

 private:
  struct Drawn {
    DrawnPicture picture;
    std::uint64_t number;
  };
  void drawAll(const std::function<Draw()>& open);
  void writeAll();
  void fail(std::exception_ptr reason);
  void tell() const;

  const std::function<void()> wake_;
  std::unique_ptr<PictureSink> sink_;
  BoundedQueue<FrameJob> shots_;
  BoundedQueue<Drawn> drawn_;

  mutable std::mutex mutex_;  // guards all members below
  std::uint64_t written_ = 0;
  bool ended_ = false, isAbandoned_ = false, finishesEarly_ = false;
  std::exception_ptr failure_;  ///< first error of either thread; null: none
  std::condition_variable endChanged_;

  std::thread drawing_, writing_;  // last members: the threads start after all other members are constructed
};

/// Returns a function that draws without a window, on the calling thread. @throws as OffscreenRenderer
RenderQueue::Draw openOffscreen(int supersample = 1);

}  // namespace ooze
