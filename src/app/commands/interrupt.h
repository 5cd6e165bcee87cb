// Handles Ctrl-C: a loop polls for the signal, or a thread acts on the signal at once. Without handling, a
// signal could end the program in the middle of a file.
#pragma once

#include <csignal>
#include <functional>
#include <string_view>
#include <thread>

namespace ooze {

/// Blocks SIGINT, SIGTERM and the SIGHUP of a closing terminal during its lifetime, until arrived() sees
/// them. Construct the InterruptBlock before starting threads, so that the threads inherit the signal mask.
class InterruptBlock {
 public:
  InterruptBlock();
  ~InterruptBlock();
  InterruptBlock(const InterruptBlock&) = delete;
  InterruptBlock& operator=(const InterruptBlock&) = delete;

  /// Returns true once a signal has come.
  [[nodiscard]] bool arrived();

 private:
  friend class InterruptHandler;
  sigset_t waiting_;
  sigset_t before_;
  bool arrived_ = false;
};

/// Waits for interrupt signals on a thread of its own, and calls `act` for each signal. The InterruptBlock
/// passed to the constructor must outlive this object.
class InterruptHandler {
 public:
  InterruptHandler(const InterruptBlock& guard, std::function<void()> act);

 private:
  std::jthread watch_;
};

/// Prints one line and ends the program with exit code 1, without waiting for threads. Unfinished files
/// disappear (base/file_writer.h), and sandboxed child processes end with the program.
[[noreturn]] void exitInterrupted(std::string_view line);

/// Ends the program at once when an interrupt signal comes. Meant for long work that leaves no unfinished
/// files. The InterruptBlock passed to the constructor must outlive this object.
class ExitOnInterrupt {
 public:
  /// @param during  activity for the message "interrupted while ..."
  ExitOnInterrupt(const InterruptBlock& guard, const char* during);

 private:
  InterruptHandler watch_;
};

}  // namespace ooze
