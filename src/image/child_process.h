// Runs another program and writes to its standard input through a pipe.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ooze {

/// A child process in its own process group. Ctrl-C in a terminal therefore reaches only this program, which
/// then ends the child in an orderly way.
class ChildProcess {
 public:
  /// Selects the output stream of the child that is kept.
  enum class CapturedStream { Errors, Output };

  /// Starts the program.
  /// @param command  the program, found by PATH, and its arguments
  /// @throws RunError in one line if it cannot be started
  explicit ChildProcess(const std::vector<std::string>& command,
                        CapturedStream speaks = CapturedStream::Errors);
  /// Kills the child if it is still running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes to the child's standard input; blocks while the pipe is full.
  /// @return false if the child reads no more
  bool feed(std::span<const std::byte> bytes);

  struct End {
    bool succeeded = false;  ///< whether the child ended with exit code 0
    int code = -1;           ///< exit code; -1: a signal ended the child
    std::string output;
  };
  /// Closes the child's standard input, waits for its exit and returns its output. Before this call the child
  /// can write only as much as a pipe holds.
  End wait();

  /// Closes the child's standard input and waits at most `time` for its exit.
  /// @return false if the child still runs
  bool exitsWithin(std::chrono::milliseconds time);
  /// Reads the child's output and waits at most `time` for its exit. Leaves the child's standard input open.
  /// @return the end with the whole output, or none while the child runs; no other call may follow an end
  std::optional<End> endWithin(std::chrono::milliseconds time);
  /// Detaches the child, which then runs to its own end after this object is destroyed.
  void detach() { id_ = -1; }

  [[nodiscard]] pid_t id() const { return id_; }

 private:
  pid_t id_ = -1;
  int input_ = -1, output_ = -1;
  std::string read_;  ///< output that endWithin() has read
};

}  // namespace ooze
