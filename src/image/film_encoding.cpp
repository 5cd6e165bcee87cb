#include "image/film_encoding.h"

#include "ooze/base/error.h"

#include "image/child_process.h"

#include <cstdlib>
#include <fmt/format.h>
#include <initializer_list>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace ooze {
namespace {

using Arguments = std::vector<std::string>;

// Highest frame rate of a .gif [1/s]. Browsers take a delay below 2/100 s for a mistake and show such frames
// slowly.
constexpr double kFastestGif = 50.0;
// Length of a fragment of an .mp4, which ends at a key frame: the most that is lost if the encoder is killed
// [s].
constexpr double kPieceSeconds = 0.5;

void append(Arguments& to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more.begin(), more.end());
}

void appendMp4(Arguments& a, const FilmOptions& o) {
  // yuv420p plays everywhere but needs even sides; padding by a pixel avoids scaling the picture.
  append(a, {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv"});
  append(a,
         {"-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
  append(a, {"-crf", o.live ? "16" : "17", "-preset", o.live ? "veryfast" : "medium"});
  append(a, {"-g", fmt::format("{:.0f}", std::max(1.0, kPieceSeconds * o.framesPerSecond))});
  append(a, {"-movflags", "+frag_keyframe+delay_moov+default_base_moof", "-flush_packets", "1"});
}

void appendWebp(Arguments& a) {
  append(a, {"-c:v", "libwebp_anim", "-pix_fmt", "bgra", "-lossless", "0", "-quality", "85", "-loop", "0"});
}

// One palette for the whole video: flicker between palettes is more visible than a missing shade.
void appendGif(Arguments& a) {
  append(a, {"-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a",
             "-loop", "0"});
}

}  // namespace

bool isFilm(const std::filesystem::path& path) {
  const std::string kind = path.extension().string();
  return kind == ".mp4" || kind == ".webp" || kind == ".gif";
}

bool filmHasAlpha(const std::filesystem::path& path) { return path.extension() == ".webp"; }

bool playsWhenTruncated(const std::filesystem::path& path) { return path.extension() == ".mp4"; }

bool hasFilmEncoder() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path program = std::filesystem::path(folder.empty() ? "." : folder) / "ffmpeg";
    std::error_code ignored;
    if (std::filesystem::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0)
      return true;
  }
  return false;
}

void requireFilmEncoder(const std::filesystem::path& path, const FilmOptions& options) {
  const std::string kind = path.extension().string();
  if (options.transparent && !filmHasAlpha(path))
    throw InputError(fmt::format("a film in {} has no transparency; use .webp or pictures", kind));
  if (kind == ".gif" && options.framesPerSecond > kFastestGif * 1.001)
    throw InputError(fmt::format(
        "a .gif shows {:g} pictures a second at most, not {:g}: skip frames, as in --frames A:B:2",
        kFastestGif, options.framesPerSecond));
  if (!hasFilmEncoder()) throw RunError("cannot write a film: ffmpeg is not installed");
  if (kind != ".webp") return;  // every ffmpeg writes the others
  ChildProcess ask({"ffmpeg", "-hide_banner", "-h", "encoder=libwebp_anim"},
                   ChildProcess::CapturedStream::Output);
  if (ask.wait().output.find("Encoder libwebp_anim") == std::string::npos)
    throw RunError("cannot write a .webp film: this ffmpeg was built without libwebp");
}

Arguments encoderCommand(const std::filesystem::path& working, const FilmOptions& o) {
  Arguments a{"ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo"};
  append(a, {"-pixel_format", o.transparent ? "rgba" : "rgb24"});
  append(a, {"-video_size", fmt::format("{}x{}", o.width, o.height)});
  append(a, {"-framerate", fmt::format("{:.9g}", o.framesPerSecond), "-i", "-"});
  if (working.extension() == ".webp")
    appendWebp(a);
  else if (working.extension() == ".gif")
    appendGif(a);
  else
    appendMp4(a, o);
  a.push_back("file:" + working.string());
  return a;
}

Arguments remuxCommand(const std::filesystem::path& pieces, const std::filesystem::path& film) {
  return {"ffmpeg",
          "-loglevel",
          "error",
          "-nostdin",
          "-y",
          "-i",
          "file:" + pieces.string(),
          "-c",
          "copy",
          "-movflags",
          "+faststart",
          "file:" + film.string()};
}

}  // namespace ooze
