#include "app/cluster/cluster_options.h"

#include "ooze/base/error.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

namespace ooze {

void addClusterOptions(CLI::App& command, ClusterOptions& o, bool draws) {
  CLI::Option* const cluster =
      command
          .add_option_function<std::string>(
              "--cluster",
              [&o](const std::string& text) {
                if (text != "slurm")
                  throw InputError(fmt::format("unknown scheduler \"{}\" (known: slurm)", text));
                o.scheduler = text;
              },
              "Run as jobs of a cluster, through the scheduler slurm")
          ->type_name("slurm");
  command
      .add_option("--cluster-options", o.submission,
                  "Further options for sbatch, separated by blanks, with --cluster")
      ->type_name("TEXT")
      ->needs(cluster);
  if (draws)
    command
        .add_option("--cluster-pictures", o.picturesPerJob,
                    "Number of pictures that one job draws, with --cluster; 30 if not given")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
        ->type_name("N")
        ->needs(cluster);
  command.add_flag("--detach", o.detach, "Submit the jobs and do not wait for them, with --cluster")
      ->needs(cluster);
}

CLI::App* addJob(CLI::App& program, JobOptions& o) {
  CLI::App* job = program.add_subcommand("job", "Run one part of a job folder; jobs of --cluster call it");
  job->add_option("DIR", o.folder, "The job folder")->required();
  job->add_option("PART", o.part, "Name of the part: simulate, draw, cell or join")->required();
  job->add_option("--index", o.index, "Index within the array of jobs; 0 if not given")
      ->check(CLI::Range(0, 1'000'000));
  job->add_option("--token", o.token, "Check that the folder is the one that was submitted")
      ->type_name("TEXT");
  return job;
}

}  // namespace ooze
