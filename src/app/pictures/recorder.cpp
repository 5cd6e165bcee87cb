#include "app/pictures/recorder.h"

#include "ooze/base/error.h"

#include "app/pictures/unused_name.h"
#include "base/file_name.h"

#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

using Kind = Message::MessageKind;

/// Rounds down to even sides, which video codecs need: losing a row of pixels is better than adding an empty
/// row.
glm::ivec2 evenSize(const glm::ivec2& size) { return glm::max(size / 2 * 2, glm::ivec2(16)); }

}  // namespace

FilmRecorder::FilmRecorder(std::function<std::function<RenderQueue::Draw()>()> open,
                           std::function<void()> wake)
    : open_(std::move(open)), wake_(std::move(wake)) {}

FilmRecorder::~FilmRecorder() { finish(); }

void FilmRecorder::start(const Scene& scene, const Spec& spec) {
  settle();
  if (status()) {
    tell(Kind::Info, "The last recording is not finished yet.");
    return;
  }
  try {
    begin(scene, spec);
  } catch (const std::exception& error) {
    tell(Kind::Error, fmt::format("The recording could not start: {}", error.what()));
  }
}

void FilmRecorder::begin(const Scene& scene, const Spec& spec) {
  Spec chosen = spec;
  chosen.settings.origin = glm::ivec2(0);
  chosen.settings.size = evenSize(spec.settings.size);
  chosen.settings.quality = 2;  // the view may be simplified to stay responsive; a video has time
  chosen.settings.scale = 1.f;
  if (spec.format == ui::RecordingFormat::Mp4 && !hasFilmEncoder()) {
    chosen.format = ui::RecordingFormat::Pictures;
    tell(Kind::Info, "ffmpeg is not installed. Ooze records pictures instead of a film.");
  }
  const std::string stem = fmt::format("ooze-{}-{}", fileNameOf(scene.name), timeStamp());
  const double rate = scene.world.framesPerSecond;
  const bool film = chosen.format == ui::RecordingFormat::Mp4;
  const std::filesystem::path place =
      film ? claimFile(spec.folder, stem, ".mp4") : claimFolder(spec.folder, stem);
  std::shared_ptr<RenderQueue> line;
  try {
    const glm::ivec2 size = chosen.settings.size;
    std::unique_ptr<PictureSink> sink = film ? makeFilm(place, {size.x, size.y, rate, false, true})
                                             : makePictureFiles(place / "frame_%05d.png");
    line = std::make_shared<RenderQueue>(open_(), std::move(sink), wake_);
  } catch (...) {
    releaseClaim(place);
    throw;
  }
  {
    const std::lock_guard lock(mutex_);
    line_ = std::move(line);
    taking_ = true;
    format_ = chosen.format;
    scene_ = scene.name;
    camera_ = chosen.camera;
    settings_ = chosen.settings;
    taken_ = 0;
    now_ = {place, 0, rate, 0, 0, {}};
  }
  tell(Kind::Info, fmt::format("Recording {}", place.string()));
}

void FilmRecorder::endLocked() {
  if (!std::exchange(taking_, false)) return;
  line_->close();
}

void FilmRecorder::stop() {
  const std::lock_guard lock(mutex_);
  endLocked();
}

void FilmRecorder::finish() {
  stop();
  std::shared_ptr<RenderQueue> line;
  {
    const std::lock_guard lock(mutex_);
    line = std::exchange(line_, nullptr);
  }
  if (!line) return;
  Recording done;
  try {
    line->finish();
  } catch (const std::exception& error) {
    done.failure = error.what();
  }
  {
    const std::lock_guard lock(mutex_);
    now_.failure = done.failure;
    now_.frames = line->written();
    done = now_;
  }
  reportResult(done);
  recordings_.push_back(std::move(done));
}

void FilmRecorder::settle() {
  {
    const std::lock_guard lock(mutex_);
    if (!line_ || !line_->ended()) return;
  }
  finish();
}

void FilmRecorder::reportResult(const Recording& done) {
  releaseClaim(done.file);
  const std::string what = done.file.extension() == ".mp4"
                               ? fmt::format("{}: {} frames, {:.1f} s", done.file.string(), done.frames,
                                             static_cast<double>(done.frames) / done.framesPerSecond)
                               : fmt::format("{} pictures in {}", done.frames, done.file.string());
  if (!done.failure.empty())
    tell(Kind::Error, fmt::format("The recording failed: {}", done.failure));
  else if (done.frames == 0)
    tell(Kind::Info, "Nothing was recorded, because no frame was simulated.");
  else
    tell(Kind::Info, "Saved " + what);
}

bool FilmRecorder::recording() const {
  const std::lock_guard lock(mutex_);
  return taking_;
}

void FilmRecorder::follow(const CameraView& camera, const RenderSettings& settings) {
  const std::lock_guard lock(mutex_);
  const RenderSettings before = std::exchange(settings_, settings);
  settings_.origin = before.origin;
  settings_.size = before.size;
  settings_.quality = before.quality;
  settings_.scale = before.scale;
  camera_ = camera;
}

std::optional<ui::RecordingStatus> FilmRecorder::status() const {
  const std::lock_guard lock(mutex_);
  if (!line_) return std::nullopt;
  return ui::RecordingStatus{format_, taken_, static_cast<double>(taken_) / now_.framesPerSecond, false,
                             !taking_};
}

std::vector<Message> FilmRecorder::takeMessages() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

void FilmRecorder::take(const Scene& scene, std::shared_ptr<const Snapshot> frame) {
  std::shared_ptr<RenderQueue> line;
  {
    const std::lock_guard lock(mutex_);
    if (!taking_) return;
    if (scene.name != scene_ || scene.world.framesPerSecond != now_.framesPerSecond) {
      endLocked();
      return;
    }
    line = line_;
    const std::uint64_t number = frame->frame;
    if (!line->put({std::move(frame), camera_, settings_, taken_})) return;
    if (taken_++ == 0) now_.firstFrame = number;
    now_.lastFrame = number;
  }
  line->waitForRoom();  // without the lock, because the window's thread must not wait for a picture
}

void FilmRecorder::tell(Kind kind, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    messages_.push_back({kind, std::move(text)});
  }
  wake_();
}

}  // namespace ooze
