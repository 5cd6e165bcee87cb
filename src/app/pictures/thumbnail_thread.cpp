#include "app/pictures/thumbnail_thread.h"

#include "base/thread_priority.h"

#include <utility>

namespace ooze {
namespace {

constexpr int kThumbnailNiceness = 15;  // niceness; lower priority than all other work, because nobody waits
                                        // for thumbnails
constexpr double kLongest = 3.0;        // wall time limit of simulating one thumbnail [s]

}  // namespace

ThumbnailThread::ThumbnailThread(std::function<RenderQueue::Draw()> open, std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this, open = std::move(open)] { run(open); }) {}

ThumbnailThread::~ThumbnailThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ThumbnailThread::request(Listing listing) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(listing));
  }
  changed_.notify_all();
}

std::vector<ThumbnailThread::Done> ThumbnailThread::takeDone() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

void ThumbnailThread::run(const std::function<RenderQueue::Draw()>& open) {
  lowerThreadPriority(kThumbnailNiceness);
  RenderQueue::Draw draw;
  while (true) {
    Listing listing;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
      if (stop_) return;
      listing = std::move(waiting_.front());
      waiting_.pop_front();
    }
    Done done{listing.file, std::nullopt};
    try {
      if (!draw) draw = open();
      done.image = make(listing, draw);
    } catch (const std::exception&) {
      // Without OpenGL, or if the simulation fails, the thumbnail's card shows that no picture exists.
    }
    {
      const std::lock_guard lock(mutex_);
      done_.push_back(std::move(done));
    }
    if (!stop_) wake_();
  }
}

std::optional<Image> ThumbnailThread::make(const Listing& listing, const RenderQueue::Draw& draw) const {
  ThumbnailEffort effort;
  effort.seconds = kLongest;
  effort.cancelled = [this] { return stop_.load(); };
  return makeThumbnail(listing, effort, draw);
}

}  // namespace ooze
