// Inspects films with independent programs (ffprobe, ffmpeg).
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string>

namespace ooze {

inline bool hasFfmpeg() {
  return std::system("ffmpeg -version >/dev/null 2>&1 && ffprobe -version >/dev/null 2>&1") == 0;
}

/// Returns the output of a shell command, without the last line's end.
inline std::string outputOf(const std::string& command) {
  std::string text;
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe) return text;
  std::array<char, 256> block;
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), pipe)) text.append(block.data(), n);
  ::pclose(pipe);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// Returns a value of the film's first stream, as ffprobe prints the value.
inline std::string probe(const std::filesystem::path& film, const std::string& value) {
  return outputOf(
      fmt::format("ffprobe -v error -count_frames -select_streams v:0 -show_entries stream={} -of "
                  "default=nokey=1:noprint_wrappers=1 '{}' 2>/dev/null",
                  value, film.string()));
}

/// Returns the number of frames that can be decoded; 0 if the film cannot be opened at all.
inline int decodedFrames(const std::filesystem::path& film) {
  return std::atoi(probe(film, "nb_read_frames").c_str());
}

}  // namespace ooze
