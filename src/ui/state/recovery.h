// Recovery of sessions after a crash, as the interface sees the recovery files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ooze::ui {

struct LostSession {
  std::string name;     ///< name of the session's scene
  double seconds = 0;   ///< simulated time that the session had reached [s]
  double age = 0;       ///< age of the recovery file [s]
  std::string problem;  ///< why the session cannot be restored, or ""
};

class Recovery {
 public:
  virtual ~Recovery() = default;

  /// Returns the sessions that the user has neither restored nor discarded yet.
  [[nodiscard]] virtual const std::vector<LostSession>& lost() const = 0;
  virtual void restore(std::size_t index) = 0;
  virtual void discard(std::size_t index) = 0;
  /// Postpones the decision: the sessions are offered again at the next start.
  virtual void postpone() = 0;
};

}  // namespace ooze::ui
