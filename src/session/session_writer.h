// Writes session files on a separate thread, so that neither the world nor the window waits for the disk.
#pragma once

#include "ooze/scene/save_file.h"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ooze {

class SessionWriter {
 public:
  /// Callback with the result of a file, on the writer's thread.
  /// @param problem  one line, or "" if the file was written
  using Done = std::function<void(const std::filesystem::path& file, const std::string& problem)>;

  SessionWriter();
  /// Writes all waiting files first.
  ~SessionWriter();

  void write(std::filesystem::path file, SaveFile save, Done done);
  /// True while a file waits or is being written.
  [[nodiscard]] bool busy() const;
  /// Blocks until all files are written.
  void wait();

 private:
  struct SaveJob {
    std::filesystem::path file;
    SaveFile save;
    Done done;
  };
  void run();

  mutable std::mutex mutex_;  // guards jobs_ and stop_
  std::condition_variable changed_;
  std::deque<SaveJob> jobs_;  ///< the first job is being written
  bool stop_ = false;

  std::thread thread_;  // last member, so that the thread starts after all others are initialised
};

}  // namespace ooze
