// The parts of `ooze sweep --cluster`. An array of jobs simulates and draws one picture each. A last job
// joins the sheet.
#pragma once

#include "app/cluster/cluster_options.h"
#include "app/cluster/cluster_run.h"
#include "app/cluster/job_folder.h"
#include "app/pictures/sweep_plan.h"

#include <filesystem>
#include <vector>

namespace ooze {

/// Returns the jobs of a sweep.
[[nodiscard]] std::vector<ClusterPart> sweepParts(const SweepPlan& plan);

/// Runs one part of a sweep.
/// @param out  file of the sheet
/// @throws InputError, RunError
void runSweepPart(const SweepPlan& plan, const JobFolder& folder, const JobOptions& job,
                  const std::filesystem::path& out);

}  // namespace ooze
