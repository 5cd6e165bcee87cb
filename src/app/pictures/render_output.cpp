#include "app/pictures/render_output.h"

#include "ooze/base/error.h"

#include "export/frame_name.h"

#include <fmt/format.h>
#include <system_error>

namespace ooze {
namespace {

namespace fs = std::filesystem;

void requireFolder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw InputError(fmt::format("--out: there is no folder {}", folder.string()));
}

}  // namespace

bool orbitsOneFrame(const RenderOptions& o) { return o.turntable && o.frames.first == o.frames.last; }

std::uint64_t pictureCount(const RenderOptions& o) {
  return orbitsOneFrame(o) ? o.turn : (o.frames.last - o.frames.first) / o.frames.step + 1;
}

RenderOutput::RenderOutput(const RenderOptions& o) : name_(o.out) {
  if (pictureCount(o) == 0)
    throw InputError("--turntable needs a number of pictures for one frame, as in --turntable=120");
  film_.width = o.width;
  film_.height = o.height;
  film_.transparent = o.transparent;
  std::error_code ignored;
  if (fs::is_directory(name_, ignored) || !name_.has_extension()) {
    fs::create_directories(name_, ignored);
    name_ /= "frame_%05d.png";
  } else if (isFilm(name_)) {
    film_.framesPerSecond = 1.0;  // placeholder, since the frame rate is not known yet
    requireFilmEncoder(name_, film_);
  } else if (name_.extension() != ".png") {
    throw InputError(
        fmt::format("--out {}: must be a .png, .mp4, .webp or .gif file, or a folder", name_.string()));
  } else if (!isSequence(name_.filename()) && pictureCount(o) > 1) {
    throw InputError(fmt::format(
        "--out {}: several frames need a name with %04d, a folder, or a film such as .mp4", name_.string()));
  }
  requireFolder(name_);
  requireWritable(name_.parent_path() / frameName(name_.filename(), o.frames.first));
}

std::unique_ptr<PictureSink> RenderOutput::open(double framesPerSecond) const {
  if (!isFilm(name_)) return makePictureFiles(name_);
  FilmOptions film = film_;
  film.framesPerSecond = framesPerSecond;
  return makeFilm(name_, film);
}

}  // namespace ooze
