// Sessions that ended without being closed, as the interface sees them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ooze::ui {

struct LostSession {
  std::string name;     ///< of its scene
  double seconds = 0;   ///< that it had simulated
  double age = 0;       ///< since it was written [s]
  std::string problem;  ///< why it cannot be restored, or ""
};

class Recovery {
 public:
  virtual ~Recovery() = default;

  /// Those that nothing was decided about yet.
  [[nodiscard]] virtual const std::vector<LostSession>& lost() const = 0;
  virtual void restore(std::size_t index) = 0;
  virtual void discard(std::size_t index) = 0;
  /// They are offered again at the next start.
  virtual void later() = 0;
};

}  // namespace ooze::ui
