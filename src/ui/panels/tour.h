// What the tour points at: panels tell where it is.
#pragma once

#include "ui/areas.h"

#include <memory>
#include <optional>
#include <string_view>

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
