// Export of frames to files, as the interface sees the exporter: the user's choice, and the progress.
#pragma once

#include <cstdint>
#include <string>

namespace ooze::ui {

struct ExportChoice {
  bool surface = true, particles = false;
  bool tracked = false;         ///< the surface is the tracked surface, as in the view
  std::string format = ".ply";  ///< file extension of the exported files
  std::string folder;
  std::string name;         ///< prefix of the file names; "": the scene's name
  int first = 1, last = 0;  ///< range of exported frames; last = 0: the last simulated frame
  int every = 1;            ///< export every n-th frame

  bool operator==(const ExportChoice&) const = default;
};

/// Progress or outcome of the current or the last export.
struct ExportStatus {
  bool running = false;
  float done = 0.f;   ///< progress, 0 .. 1
  std::string words;  ///< "Frame 12 of 240", or the outcome
  bool failed = false;
};

class FrameExports {
 public:
  virtual ~FrameExports() = default;

  /// Starts an export. An invalid choice is reported in status()->words.
  virtual void start(const ExportChoice& choice) = 0;
  virtual void cancel() = 0;
  /// Returns the status; null until the first export.
  [[nodiscard]] virtual const ExportStatus* status() const = 0;
  /// Estimates the size of one exported frame of the current liquid [bytes].
  [[nodiscard]] virtual std::uint64_t bytesPerFrame(const ExportChoice& choice) const = 0;
  /// Returns the name of the first file that this choice would write.
  /// @param of  "surface" or "particles"
  [[nodiscard]] virtual std::string firstFile(const ExportChoice& choice, const char* of) const = 0;
};

}  // namespace ooze::ui
