// The parts of `ooze render --cluster`. One job simulates and saves the world at regular pictures. An array
// of jobs restores these saves and draws the pictures in between. A last job makes the film, or gives the
// pictures their names.
#pragma once

#include "app/cluster/cluster_options.h"
#include "app/cluster/cluster_run.h"
#include "app/cluster/job_folder.h"
#include "app/commands/command_line.h"
#include "app/commands/start.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace ooze {

/// The division of a film into jobs.
struct FilmDivision {
  std::uint64_t pictures = 0;  ///< number of pictures
  std::uint64_t perJob = 1;    ///< pictures that one job draws
  std::uint64_t memory = 0;    ///< number of pictures before a job's first that the surface depends on

  [[nodiscard]] std::uint64_t jobs() const { return (pictures + perJob - 1) / perJob; }
  [[nodiscard]] std::uint64_t first(std::uint64_t job) const { return job * perJob; }
  [[nodiscard]] std::uint64_t end(std::uint64_t job) const { return std::min(pictures, (job + 1) * perJob); }
  /// Returns the picture that a job restores the world at: `memory` pictures before its first.
  [[nodiscard]] std::uint64_t start(std::uint64_t job) const {
    return first(job) - std::min(first(job), memory);
  }
};

/// Divides a film. A tracked surface depends on all earlier pictures, so that one job draws them all.
[[nodiscard]] FilmDivision divideFilm(const RenderOptions& options, const Scene& scene);

/// Returns the jobs of a film.
[[nodiscard]] std::vector<ClusterPart> filmParts(const RenderOptions& options, const Scene& scene);

/// Returns the film, or the first of its pictures.
/// @param name  the film, or the pictures with %04d (RenderOutput::name())
[[nodiscard]] std::filesystem::path firstProduct(const RenderOptions& options,
                                                 const std::filesystem::path& name);

/// Runs one part of a film.
/// @param name  as in firstProduct()
/// @throws InputError, RunError
void runFilmPart(const RenderOptions& options, const JobFolder& folder, const JobOptions& job,
                 const std::filesystem::path& name);

}  // namespace ooze
