// Thumbnails of scenes and materials: a world is simulated to its most attractive moment and drawn. A thread
// renders thumbnails of the user's own files in the background.
#pragma once

#include "ooze/scene/scene.h"

#include "app/pictures/render_queue.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace ooze {

/// Size of every thumbnail [pixels].
inline constexpr glm::ivec2 kThumbnailSize{384, 240};
/// JPEG quality of thumbnails that are written to files.
inline constexpr int kThumbnailQuality = 88;

/// Limits on the work for one thumbnail.
struct ThumbnailEffort {
  Detail detail = Detail::Coarse;
  int threads = 1;
  double seconds = 0.0;  ///< wall time after which the state reached so far is drawn [s]; 0: no limit
  std::function<bool()> cancelled{};  ///< polled after every frame
};

/// Renders a thumbnail.
/// @param draw  called before returning, on this thread
/// @return nothing if cancelled
/// @throws InputError if the file does not load, RunError if the simulation or the drawing fails
std::optional<Image> makeThumbnail(const Listing& listing, const ThumbnailEffort& effort,
                                   const RenderQueue::Draw& draw);

/// Returns the path of the thumbnail that ships with a scene or material; "" if none exists.
std::filesystem::path shippedThumbnail(const Listing& listing);

/// Renders thumbnails of the user's own scenes and materials in the background, one after another. The thread
/// has low priority and its own OpenGL context.
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
