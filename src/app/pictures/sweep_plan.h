// What a sweep does: which parameters, which values, and what its sheet says of them.
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

/// The most pictures that a sheet may have.
inline constexpr std::size_t kMostSweepCells = 400;

/// A parameter over a range.
struct SweepAxis {
  std::string target;  ///< of the command that sets it
  std::vector<float> values;
  bool logarithmic = false;  ///< how the values are spaced
};

/// Evenly spaced values from one end to the other, in few digits, so that what a label says is what was
/// simulated; the ends are exact.
/// @throws InputError unless the range has two ends that differ (or one value is asked for, of one end), and
/// both are above 0 if the spacing is logarithmic
std::vector<float> spacedValues(double from, double to, std::size_t count, bool logarithmic);

/// @param text  KEY=A:B:N, KEY=A:B:N:linear or KEY=A:B:N:log; without the last word as the parameter's slider
/// is, linear where that is logarithmic and the range includes 0
/// @throws InputError if it is not of that form
SweepAxis parseVariation(std::string_view text, std::string_view method);

struct SweepPlan {
  std::shared_ptr<const Scene> scene;
  std::vector<Command> edits;   ///< done before the first step of every world
  std::vector<SweepAxis> axes;  ///< one or two: across, down
  std::uint64_t frame = 0;
  CameraView camera;
  RenderSettings picture;  ///< of every cell
  int threads = 0;         ///< in all; 0: every core

  [[nodiscard]] std::size_t columns() const { return axes.front().values.size(); }
  [[nodiscard]] std::size_t rows() const { return axes.size() > 1 ? axes[1].values.size() : 1; }
  [[nodiscard]] std::size_t cells() const { return columns() * rows(); }
  /// What makes the world of a cell; they are counted row by row.
  [[nodiscard]] std::vector<Command> commandsOf(std::size_t cell) const;
};

/// Looks at everything that can be known before the first world is simulated.
/// @throws InputError if there are too many cells, one parameter stands on both axes, a value is out of its
/// range, or what is varied is not there
void requireSound(const SweepPlan& plan);

/// What the plan's sheet looks like before it has pictures.
SheetFrame sheetOf(const SweepPlan& plan);

}  // namespace ooze
