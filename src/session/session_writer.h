// Writes sessions on a thread of its own: neither the world nor the window waits for a disk.
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
  /// What became of a file, told on the writer's thread. @param problem  one line, or "" if it is there
  using Done = std::function<void(const std::filesystem::path& file, const std::string& problem)>;

  SessionWriter();
  /// Writes first what waits.
  ~SessionWriter();

  void write(std::filesystem::path file, SaveFile save, Done done);
  /// True while something waits or is being written.
  [[nodiscard]] bool busy() const;
  /// Until nothing waits any more.
  void wait();

 private:
  struct Job {
    std::filesystem::path file;
    SaveFile save;
    Done done;
  };
  void run();

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::deque<Job> jobs_;  ///< the first is being written
  bool stop_ = false;

  std::thread thread_;  // last: it starts when everything else is there
};

}  // namespace ooze
