// Makes small pictures of the user's own scenes and materials while the window is at work: one after another,
// on a thread that takes what time is left, in an OpenGL context of its own.
#pragma once

#include "app/pictures/thumbnail_maker.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace ooze {

class ThumbnailThread {
 public:
  struct Done {
    std::filesystem::path file;  ///< of the listing
    std::optional<Image> image;  ///< none: it could not be made
  };

  /// @param open  called on this class's thread before the first picture, where its result is used and
  /// destroyed
  /// @param wake  called there whenever a picture is done
  ThumbnailThread(std::function<PictureLine::Draw()> open, std::function<void()> wake);
  /// Stops after the frame in progress.
  ~ThumbnailThread();
  ThumbnailThread(const ThumbnailThread&) = delete;
  ThumbnailThread& operator=(const ThumbnailThread&) = delete;

  void request(Listing listing);
  /// What was done since the last call.
  std::vector<Done> takeDone();

 private:
  void run(const std::function<PictureLine::Draw()>& open);
  [[nodiscard]] std::optional<Image> make(const Listing& listing, const PictureLine::Draw& draw) const;

  const std::function<void()> wake_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::deque<Listing> waiting_;
  std::vector<Done> done_;
  std::thread thread_;  // last: it starts when everything else is there
};

}  // namespace ooze
