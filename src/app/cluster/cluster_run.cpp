#include "app/cluster/cluster_run.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "app/cluster/job_folder.h"
#include "app/cluster/slurm.h"
#include "app/commands/terminal.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <sstream>
#include <thread>

namespace ooze {
namespace {

using JobIds = std::map<std::string, std::string>;

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> listOf(const JobIds& ids) {
  std::vector<std::string> list;
  for (const auto& [part, id] : ids) list.push_back(id);
  std::sort(list.begin(), list.end());
  return list;
}

/// Submits all parts. @throws RunError; then no part stays
JobIds submitParts(const ClusterOptions& options, const ClusterWork& work, const JobFolder& folder,
                   const JobRecord& record, const std::function<bool()>& interrupted) {
  JobIds ids;
  try {
    std::string before;
    for (const ClusterPart& part : work.parts) {
      SlurmRequest request;
      request.name = fmt::format("ooze-{}", part.name);
      request.options = wordsOf(options.submission);
      request.directory = record.directory;
      request.log = folder.logs() / (part.name + (part.array > 0 ? "_%a.log" : ".log"));
      request.array = part.array;
      request.threads = work.threads;
      request.after = before;
      request.script = findAsset("cluster/part.sh");
      request.arguments = {record.inputs.front().file.string(), folder.path().string(), record.token,
                           part.name};
      before = ids[part.name] = submitToSlurm(request, interrupted);
    }
    folder.writeIds(ids);
  } catch (...) {
    cancelSlurmJobs(listOf(ids));
    throw;
  }
  return ids;
}

/// Submits the jobs, or returns those of an earlier call that are at work or have made the result.
JobIds startJobs(const ClusterOptions& options, const ClusterWork& work, const JobFolder& folder,
                 const std::function<bool()>& interrupted) {
  JobRecord record = makeJobRecord(options.arguments, work.inputs);
  bool isNew = !folder.exists();
  if (!isNew) {
    const JobRecord earlier = folder.record();
    if (!earlier.isSameWork(record))
      throw InputError(fmt::format("{} belongs to another run; remove it, or choose another --out",
                                   folder.path().string()));
    if (const JobIds ids = folder.ids(); !ids.empty() && hasSlurmJobs(listOf(ids))) {
      printNote(fmt::format("the jobs {} are at work already", fmt::join(listOf(ids), " ")));
      return ids;
    }
    if (std::error_code unknown; folder.hasResult()) {
      if (std::filesystem::exists(work.product, unknown)) return folder.ids();
      folder.remove();
      isNew = true;
    } else {
      printNote(fmt::format("{} of {} pictures are kept", folder.pictures(), work.pictures));
      record.token = earlier.token;
    }
  }
  try {
    folder.create(record);
    folder.forgetAttempt();
    return submitParts(options, work, folder, record, interrupted);
  } catch (...) {
    if (isNew) folder.remove();
    throw;
  }
}

/// Returns why the jobs ended without a result.
std::string reasonOfFailure(const JobFolder& folder) {
  const std::string again = "The same command goes on with the finished parts";
  if (const std::string line = folder.firstFailure(); !line.empty())
    return fmt::format("a job has failed: {}. {}", line, again);
  if (!folder.hasLogs())
    return fmt::format(
        "the nodes do not share {}: no job could write there. Choose an --out in a folder that every node "
        "mounts",
        folder.path().string());
  return fmt::format("the jobs were cancelled; {} has their logs. {}", folder.logs().string(), again);
}

/// Waits until the jobs have made the result.
/// @throws RunError if they have ended without one
JobResult waitForResult(const ClusterWork& work, const JobFolder& folder, const JobIds& ids) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kLook = std::chrono::milliseconds(250);  // between looks into the folder
  constexpr auto kLongest = std::chrono::seconds(15);     // between questions to Slurm's controller
  constexpr int kSure = 3;  // answers without jobs before the jobs count as ended
  ProgressBar bar("picture", 0, work.pictures);
  std::chrono::milliseconds pause(1000);
  Clock::time_point asked = Clock::now();
  for (int gone = 0;; std::this_thread::sleep_for(kLook)) {
    if (folder.hasResult()) return folder.result();
    bar.update(std::min(folder.pictures(), work.pictures));
    if (Clock::now() - asked < pause) continue;
    gone = hasSlurmJobs(listOf(ids)) ? 0 : gone + 1;
    if (gone == kSure) throw RunError(reasonOfFailure(folder));
    asked = Clock::now();
    pause =
        gone > 0 ? std::chrono::milliseconds(1000) : std::min<std::chrono::milliseconds>(2 * pause, kLongest);
  }
}

}  // namespace

int runOnCluster(const ClusterOptions& options, const ClusterWork& work, InterruptBlock& interrupt) {
  const JobFolder folder = JobFolder::beside(work.out);
  const JobIds ids = startJobs(options, work, folder, [&interrupt] { return interrupt.arrived(); });
  const std::string list = fmt::format("{}", fmt::join(listOf(ids), " "));
  if (options.detach) {
    fmt::print("jobs {}; `squeue --me` shows them, {} will appear, {} has the logs\n", list,
               work.out.string(), folder.logs().string());
    return 0;
  }
  const InterruptHandler watch(interrupt, [&list] {
    exitInterrupted(fmt::format(
        "interrupted; the jobs go on. `scancel {}` ends them, the same command waits for them again", list));
  });
  const JobResult result = waitForResult(work, folder, ids);
  for (const std::string& note : result.notes) printNote(note);
  folder.remove();
  if (!result.stopped.empty()) throw RunError(result.stopped + "; complete results were written");
  fmt::print("{}\n", work.out.string());
  return 0;
}

}  // namespace ooze
