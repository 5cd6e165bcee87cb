// A Slurm of one node for one test: a real controller and a real node daemon on this machine.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>

namespace ooze {

/// Runs slurmctld and slurmd as this user, on free ports and with all files in a folder of their own. The
/// environment variable SLURM_CONF of this process names the cluster during the lifetime, so that Slurm's
/// commands find it. Both daemons end with the object, and with this process if it is killed.
class SlurmCluster {
 public:
  /// Starts the daemons and waits until the node is idle. A failure is a failure of the test.
  /// @param hidden  folder that the node does not see, as if the folder were not shared; "": none
  explicit SlurmCluster(const std::filesystem::path& hidden = {});
  /// Removes all jobs and ends both daemons.
  ~SlurmCluster();
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  /// Returns whether the kernel lets this user hide a folder from one process.
  [[nodiscard]] static bool canHideFolders();

  /// Starts requeued jobs after three seconds. Slurm would start them after two minutes, so that their nodes
  /// have forgotten the earlier attempt; a job that starts in the same second fails.
  void startRequeuedJobs();

  /// Returns the end of the controller's log, to explain a failure.
  [[nodiscard]] std::string log() const;

  /// Returns what a command prints.
  [[nodiscard]] static std::string output(const std::string& command);

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::chrono::steady_clock::time_point> requeued_;  ///< when each was seen first
  pid_t controller_ = -1, node_ = -1;
};

}  // namespace ooze
