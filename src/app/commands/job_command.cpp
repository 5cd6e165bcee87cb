// One part of a job folder, which a job of a cluster runs.
#include "ooze/base/error.h"

#include "app/cluster/job_folder.h"
#include "app/commands/command_parser.h"
#include "app/commands/commands.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace ooze {
namespace {

/// Returns the number of processors that Slurm has given to this job; 0: not run by Slurm.
int processorsOfJob() {
  const char* const text = std::getenv("SLURM_CPUS_ON_NODE");
  return text ? std::clamp(std::atoi(text), 0, 1024) : 0;
}

void runPart(const JobRecord& record, const JobFolder& folder, const JobOptions& job) {
  std::filesystem::current_path(record.directory);
  CommandParser parser;
  std::vector<std::string> reversed(record.arguments.rbegin(), record.arguments.rend());
  parser.program.parse(std::move(reversed));
  const int threads = processorsOfJob();
  if (threads > 0) parser.render.choice.threads = parser.sweep.choice.threads = threads;
  if (parser.renderApp->parsed())
    renderPart(parser.render, folder, job);
  else if (parser.sweepApp->parsed())
    sweepPart(parser.sweep, folder, job);
  else
    throw InputError(fmt::format("{} belongs to no command with jobs", folder.path().string()));
}

}  // namespace

int jobCommand(const JobOptions& job) {
  const JobFolder folder(std::filesystem::absolute(job.folder));
  const JobRecord record = requireShared(folder, job.token);
  const std::string name =
      job.part == "draw" || job.part == "cell" ? fmt::format("{}_{}", job.part, job.index) : job.part;
  try {
    runPart(record, folder, job);
  } catch (const std::exception& error) {
    folder.noteFailure(name, error.what());
    throw;
  }
  folder.forgetFailure(name);
  return 0;
}

}  // namespace ooze
