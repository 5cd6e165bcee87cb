#include "app/pictures/picture_line.h"

#include "render/offscreen_renderer.h"

#include <utility>

namespace ooze {
namespace {

// Queue lengths: long enough to absorb a slow picture of another stage, but short, since a job may hold some
// MB.
constexpr std::size_t kShotsAhead = 3, kPicturesAhead = 2;

}  // namespace

PictureLine::PictureLine(std::function<Draw()> open, std::unique_ptr<PictureSink> sink,
                         std::function<void()> wake)
    : wake_(std::move(wake)),
      sink_(std::move(sink)),
      shots_(kShotsAhead),
      drawn_(kPicturesAhead),
      drawing_([this, make = std::move(open)] { drawAll(make); }),
      writing_([this] { writeAll(); }) {}

PictureLine::~PictureLine() {
  {
    const std::lock_guard lock(mutex_);
    gaveUp_ = true;
  }
  shots_.giveUp();
  drawn_.giveUp();
  if (drawing_.joinable()) drawing_.join();
  if (writing_.joinable()) writing_.join();
}

bool PictureLine::put(Shot shot) { return shots_.put(std::move(shot)); }

void PictureLine::waitForRoom() { shots_.waitForRoom(); }

void PictureLine::close() { shots_.close(); }

void PictureLine::finish() {
  close();
  if (drawing_.joinable()) drawing_.join();
  if (writing_.joinable()) writing_.join();
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

void PictureLine::cutShort() {
  {
    const std::lock_guard lock(mutex_);
    cutShort_ = true;
  }
  shots_.giveUp();
  drawn_.giveUp();
  std::unique_lock lock(mutex_);
  endChanged_.wait(lock, [this] { return ended_; });
  if (failure_) std::rethrow_exception(failure_);
}

std::uint64_t PictureLine::written() const {
  const std::lock_guard lock(mutex_);
  return written_;
}

bool PictureLine::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

void PictureLine::drawAll(const std::function<Draw()>& open) {
  try {
    const Draw draw = open();
    while (const std::optional<Shot> shot = shots_.take()) {
      if (!drawn_.put({draw(*shot), shot->number})) break;
      drawn_.waitForRoom();
    }
  } catch (...) {
    fail(std::current_exception());
  }
  drawn_.close();
}

void PictureLine::writeAll() {
  try {
    while (const std::optional<Drawn> next = drawn_.take()) {
      sink_->add(next->image, next->number);
      {
        const std::lock_guard lock(mutex_);
        ++written_;
      }
      tell();
    }
    // Finish the file even after drawing has failed, so that the pictures drawn so far form a complete file.
    std::unique_lock lock(mutex_);
    const bool whole = !gaveUp_, atOnce = cutShort_;
    lock.unlock();
    if (whole) atOnce ? sink_->finishAtOnce() : sink_->finish();
  } catch (...) {
    fail(std::current_exception());
  }
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    endChanged_.notify_all();
  }
  tell();
}

void PictureLine::fail(std::exception_ptr reason) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(reason);
  }
  // Pictures drawn before a failure are still written.
  shots_.giveUp();
  drawn_.close();
}

void PictureLine::tell() const {
  if (wake_) wake_();
}

PictureLine::Draw openOffscreen(int supersample) {
  auto renderer = std::make_shared<OffscreenRenderer>();
  return [renderer, supersample](const Shot& shot) {
    return renderer->render(shot.snapshot, shot.camera, shot.settings, supersample);
  };
}

}  // namespace ooze
