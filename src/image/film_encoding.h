// What ffmpeg is told for each kind of film.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

struct FilmOptions {
  int width = 0, height = 0;
  double framesPerSecond = 60.0;
  bool transparent = false;  ///< frames have 4 channels; .webp only
  /// Written quickly and under its own name from the first frame on; what an encoder that dies leaves of an
  /// .mp4 stays there and plays.
  bool live = false;
};

/// True of names that end in .mp4, .webp or .gif.
bool isFilm(const std::filesystem::path& path);
/// True if a film of this name can be transparent.
bool filmHasAlpha(const std::filesystem::path& path);
/// True if there is an ffmpeg in PATH.
bool hasFilmEncoder();
/// What can be known to fail is refused before anything is simulated.
/// @throws RunError in one line if ffmpeg is not installed or cannot write this kind of film
/// @throws InputError if films of this kind have no alpha or cannot be so fast
void requireFilmEncoder(const std::filesystem::path& path, const FilmOptions& options);

/// The command line that reads raw frames from standard input and writes `working`.
std::vector<std::string> encoderCommand(const std::filesystem::path& working, const FilmOptions& options);
/// The command line that makes the finished film of an .mp4 in pieces: readable from its start, as it travels
/// through the web.
std::vector<std::string> tidyCommand(const std::filesystem::path& pieces, const std::filesystem::path& film);
/// True if a film that was cut off plays as far as it goes.
bool playsWhenCutOff(const std::filesystem::path& path);

}  // namespace ooze
