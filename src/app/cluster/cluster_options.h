// Options of commands that hand their work to a cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ooze {

/// Options of `ooze render --cluster slurm` and `ooze sweep --cluster slurm`.
struct ClusterOptions {
  std::string scheduler;               ///< "slurm"; "" runs on this machine
  std::string submission;              ///< further options of sbatch, separated by blanks
  std::uint64_t picturesPerJob = 30;   ///< pictures of a film that one job draws
  bool detach = false;                 ///< submits the jobs without waiting for them
  std::vector<std::string> arguments;  ///< the whole command line, which the jobs read again

  [[nodiscard]] bool requested() const { return !scheduler.empty(); }
};

/// Options of `ooze job`, which jobs of a cluster call.
struct JobOptions {
  std::filesystem::path folder;  ///< job folder
  std::string part;              ///< name of a ClusterPart
  std::size_t index = 0;         ///< index within an array of jobs
  std::string token;             ///< token of the job folder; "" accepts any
};

/// Adds the options of a cluster to a command.
/// @param draws  the command draws many pictures of one run, so that a job takes several of them
void addClusterOptions(CLI::App& command, ClusterOptions& options, bool draws);
/// Adds the command `ooze job`.
CLI::App* addJob(CLI::App& program, JobOptions& options);

}  // namespace ooze
