// Looking inside a step: which stage and which particle are shown, and how the view shows them.
#pragma once

#include "ooze/world/snapshot.h"

#include "session/session.h"
#include "ui/marks.h"
#include "ui/microscope_state.h"
#include "ui/orbit_camera.h"
#include "world/step_record.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ooze::ui {

/// The record that the microscope shows now; null unless the world stands and there is one.
const StepRecord* shownRecord(const SessionView& view, bool microscopeOn);
/// The stage that is shown of this record.
std::size_t shownStage(const MicroscopeState& state, const StepRecord& record);
/// Shows another stage; stops at the first and the last.
void moveStage(MicroscopeState& state, const StepRecord& record, int by);

/// What lies round the chosen particle after the stage: nothing if it is not there.
const ParticleDetails* shownDetails(const MicroscopeState& state, const StepRecord& record);
/// Where a particle is after a stage [m].
std::optional<Vec3> positionAfter(const StepRecord& record, std::size_t stage, std::uint32_t id);

/// How many times longer than they are displacements are drawn.
float exaggerationOf(const MicroscopeState& state, const StepRecord& record);

/// The liquid as it is after the stage: dimmed, but for the chosen particle and its neighbours.
/// @param now  of the world before the step
std::shared_ptr<const Snapshot> microscopeSnapshot(const MicroscopeState& state, const StepRecord& record,
                                                   const Snapshot& now);
/// The chosen particle, its neighbours, links and displacements; what the method has for it: places where
/// they are, and velocities as arrows in proportion to each other.
std::vector<Stroke> microscopeMarks(const MicroscopeState& state, const StepRecord& record,
                                    const OrbitCamera& camera);

/// The particle that a ray meets first. @param radius  of the particles [m]
std::optional<std::uint32_t> pickParticle(const Snapshot& shown, const Ray& ray, float radius);

/// Colours, 0xAABBGGRR: of a neighbour by its q, and of a link by its strain.
std::uint32_t neighbourColour(float q);
std::uint32_t strainColour(float strain);
/// Of the places and the arrows that a method has for a particle, in their order, and of its region.
std::uint32_t placeColour(std::size_t place);
std::uint32_t arrowColour(std::size_t arrow);
inline constexpr std::uint32_t kRegionColour = 0xff7fb08a;

}  // namespace ooze::ui
