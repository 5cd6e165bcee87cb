// Microscope: inspection of the stages within one time step. Selects the stage and particle shown, and builds
// the view's snapshot and overlay.
#pragma once

#include "ooze/world/snapshot.h"

#include "session/session.h"
#include "ui/overlays/orbit_camera.h"
#include "ui/overlays/overlay_strokes.h"
#include "ui/state/tool_options.h"
#include "world/history/step_record.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ooze::ui {

/// Returns the step record to show. Null while the simulation plays, or if no record exists.
const StepRecord* shownRecord(const SessionView& view, bool microscopeOn);
/// Returns the index of the shown stage, clamped to the record's stages.
std::size_t shownStage(const MicroscopeState& state, const StepRecord& record);
/// Moves by `by` stages, clamped to the first and the last stage.
void moveStage(MicroscopeState& state, const StepRecord& record, int by);

/// Returns the chosen particle's details after the shown stage. Null if the particle is not in the record.
const ParticleDetails* shownDetails(const MicroscopeState& state, const StepRecord& record);
/// Returns the position of a particle after a stage [m].
std::optional<Vec3> positionAfter(const StepRecord& record, std::size_t stage, std::uint32_t id);

/// Returns the exaggeration factor with which displacements are drawn.
float exaggerationOf(const MicroscopeState& state, const StepRecord& record);

/// Builds the snapshot after the shown stage. All particles are dimmed but the chosen particle and its
/// neighbours.
/// @param now  snapshot of the world before the step
std::shared_ptr<const Snapshot> microscopeSnapshot(const MicroscopeState& state, const StepRecord& record,
                                                   const Snapshot& now);
/// Builds the overlay of the chosen particle: neighbours, links and displacements. Positions and velocities
/// that the method reports are added; velocity arrows share a scale.
std::vector<Stroke> microscopeOverlay(const MicroscopeState& state, const StepRecord& record,
                                      const OrbitCamera& camera);

/// Returns the first particle that a ray hits. @param radius  particle radius [m]
std::optional<std::uint32_t> pickParticle(const Snapshot& shown, const PickRay& ray, float radius);

/// Return colours as 0xAABBGGRR: of a neighbour by its relative distance q = r / h, and of a link by its
/// strain.
std::uint32_t neighbourColour(float q);
std::uint32_t strainColour(float strain);
/// Returns the colours of the positions and arrows that a method reports for a particle, by index.
/// kRegionColour is for the particle's region.
std::uint32_t placeColour(std::size_t place);
std::uint32_t arrowColour(std::size_t arrow);
inline constexpr std::uint32_t kRegionColour = 0xff7fb08a;

}  // namespace ooze::ui
