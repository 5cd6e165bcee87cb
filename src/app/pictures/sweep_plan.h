// The plan of a parameter sweep: parameters, values and the labels of the contact sheet.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/scene/scene.h"
#include "ooze/world/command.h"

#include "image/contact_sheet.h"
#include "render/camera.h"
#include "render/render_settings.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Greatest number of pictures on a sheet.
inline constexpr std::size_t kMaxSweepCells = 400;

/// A parameter and its values along one axis of the sheet.
struct SweepAxis {
  SettingName setting;  ///< the varied parameter
  std::vector<float> values;
  bool logarithmic = false;  ///< logarithmic instead of linear spacing
};

/// Returns evenly spaced values from one end to the other. Inner values are rounded to few digits, so that a
/// label shows the simulated value exactly; the ends are exact.
/// @throws InputError unless the ends differ (or count is 1 and the ends are equal), and both are above 0 for
///         logarithmic spacing
std::vector<float> spacedValues(double from, double to, std::size_t count, bool logarithmic);

/// Parses a variation. Without :linear or :log, the spacing is that of the parameter's slider, but linear if
/// the range includes 0.
/// @param text  KEY=A:B:N, KEY=A:B:N:linear or KEY=A:B:N:log
/// @throws InputError for any other form
SweepAxis parseVariation(std::string_view text, std::string_view method);

/// Everything that determines the pictures of a parameter sweep.
struct SweepPlan {
  std::shared_ptr<const Scene> scene;
  std::vector<Command> edits;   ///< commands before the first step of every world
  std::vector<SweepAxis> axes;  ///< one or two axes: columns, then rows of the sheet
  std::uint64_t frame = 0;
  CameraView camera;
  RenderSettings picture;  ///< render settings of every picture
  int threads = 0;         ///< total number of threads; 0 for every core

  [[nodiscard]] std::size_t columns() const { return axes.front().values.size(); }
  [[nodiscard]] std::size_t rows() const { return axes.size() > 1 ? axes[1].values.size() : 1; }
  [[nodiscard]] std::size_t cells() const { return columns() * rows(); }
  /// Returns the parameter values of a cell. Cells are numbered row by row.
  [[nodiscard]] std::vector<SetValue> valuesOf(std::size_t cell) const;
  /// Returns the commands that set up the world of a cell: the edits and the cell's values.
  [[nodiscard]] std::vector<Command> commandsOf(std::size_t cell) const;
};

/// Checks the plan before the first world is simulated.
/// @throws InputError if the plan has too many cells, the same parameter on both axes, a value out of range,
///         or an unknown parameter
void requireSound(const SweepPlan& plan);

/// Returns the layout and labels of the contact sheet, without pictures.
SheetFrame sheetOf(const SweepPlan& plan);

}  // namespace ooze
