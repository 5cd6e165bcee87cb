// What the tour points at: panels tell where it is.
#pragma once

#include "ooze/methods/method.h"

#include "ui/areas.h"

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

/// What the tour speaks of now.
struct TourSpot {
  std::string_view name;         ///< "": nothing within a panel
  bool scrollTo = false;         ///< it is to be brought into sight first
  std::optional<ViewRect> part;  ///< where it was drawn last [ImGui's units]
};

/// A world's gravity before the tour let the user change it.
struct TourGravity {
  float upward = 0.f;  ///< [m/s^2]
  std::shared_ptr<const Scene> scene;
};

/// What the tour pours itself, once the scene has given all that it has. However long somebody reads, it ends
/// at an amount; the steps that need it to be seen begin it again.
struct TourPouring {
  double since = 0.0;                         ///< simulated time at which it was asked for [s]
  std::size_t nozzles = 0;                    ///< of the world then
  std::string nozzle;                         ///< its name; "": it is not there yet
  std::size_t own = 1;                        ///< particles of the world then
  std::size_t most = 2;                       ///< particles of the world at which it pauses
  bool paused = false;                        ///< by the tour; what the user closes stays closed
  std::optional<std::size_t> step;            ///< of the tour, when it was looked at last
  bool playing = true;                        ///< likewise
  std::vector<MaterialDefinition> materials;  ///< likewise
};

/// To be called before something is drawn that the tour may point at ...
class TourMark {
 public:
  explicit TourMark(InterfaceState& state);
  /// ... and behind it, with its name. It is as wide as the panel.
  void note(std::string_view name) const;
  /// The same for the item drawn last, at its own width.
  void noteItem(std::string_view name) const;

 private:
  void keep(std::string_view name, const ViewRect& part) const;

  InterfaceState& state_;
  float top_;
};

}  // namespace ooze::ui
