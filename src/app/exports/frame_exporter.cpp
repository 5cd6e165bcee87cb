#include "app/exports/frame_exporter.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/surface/steady_particles.h"

#include "app/exports/exports.h"
#include "base/thread_priority.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {}  // namespace

std::uint64_t FrameExporter::Plan::from() const {
  if (!files.surface.empty() && files.surfaceMethod == SurfaceMethod::Tracked) return 0;
  return first > TemporalParticleFilter::kFrames ? first - TemporalParticleFilter::kFrames : 0;
}

FrameExporter::FrameExporter(Plan plan, std::function<void()> wake)
    : plan_(std::move(plan)), wake_(std::move(wake)) {
  if (plan_.files.particles.empty() && plan_.files.surface.empty())
    throw InputError("choose the surface, the particles or both");
  if (plan_.first < 1 || plan_.last < plan_.first)
    throw InputError(fmt::format("there are no frames from {} to {}", plan_.first, plan_.last));
  (void)Exports(plan_.files, 1);  // throws now if the files cannot be written
  thread_ = std::thread([this] { run(); });
}

FrameExporter::~FrameExporter() {
  cancel();
  thread_.join();
}

void FrameExporter::begin(ReplaySource replay) {
  {
    const std::lock_guard lock(mutex_);
    course_ = std::move(replay);
  }
  changed_.notify_all();
}

void FrameExporter::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
  }
  changed_.notify_all();
}

bool FrameExporter::stopped() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

FrameExporter::ExportProgress FrameExporter::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void FrameExporter::end(std::string failure) {
  {
    const std::lock_guard lock(mutex_);
    progress_.ended = true;
    progress_.cancelled = cancelled_ && progress_.frame < plan_.last;
    progress_.failure = std::move(failure);
  }
  wake_();
}

void FrameExporter::run() {
  lowerThreadPriority(kBackgroundNiceness);
  ReplaySource replay;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return cancelled_ || course_; });
    if (course_) replay = std::move(*course_);
  }
  try {
    if (replay.scene) write(replay);
    end(replay.scene || stopped() ? "" : "the session could not be copied");
  } catch (const std::exception& error) {
    end(error.what());
  }
}

void FrameExporter::write(const ReplaySource& replay) {
  World world(replay.scene->world, plan_.threads);
  const History history(world, replay.branches, replay.branch, 0);  // replays commands without recording
  ByteReader state(replay.state);
  world.restore(state);
  Exports exports(plan_.files, plan_.threads);
  exports.setProjection(projectionOf(replay.scene->camera));
  {
    const std::lock_guard lock(mutex_);
    progress_.begun = progress_.frame = world.frameIndex();
  }
  const auto finish = [&] {
    const std::vector<std::string> failed = exports.writeSeries();
    if (!failed.empty()) throw RunError(failed.front());
  };
  while (world.frameIndex() < plan_.last) {
    do {
      if (stopped()) return finish();
      history.feed(world);
      world.step();
    } while (!world.atFrameBoundary());
    const bool wanted = world.frameIndex() >= plan_.first;
    wanted ? exports.frame(world) : exports.skipFrame(world);
    {
      const std::lock_guard lock(mutex_);
      progress_.frame = world.frameIndex();
      if (wanted && world.frameIndex() % plan_.files.every == 0) ++progress_.written;
    }
    wake_();
  }
  finish();
}

}  // namespace ooze
