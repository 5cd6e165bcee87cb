// What one particle has around it, in the method's own terms: what the microscope shows.
#pragma once

#include "ooze/base/math.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ooze {

/// A number of an inspected particle, with its name.
struct InspectedValue {
  std::string_view symbol;  ///< the paper's
  std::string_view label;   ///< for people
  std::string_view unit;    ///< "1" if dimensionless
  float value = 0.f;        ///< in `unit`
};

/// A neighbour of an inspected particle.
struct InspectedNeighbour {
  std::uint32_t id;  ///< id of the neighbour
  float distance;    ///< r [m]
  float q;           ///< r / h [1]
};

/// A link of an inspected particle.
struct InspectedLink {
  std::uint32_t id;  ///< of the partner
  float restLength;  ///< L [m]
  float length;      ///< r [m]

  /// Positive if it is stretched [1].
  [[nodiscard]] float strain() const { return length / restLength - 1.f; }
};

/// A place that the method has for the particle: where it would have it.
struct InspectedPlace {
  std::string_view symbol, label;  ///< as of a value
  Vec3 position;                   ///< [m]
};

/// A velocity that the method has for the particle: what a step that began now would give it, or a part of
/// it.
struct InspectedArrow {
  std::string_view symbol, label;  ///< as of a value
  Vec3 velocity;                   ///< [m/s]
};

/// Particles that count together with the particle, however far away they are.
struct InspectedRegion {
  std::string_view label;          ///< text for users
  std::vector<std::uint32_t> ids;  ///< ascending, the particle's own among them; empty: there is none
};

/// Everything that a method knows about one particle.
struct ParticleDetails {
  std::vector<InspectedValue> values;          ///< numbers of the particle
  std::vector<InspectedNeighbour> neighbours;  ///< within h, the nearest first
  std::vector<InspectedLink> links;            ///< ascending in the partner's id
  std::vector<InspectedPlace> places;          ///< positions that the method computes for the particle
  std::vector<InspectedArrow> arrows;          ///< velocities that the method computes for the particle
  InspectedRegion region;                      ///< group that contains the particle
};

/// A particle that is watched while a step is taken. A stage that takes particles one after another sees each
/// among neighbours of which some have been moved already, as neither its begin nor its end shows them.
struct WatchedParticle {
  std::uint32_t id = 0;                  ///< id of the particle
  std::vector<InspectedValue> atTurn{};  ///< what the stage found at this particle's turn
};

/// What a stage of a step is about, whatever its method calls it: stages of a kind have one colour.
enum class StageKind {
  Other,
  Neighbours,  ///< who is near whom
  Gravity,
  Viscosity,
  Motion,       ///< particles go where their velocities take them
  Packing,      ///< how neighbours are arranged
  Links,        ///< links come, change and go
  PairForces,   ///< what pulls and pushes two particles
  Density,      ///< what is too dense or too thin
  Walls,        ///< what stands in for the neighbours that solids leave no room for
  Coupling,     ///< what the liquid does to bodies
  BodyContact,  ///< between bodies
  Contact,      ///< of particles with solids, or with each other
  Velocities    ///< from what has moved
};

/// A stage of a step, for people.
struct StageNote {
  std::string_view name;              ///< as StageObservers are told
  std::string_view source;            ///< the paper's section; "" where there is none
  std::string_view explanation;       ///< one sentence: what it does
  StageKind kind = StageKind::Other;  ///< topic of the stage
  /// Of a stage that takes particles one after another: what its values of a WatchedParticle are, in
  /// sentences.
  std::string_view atTurn = "";
};

struct Bodies;

/// A block of 8^3 cells of a method's grid, by its coordinates in blocks, and a digest of all that it holds.
struct BlockDigest {
  glm::ivec3 at;       ///< block coordinates
  std::uint64_t hash;  ///< hash of all data in the block
};

/// Of a method that lets one look into it.
class Inspector {
 public:
  virtual ~Inspector() = default;

  /// What the particle of this id has around it now, by the method's formulas; nothing if it is not there.
  /// @param dt  length of the step [s]  @param bodies  whose solids count as its surroundings
  [[nodiscard]] virtual std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                                 const Bodies& bodies) const = 0;
  /// Of a method with a grid (MethodRow::cellSide): its blocks, ascending, so that where two runs part can be
  /// told.
  [[nodiscard]] virtual std::vector<BlockDigest> blockDigests() const { return {}; }

 protected:
  Inspector() = default;
  Inspector(const Inspector&) = default;
  Inspector& operator=(const Inspector&) = default;
};

}  // namespace ooze
