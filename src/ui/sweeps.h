// Sweeps as the interface sees them: what the user asks for, and the pictures that come of it.
#pragma once

#include "ooze/world/command.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <imgui.h>
#include <string>
#include <vector>

namespace ooze::ui {

struct SweepRange {
  std::string target;  ///< of the command that sets it; "": not varied
  float from = 0.f, to = 0.f;
  int count = 4;
  bool logarithmic = false;
};

struct SweepChoice {
  std::array<SweepRange, 2> ranges;  ///< across, down
  int frame = 0;                     ///< that the pictures show
  int width = 320, height = 240;     ///< of a picture [pixels]
};

/// The sheet of the present sweep or the last.
struct SweepSheet {
  struct Axis {
    std::string title;
    std::vector<std::string> values;  ///< at least one
  };
  struct Cell {
    ImTextureID texture = nullptr;  ///< null: not there yet, or there is none
    std::string words;              ///< why there is no picture, or what to know of it; or ""
    std::vector<Command> values;    ///< that made it
  };
  Axis across, down;
  std::vector<Cell> cells;  ///< row by row
  float aspect = 4.f / 3.f;
  float done = 1.f;  ///< 0 .. 1
  bool running = false;
  std::string error;  ///< why there are no more pictures, or ""
};

class Sweeps {
 public:
  virtual ~Sweeps() = default;

  /// Begins anew with the scene and what was edited in it. What is wrong with the choice is the sheet's
  /// error.
  virtual void start(const SweepChoice& choice) = 0;
  virtual void cancel() = 0;
  /// Null until there was one.
  [[nodiscard]] virtual const SweepSheet* sheet() const = 0;
  /// Writes the sheet as a PNG file. What comes of it is a message.
  virtual void save(const std::filesystem::path& file) = 0;
};

}  // namespace ooze::ui
