// What one particle has around it, in the method's own terms: what the microscope shows.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ooze {

struct InspectedValue {
  std::string_view symbol;  ///< the paper's
  std::string_view label;   ///< for people
  std::string_view unit;    ///< "1" if dimensionless
  float value = 0.f;
};

struct InspectedNeighbour {
  std::uint32_t id;
  float distance;  ///< r [m]
  float q;         ///< r / h [1]
};

struct InspectedSpring {
  std::uint32_t id;  ///< of the partner
  float restLength;  ///< L [m]
  float length;      ///< r [m]

  /// Positive if it is stretched [1].
  [[nodiscard]] float strain() const { return length / restLength - 1.f; }
};

struct ParticleDetails {
  std::vector<InspectedValue> values;
  std::vector<InspectedNeighbour> neighbours;  ///< within h, the nearest first
  std::vector<InspectedSpring> springs;        ///< ascending in the partner's id
};

/// A particle that is watched while a step is taken. A stage that takes particles one after another sees each
/// among neighbours of which some have been moved already, as neither its begin nor its end shows them.
struct WatchedParticle {
  std::uint32_t id = 0;
  std::vector<InspectedValue> atTurn{};  ///< what the stage found at this particle's turn
};

/// A stage of a step, for people.
struct StageNote {
  std::string_view name;         ///< as StageObservers are told
  std::string_view source;       ///< the paper's section; "" where there is none
  std::string_view explanation;  ///< one sentence: what it does
};

}  // namespace ooze
