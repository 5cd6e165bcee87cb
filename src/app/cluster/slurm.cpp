#include "app/cluster/slurm.h"

#include "ooze/base/error.h"

#include "image/child_process.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace ooze {
namespace {

/// Longest time that a command of Slurm may take.
constexpr std::chrono::seconds kPatience{60};

/// Runs a command with both of its outputs in one text.
/// @param interrupted  asked ten times a second; empty: nothing interrupts the command
/// @throws RunError if the command is interrupted, or runs longer than kPatience
ChildProcess::End runSlurmCommand(const std::vector<std::string>& command,
                                  const std::function<bool()>& interrupted = {}) {
  std::vector<std::string> whole{"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"};
  whole.insert(whole.end(), command.begin(), command.end());
  ChildProcess child(whole, ChildProcess::CapturedStream::Output);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    if (std::optional<ChildProcess::End> result = child.endWithin(std::chrono::milliseconds(100)))
      return *std::move(result);
    if (interrupted && interrupted())
      throw RunError(fmt::format("interrupted while {} ran; nothing was submitted", command.front()));
  }
  throw RunError(fmt::format("{} gave no answer within {} s", command.front(), kPatience.count()));
}

/// Runs a command whose failure does no harm.
void tryRunningSlurm(const std::vector<std::string>& command) {
  try {
    runSlurmCommand(command);
  } catch (const RunError&) {
  }
}

/// Joins the lines of a message, without the name of the command that each of them begins with.
std::string joinedLines(const std::string& text, const std::string& command) {
  std::string line, joined;
  for (const char c : text + "\n") {
    if (c != '\n') {
      line += c;
      continue;
    }
    for (const std::string& head :
         {command + ": ", std::string("slurm_load_jobs error: "), std::string("error: ")})
      if (line.starts_with(head)) line.erase(0, head.size());
    if (!line.empty()) joined += (joined.empty() ? "" : "; ") + line;
    line.clear();
  }
  return joined;
}

/// Doubles each %, which sbatch replaces in names of files.
std::string withoutPatterns(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '%' ? "%%" : std::string(1, c);
  return escaped;
}

bool isSlurmId(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

void requireSlurm(const std::function<bool()>& interrupted) {
  const std::string missing =
      "--cluster slurm: Slurm is not installed here: `{}` was not found. Debian's package is slurm-client";
  for (const char* program : {"sbatch", "squeue", "scancel"})
    if (!runSlurmCommand({"/bin/sh", "-c", fmt::format("command -v {}", program)}, interrupted).succeeded)
      throw RunError(fmt::format(fmt::runtime(missing), program));
  const ChildProcess::End answer = runSlurmCommand({"squeue", "--noheader", "--me"}, interrupted);
  if (!answer.succeeded)
    throw RunError(fmt::format("--cluster slurm: {}", joinedLines(answer.output, "squeue")));
}

std::string submitToSlurm(const SlurmRequest& r, const std::function<bool()>& interrupted) {
  std::vector<std::string> command{
      "sbatch",
      "--parsable",
      "--requeue",
      "--open-mode=append",
      "--kill-on-invalid-dep=yes",
      "--job-name=" + r.name,
      "--chdir=" + r.directory.string(),
      "--output=" + withoutPatterns(r.log.parent_path().string()) + "/" + r.log.filename().string()};
  if (r.array > 0) command.push_back(fmt::format("--array=0-{}", r.array - 1));
  if (r.threads > 0) command.push_back(fmt::format("--cpus-per-task={}", r.threads));
  if (!r.after.empty()) command.push_back("--dependency=afterok:" + r.after);
  command.insert(command.end(), r.options.begin(), r.options.end());
  command.push_back(r.script.string());
  command.insert(command.end(), r.arguments.begin(), r.arguments.end());
  const ChildProcess::End end = runSlurmCommand(command, interrupted);
  if (!end.succeeded) throw RunError(fmt::format("sbatch: {}", joinedLines(end.output, "sbatch")));
  // The last line is the id, or the id and the name of the cluster. Warnings come before.
  std::string line = end.output;
  while (!line.empty() && line.back() == '\n') line.pop_back();
  line = line.substr(line.rfind('\n') + 1);
  line = line.substr(0, line.find(';'));
  if (!isSlurmId(line))
    throw RunError(fmt::format("sbatch gave no job id: {}", joinedLines(end.output, "sbatch")));
  return line;
}

bool hasSlurmJobs(const std::vector<std::string>& ids) {
  // Slurm refuses a list with one unknown job, so each job is asked for alone.
  return std::any_of(ids.begin(), ids.end(), [](const std::string& id) {
    const ChildProcess::End answer = runSlurmCommand({"squeue", "--noheader", "--format=%i", "--jobs=" + id});
    if (!answer.succeeded) return answer.output.find("Invalid job id") == std::string::npos;
    return !answer.output.empty();
  });
}

void cancelSlurmJobs(const std::vector<std::string>& ids) {
  if (ids.empty()) return;
  std::vector<std::string> command{"scancel", "--quiet"};
  command.insert(command.end(), ids.begin(), ids.end());
  tryRunningSlurm(command);
}

void startSlurmJobEarly(const std::string& id, std::size_t index) {
  tryRunningSlurm({"scontrol", "update", fmt::format("JobId={}_{}", id, index), "Dependency="});
}

}  // namespace ooze
