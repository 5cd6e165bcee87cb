// Inspection of a single particle: neighbours, links and values in the method's own terms, as the microscope
// panel shows them. Also describes the stages of a time step.
#pragma once

#include "ooze/base/math.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ooze {

/// A number of an inspected particle, with its name.
struct InspectedValue {
  std::string_view symbol;  ///< symbol of the quantity in the paper
  std::string_view label;   ///< name of the quantity for users
  std::string_view unit;    ///< unit of the value; "1" if dimensionless
  float value = 0.f;        ///< value of the quantity, in `unit`
};

/// A neighbour of an inspected particle.
struct InspectedNeighbour {
  std::uint32_t id;  ///< particle id of the neighbour
  float distance;    ///< distance r of the neighbour, 0 .. h [m]
  float q;           ///< relative distance r / h of the neighbour, 0 .. 1 [1]
};

/// A link of an inspected particle.
struct InspectedLink {
  std::uint32_t id;  ///< particle id at the other end of the link
  float restLength;  ///< rest length L of the link [m]
  float length;      ///< present distance r of the two particles [m]

  /// Returns the strain (r - L) / L [1], positive if the link is stretched.
  [[nodiscard]] float strain() const { return length / restLength - 1.f; }
};

/// A target position that the method computes for the particle, such as a shape matching goal.
struct InspectedTarget {
  std::string_view symbol, label;  ///< symbol in the paper and name for users, as in InspectedValue
  Vec3 position;                   ///< position in the world that the method computed [m]
};

/// A velocity, or a velocity component, that a time step starting now would give the particle.
struct InspectedVelocity {
  std::string_view symbol, label;  ///< symbol in the paper and name for users, as in InspectedValue
  Vec3 velocity;                   ///< velocity that the method computed [m/s]
};

/// A group of particles that the method treats together with the inspected particle, at any distance.
struct InspectedRegion {
  std::string_view label;          ///< name of the group for users
  std::vector<std::uint32_t> ids;  ///< particle ids of the group, ascending, own id included; empty: no group
};

/// Everything that a method knows about one particle.
struct ParticleDetails {
  std::vector<InspectedValue> values;          ///< numbers of the particle
  std::vector<InspectedNeighbour> neighbours;  ///< neighbours within h, nearest first
  std::vector<InspectedLink> links;            ///< links of the particle, ascending by the partner's id
  std::vector<InspectedTarget> places;         ///< positions that the method computes for the particle
  std::vector<InspectedVelocity> arrows;       ///< velocities that the method computes for the particle
  InspectedRegion region;                      ///< group that contains the particle
};

/// A particle that is observed during a time step. A stage that updates particles one after another
/// (Gauss-Seidel order) sees some neighbours already moved. Neither the state before the stage nor the state
/// after it shows those values, so the stage records them.
struct WatchedParticle {
  std::uint32_t id = 0;  ///< id of the watched particle
  std::vector<InspectedValue>
      sweepValues{};  ///< values that the stage computed when it updated this particle
};

/// The topic of a stage of a time step, independent of the method's name for the stage. Stages of one kind
/// share a colour.
enum class StageKind {
  Other,
  Neighbours,  ///< neighbour search
  Gravity,
  Viscosity,
  Motion,       ///< advection of particles by their velocities
  Packing,      ///< arrangement of neighbours around each particle
  Links,        ///< creation, change and removal of links
  PairForces,   ///< attraction and repulsion between pairs of particles
  Density,      ///< density and pressure solve
  Walls,        ///< substitute for the neighbours that a particle beside a solid lacks
  Coupling,     ///< impulses of the liquid on rigid bodies
  BodyContact,  ///< contacts between rigid bodies
  Contact,      ///< contacts of particles with solids, or with each other
  Velocities    ///< velocities derived from displacements
};

/// Describes a stage of a time step to users.
struct StageDescription {
  std::string_view name;              ///< name passed to StageObserver::afterStage()
  std::string_view source;            ///< section of the paper; "" if the stage has none
  std::string_view explanation;       ///< one sentence about the effect of the stage
  StageKind kind = StageKind::Other;  ///< topic of the stage
  /// For a stage that updates particles one after another: explains the values in
  /// WatchedParticle::sweepValues, in sentences.
  std::string_view sweepValues = "";
};

struct Bodies;

/// Hash of a block of 8 x 8 x 8 cells of a method's grid.
struct BlockDigest {
  glm::ivec3 at;       ///< block coordinates: the block's first cell is 8 * at
  std::uint64_t hash;  ///< hash of the level set and of the velocities in the block
};

/// Interface of a method whose particles can be inspected. Owned by the method and valid as long as the
/// method. During a time step, only a StageObserver may call the inspector.
class Inspector {
 public:
  virtual ~Inspector() = default;

  /// Computes the surroundings of one particle at its present position, by the method's formulas.
  /// @param id      Particles::id
  /// @param dt      length of the time step [s]
  /// @param bodies  bodies whose solids count as surroundings
  /// @return empty if no particle has this id
  [[nodiscard]] virtual std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                                 const Bodies& bodies) const = 0;
  /// Returns the hashes of all grid blocks, ascending by x, then y, then z of BlockDigest::at. Empty without
  /// a grid (MethodRow::cellSide). Comparing the hashes of two runs finds the block where the runs diverge.
  [[nodiscard]] virtual std::vector<BlockDigest> blockDigests() const { return {}; }

 protected:
  Inspector() = default;
  Inspector(const Inspector&) = default;
  Inspector& operator=(const Inspector&) = default;
};

}  // namespace ooze
