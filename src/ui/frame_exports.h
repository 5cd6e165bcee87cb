// Files of frames as the interface sees them: what the user asks for, and how far it is.
#pragma once

#include <cstdint>
#include <string>

namespace ooze::ui {

struct ExportChoice {
  bool surface = true, particles = false;
  bool tracked = false;         ///< the surface is a tracked one, as the view's
  std::string format = ".ply";  ///< the extension
  std::string folder;
  std::string name;         ///< files begin with it; "": the scene's
  int first = 1, last = 0;  ///< frames; 0: the last that was simulated
  int every = 1;            ///< frames from file to file

  bool operator==(const ExportChoice&) const = default;
};

/// Of the present export or the last.
struct ExportStatus {
  bool running = false;
  float done = 0.f;   ///< 0 .. 1
  std::string words;  ///< "Frame 12 of 240", or what came of it
  bool failed = false;
};

class FrameExports {
 public:
  virtual ~FrameExports() = default;

  /// Begins. What is wrong with the choice is the status' words.
  virtual void start(const ExportChoice& choice) = 0;
  virtual void cancel() = 0;
  /// Null until there was one.
  [[nodiscard]] virtual const ExportStatus* status() const = 0;
  /// About how much would be written of a frame of the liquid as it is now [bytes].
  [[nodiscard]] virtual std::uint64_t bytesPerFrame(const ExportChoice& choice) const = 0;
  /// The first file that would be written for this choice. @param of  "surface" or "particles"
  [[nodiscard]] virtual std::string firstFile(const ExportChoice& choice, const char* of) const = 0;
};

}  // namespace ooze::ui
