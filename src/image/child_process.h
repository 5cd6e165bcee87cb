// Another program, fed through a pipe.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ooze {

/// In a process group of its own, so that Ctrl-C in a terminal reaches this program alone, which then ends
/// the other in an orderly way.
class ChildProcess {
 public:
  /// What is kept of what it says.
  enum class Speaks { Errors, Output };

  /// Starts it. @param command  the program, found by PATH, and its arguments
  /// @throws RunError in one line if it cannot be started
  explicit ChildProcess(const std::vector<std::string>& command, Speaks speaks = Speaks::Errors);
  /// Ends it if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes to its standard input; waits while that is full. @return false if it reads no more
  bool feed(std::span<const std::byte> bytes);

  struct End {
    bool well = false;  ///< exit code 0
    std::string said;
  };
  /// Closes its standard input and waits until it has ended. It may say as much as a pipe holds before.
  End wait();

  /// Closes its standard input and waits so long for its end. @return false if it has not come
  bool endsWithin(std::chrono::milliseconds time);
  /// It goes on to its end though this is destroyed.
  void leaveAlone() { id_ = -1; }

  [[nodiscard]] pid_t id() const { return id_; }

 private:
  pid_t id_ = -1;
  int input_ = -1, output_ = -1;
};

}  // namespace ooze
