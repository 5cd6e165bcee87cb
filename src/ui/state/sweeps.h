// Parameter sweeps, as the interface sees them: the user's choice, and the contact sheet of pictures.
#pragma once

#include "ooze/world/command.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <imgui.h>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

struct SweepRange {
  std::optional<SettingName> setting;  ///< the varied parameter; unset: none
  float from = 0.f, to = 0.f;
  int count = 4;
  bool logarithmic = false;
};

struct SweepChoice {
  std::array<SweepRange, 2> ranges;  ///< parameters varied across and down the sheet
  int frame = 0;                     ///< frame that the pictures show
  int width = 320, height = 240;     ///< size of a picture [pixels]
};

/// The contact sheet of the current or the last sweep.
struct SweepSheet {
  struct SheetAxisLabels {
    std::string title;
    std::vector<std::string> values;  ///< values along the axis, as text; at least one
  };
  struct SweepTile {
    ImTextureID texture = nullptr;  ///< null: not rendered yet, or failed
    std::string words;              ///< why the picture is missing, or a note about the picture; or ""
    std::vector<SetValue> values;   ///< parameter values of this picture
  };
  SheetAxisLabels across, down;
  std::vector<SweepTile> cells;  ///< row by row
  float aspect = 4.f / 3.f;
  float done = 1.f;  ///< progress, 0 .. 1
  bool running = false;
  std::string error;  ///< why the sweep stopped, or ""
};

class Sweeps {
 public:
  virtual ~Sweeps() = default;

  /// Starts a new sweep of the scene with the current edits. An invalid choice is reported in the sheet's
  /// error.
  virtual void start(const SweepChoice& choice) = 0;
  virtual void cancel() = 0;
  /// Returns the contact sheet; null before the first sweep.
  [[nodiscard]] virtual const SweepSheet* sheet() const = 0;
  /// Writes the contact sheet as a PNG file. Success or failure is reported as a message.
  virtual void save(const std::filesystem::path& file) = 0;
};

}  // namespace ooze::ui
