// The files that a run writes of its particles and its surface.
#pragma once

#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/world/quantity.h"
#include "ooze/world/world.h"

#include "app/exports/export_options.h"

#include <span>
#include <string>
#include <vector>

namespace ooze {

class Exports {
 public:
  /// @throws InputError if a name is not one that can be written
  /// @param work  if it is called off, surfaces are not built to their end; null: nobody does
  Exports(const ExportOptions& options, int threads, const LongWork* work = nullptr);

  /// To be told after every frame: writes the files that are one a frame. @throws RunError, Cancelled
  void frame(const World& world);
  /// To be told instead of a frame that is not to be written: what rests is shown at the mean of several.
  void pass(const World& world);
  /// Writes the files that are one for the run, each whatever becomes of the other. After an interrupt the
  /// particles all the same, which takes a moment and may be all that is left of a long run, but no surface.
  /// @return "cannot write PATH: reason" for each that failed
  [[nodiscard]] std::vector<std::string> end(const World& world);

 private:
  std::vector<std::string> write(const World& world, bool particles, bool surface);
  std::span<const Vec3> follow(const Snapshot& now);
  void writeMesh(const Snapshot& now, std::span<const float> values);
  [[nodiscard]] std::vector<std::uint32_t> coloursOf(std::span<const float> values) const;

  ExportOptions options_;
  const LongWork* work_;
  Threads threads_;
  SteadyParticles steady_;  ///< follows every frame, so that what is written does not depend on which are
  SurfaceBuilder builder_;
  SteadyScale scale_;  ///< of the colours
};

}  // namespace ooze
