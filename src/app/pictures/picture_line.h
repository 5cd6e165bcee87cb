// From snapshots to files, as on a production line: one thread draws the next picture while another encodes
// and writes the last one. Every shot becomes a picture, in order; who is too far ahead waits.
#pragma once

#include "ooze/world/snapshot.h"

#include "app/pictures/bounded_queue.h"
#include "app/pictures/picture_sink.h"
#include "render/camera.h"
#include "render/render_settings.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace ooze {

/// A picture to be taken.
struct Shot {
  std::shared_ptr<const Snapshot> snapshot;
  CameraView camera;
  RenderSettings settings;
  std::uint64_t number = 0;  ///< in its file's name
};

class PictureLine {
 public:
  using Draw = std::function<Image(const Shot&)>;

  /// @param open    called on the drawing thread, where its result is used and destroyed too: a context lives
  ///                on one thread
  /// @param wake    called, on any thread, whenever written() or ended() has changed
  PictureLine(std::function<Draw()> open, std::unique_ptr<PictureSink> sink, std::function<void()> wake = {});
  /// Drops what is not written yet.
  ~PictureLine();
  PictureLine(const PictureLine&) = delete;
  PictureLine& operator=(const PictureLine&) = delete;

  /// @return false if the line was closed or has failed: there will be no such picture
  bool put(Shot shot);
  /// Waits while there is too much to do, unless the line is closed or has failed.
  void waitForRoom();
  /// No more shots: what was added is still drawn and written. Returns at once.
  void close();
  /// As close(), and waits until all is written. @throws what went wrong
  void finish();

  /// What is not encoded yet is dropped, and what is gets its end: waits for the writing and for no drawing.
  /// The line is of no further use, and its end waits for the picture that is being drawn.
  /// @throws what went wrong
  void cutShort();

  [[nodiscard]] std::uint64_t written() const;
  /// True once everything is written, or has failed: finish() then does not wait.
  [[nodiscard]] bool ended() const;

 private:
  struct Drawn {
    Image image;
    std::uint64_t number;
  };
  void drawAll(const std::function<Draw()>& open);
  void writeAll();
  void fail(std::exception_ptr reason);
  void tell() const;

  const std::function<void()> wake_;
  std::unique_ptr<PictureSink> sink_;
  BoundedQueue<Shot> shots_;
  BoundedQueue<Drawn> drawn_;

  mutable std::mutex mutex_;  // guards what follows
  std::uint64_t written_ = 0;
  bool ended_ = false, gaveUp_ = false, cutShort_ = false;
  std::exception_ptr failure_;  ///< the first
  std::condition_variable endChanged_;

  std::thread drawing_, writing_;  // last: they start when everything else is there
};

/// Draws without a window, on the thread that calls this. @throws as OffscreenRenderer
PictureLine::Draw openOffscreen(int supersample = 1);

}  // namespace ooze
