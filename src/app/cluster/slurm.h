// Calls the commands of Slurm, the only scheduler that Ooze knows.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ooze {

/// A batch job, or an array of batch jobs.
struct SlurmRequest {
  std::string name;                    ///< name of the job, for squeue
  std::vector<std::string> options;    ///< further options of sbatch, from the user
  std::filesystem::path directory;     ///< working directory of the job
  std::filesystem::path log;           ///< file for the output, with %a in an array of jobs
  std::size_t array = 0;               ///< number of jobs of the array; 0: a single job
  int threads = 0;                     ///< number of processors; 0: the scheduler's default
  std::string after;                   ///< id of the job that must succeed first; "": none
  std::filesystem::path script;        ///< batch script, which Slurm copies
  std::vector<std::string> arguments;  ///< arguments of the script
};

/// Checks that Slurm is installed and that its controller answers within a minute.
/// @param interrupted  asked several times a second; true ends the check
/// @throws RunError in one line that says what is missing
void requireSlurm(const std::function<bool()>& interrupted);

/// Submits a job. Slurm runs the job again after a preemption or a failure of its node. A job whose
/// predecessor has failed is removed.
/// @param interrupted  asked several times a second; true ends the submission
/// @return the job's id
/// @throws RunError with Slurm's message in one line, or if Slurm gives no answer within a minute
[[nodiscard]] std::string submitToSlurm(const SlurmRequest& request,
                                        const std::function<bool()>& interrupted);

/// Returns true if Slurm still has one of the jobs waiting or running.
[[nodiscard]] bool hasSlurmJobs(const std::vector<std::string>& ids);

/// Removes jobs. Jobs that have ended already are left out. Never fails.
void cancelSlurmJobs(const std::vector<std::string>& ids);

/// Lets one job of an array start before its predecessor has ended. Never fails: without the permission to
/// change a job, the job starts after its predecessor.
void startSlurmJobEarly(const std::string& id, std::size_t index);

}  // namespace ooze
