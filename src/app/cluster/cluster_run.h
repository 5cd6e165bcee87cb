// Submits the jobs of a command to Slurm and waits for their result.
#pragma once

#include "app/cluster/cluster_options.h"
#include "app/commands/interrupt.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// A job, or an array of jobs, of a command.
struct ClusterPart {
  std::string name;
  std::size_t array = 0;  ///< number of jobs; 0: a single job
};

/// The work of a command that runs on a cluster.
struct ClusterWork {
  std::filesystem::path out;                  ///< output of the command, as the user wrote it
  std::filesystem::path product;              ///< a file of the output that exists once all is done
  std::vector<std::filesystem::path> inputs;  ///< files that every node must read
  std::vector<ClusterPart> parts;             ///< each part waits for the one before it
  std::uint64_t pictures = 0;                 ///< number of pictures, for the progress bar
  int threads = 0;                            ///< processors of each job; 0: the scheduler's default
};

/// Submits the jobs, and waits for them unless the options say otherwise. A job folder of the same work is
/// continued, and its result is taken if the jobs have ended. If a job cannot be submitted, the earlier ones
/// are removed, and so is a new job folder.
/// @return 0
/// @throws InputError if the job folder belongs to other work; RunError if Slurm refuses a job, or a job has
///         failed for good, or after an interrupt
int runOnCluster(const ClusterOptions& options, const ClusterWork& work, InterruptBlock& interrupt);

}  // namespace ooze
