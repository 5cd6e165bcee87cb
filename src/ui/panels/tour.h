// Guided tour for new users: the parts of the panels that the tour points at.
#pragma once

#include "ooze/methods/method.h"

#include "ui/window_layout.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {
struct Scene;
}

namespace ooze::ui {

struct InterfaceState;
struct Theme;

/// Returns the height that the buttons of the tour take at the lower edge of the view [ImGui's units].
[[nodiscard]] float tourBarHeight(const Theme& theme);

/// The part that the current step of the tour points at.
struct TourSpot {
  std::string_view name;         ///< "": no part within a panel
  bool scrollTo = false;         ///< the part must first be scrolled into view
  std::optional<ViewRect> part;  ///< rectangle of the part, as drawn last [ImGui's units]
};

/// The world's gravity before the tour let the user change the value.
struct TourGravity {
  float upward = 0.f;  ///< y component of gravity [m/s^2]
  std::shared_ptr<const Scene> scene;
};

/// State of the tour's own nozzle, which pours after the scene's nozzles are spent. The amount is limited
/// however long the user reads; steps that need flowing liquid start the nozzle again.
struct TourNozzle {
  double since = 0.0;       ///< simulated time when the nozzle was requested [s]
  std::size_t nozzles = 0;  ///< number of nozzles in the world when the nozzle was requested
  std::string nozzle;       ///< name of the nozzle; "": not in the world yet
  std::size_t own = 1;      ///< number of particles in the world when the nozzle was requested
  std::size_t most = 2;     ///< number of particles in the world at which the nozzle pauses
  bool paused = false;      ///< whether the tour paused the nozzle; a nozzle closed by the user stays closed
  std::optional<std::size_t> step;            ///< the tour's step at the last update
  bool playing = true;                        ///< playback state at the last update
  std::vector<MaterialDefinition> materials;  ///< materials at the last update
};

/// Records the position of a part that the tour may point at. Construct before the part is drawn, and call
/// note() or noteItem() after the part is drawn.
class TourSpotRecorder {
 public:
  explicit TourSpotRecorder(InterfaceState& state);
  /// Records, under this name, everything drawn since the construction. The part is as wide as the panel.
  void note(std::string_view name) const;
  /// Records the item drawn last, with the item's own width.
  void noteItem(std::string_view name) const;

 private:
  void keep(std::string_view name, const ViewRect& part) const;

  InterfaceState& state_;
  float top_;
};

}  // namespace ooze::ui
