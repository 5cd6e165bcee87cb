#include "app/pictures/render_queue.h"

#include "export/frame_name.h"
#include "image/video_pipe.h"
#include "render/offscreen_renderer.h"

#include <utility>

namespace ooze {
namespace {

class PictureFiles final : public PictureSink {
 public:
  explicit PictureFiles(std::filesystem::path name) : name_(std::move(name)) {}
  void add(const DrawnPicture& picture, std::uint64_t number) override {
    writePicture(name_.parent_path() / frameName(name_.filename(), number), picture);
  }
  void finish() override {}

 private:
  std::filesystem::path name_;
};

class Film final : public PictureSink {
 public:
  Film(std::filesystem::path name, const FilmOptions& options) : pipe_(std::move(name), options) {}
  void add(const DrawnPicture& picture, std::uint64_t) override { pipe_.add(std::get<Image>(picture)); }
  void finish() override { pipe_.finish(); }
  void finishQuickly() override { pipe_.finishQuickly(); }

 private:
  VideoPipe pipe_;
};

// Queue lengths: long enough to absorb a slow picture of another stage, but short, since a job may hold some
// MB.
constexpr std::size_t kShotsAhead = 3, kPicturesAhead = 2;

}  // namespace

void writePicture(const std::filesystem::path& path, const DrawnPicture& picture) {
  if (const auto* image = std::get_if<Image>(&picture))
    writePng(path, *image);
  else
    writeExr(path, std::get<LayeredPicture>(picture));
}

std::unique_ptr<PictureSink> makePictureFiles(std::filesystem::path name) {
  return std::make_unique<PictureFiles>(std::move(name));
}

std::unique_ptr<PictureSink> makeFilm(std::filesystem::path name, const FilmOptions& options) {
  return std::make_unique<Film>(std::move(name), options);
}

RenderQueue::RenderQueue(std::function<Draw()> open, std::unique_ptr<PictureSink> sink,
                         std::function<void()> wake)
    : wake_(std::move(wake)),
      sink_(std::move(sink)),
      shots_(kShotsAhead),
      drawn_(kPicturesAhead),
      drawing_([this, make = std::move(open)] { drawAll(make); }),
      writing_([this] { writeAll(); }) {}

RenderQueue::~RenderQueue() {
  {
    const std::lock_guard lock(mutex_);
    isAbandoned_ = true;
  }
  shots_.closeAndClear();
  drawn_.closeAndClear();
  if (drawing_.joinable()) drawing_.join();
  if (writing_.joinable()) writing_.join();
}

bool RenderQueue::put(FrameJob shot) { return shots_.put(std::move(shot)); }

void RenderQueue::waitForRoom() { shots_.waitForRoom(); }

void RenderQueue::close() { shots_.close(); }

void RenderQueue::finish() {
  close();
  if (drawing_.joinable()) drawing_.join();
  if (writing_.joinable()) writing_.join();
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

void RenderQueue::finishEarly() {
  {
    const std::lock_guard lock(mutex_);
    finishesEarly_ = true;
  }
  shots_.closeAndClear();
  drawn_.closeAndClear();
  std::unique_lock lock(mutex_);
  endChanged_.wait(lock, [this] { return ended_; });
  if (failure_) std::rethrow_exception(failure_);
}

std::uint64_t RenderQueue::written() const {
  const std::lock_guard lock(mutex_);
  return written_;
}

bool RenderQueue::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

void RenderQueue::drawAll(const std::function<Draw()>& open) {
  try {
    const Draw draw = open();
    while (const std::optional<FrameJob> shot = shots_.take()) {
      if (!drawn_.put({draw(*shot), shot->number})) break;
      drawn_.waitForRoom();
    }
  } catch (...) {
    fail(std::current_exception());
  }
  drawn_.close();
}

void RenderQueue::writeAll() {
  try {
    while (const std::optional<Drawn> next = drawn_.take()) {
      sink_->add(next->picture, next->number);
      {
        const std::lock_guard lock(mutex_);
        ++written_;
      }
      tell();
    }
    // Finish the file even after drawing has failed, so that the pictures drawn so far form a complete file.
    std::unique_lock lock(mutex_);
    const bool whole = !isAbandoned_, atOnce = finishesEarly_;
    lock.unlock();
    if (whole) atOnce ? sink_->finishQuickly() : sink_->finish();
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

void RenderQueue::fail(std::exception_ptr reason) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(reason);
  }
  // Pictures drawn before a failure are still written.
  shots_.closeAndClear();
  drawn_.close();
}

void RenderQueue::tell() const {
  if (wake_) wake_();
}

RenderQueue::Draw openOffscreen(int supersample) {
  auto renderer = std::make_shared<OffscreenRenderer>();
  return [renderer, supersample](const FrameJob& shot) -> DrawnPicture {
    if (shot.settings.layers)
      return renderer->renderLayered(shot.snapshot, shot.camera, shot.settings, supersample);
    return renderer->render(shot.snapshot, shot.camera, shot.settings, supersample);
  };
}

}  // namespace ooze
