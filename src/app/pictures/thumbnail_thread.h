// Renders thumbnails of the user's own scenes and materials in the background, one after another. The thread
// has low priority and its own OpenGL context.
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
    std::filesystem::path file;  ///< file of the scene or material (Listing)
    std::optional<Image> image;  ///< the thumbnail; unset if rendering failed
  };

  /// Starts the thread.
  /// @param open  called on the background thread before the first picture; the result is also used and
  /// destroyed there
  /// @param wake  called on the background thread whenever a picture is done
  ThumbnailThread(std::function<RenderQueue::Draw()> open, std::function<void()> wake);
  /// Stops after the frame in progress.
  ~ThumbnailThread();
  ThumbnailThread(const ThumbnailThread&) = delete;
  ThumbnailThread& operator=(const ThumbnailThread&) = delete;

  void request(Listing listing);
  /// Returns the thumbnails finished since the last call.
  std::vector<Done> takeDone();

 private:
  void run(const std::function<RenderQueue::Draw()>& open);
  [[nodiscard]] std::optional<Image> make(const Listing& listing, const RenderQueue::Draw& draw) const;

  const std::function<void()> wake_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  std::deque<Listing> waiting_;
  std::vector<Done> done_;
  std::thread thread_;  // last member: the thread starts after all other members are constructed
};

}  // namespace ooze
