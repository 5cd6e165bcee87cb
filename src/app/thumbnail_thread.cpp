#include "app/thumbnail_thread.h"

#include <sys/resource.h>
#include <utility>

namespace ooze {
namespace {

constexpr double kLongest = 3.0;  // that one picture may be simulated [s]

void takeWhatIsLeft() {
#ifdef __linux__  // where it means this thread, and those that it makes
  constexpr int kPatience = 15;
  ::setpriority(PRIO_PROCESS, 0, kPatience);
#endif
}

}  // namespace

ThumbnailThread::ThumbnailThread(std::function<PictureLine::Draw()> open, std::function<void()> wake)
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

void ThumbnailThread::run(const std::function<PictureLine::Draw()>& open) {
  takeWhatIsLeft();
  PictureLine::Draw draw;
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
      // Without OpenGL, or of a world that breaks down, there is no picture; its card shows that.
    }
    {
      const std::lock_guard lock(mutex_);
      done_.push_back(std::move(done));
    }
    if (!stop_) wake_();
  }
}

std::optional<Image> ThumbnailThread::make(const Listing& listing, const PictureLine::Draw& draw) const {
  ThumbnailEffort effort;
  effort.seconds = kLongest;
  effort.cancelled = [this] { return stop_.load(); };
  return makeThumbnail(listing, effort, draw);
}

}  // namespace ooze
