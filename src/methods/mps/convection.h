// Convection of what points carry that do not go all the way with the liquid: Premoze et al. 2003, section 4,
// the step of MPS-MAFL, eq. 19 to 26.
#pragma once

#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"
#include "methods/mps/pressure.h"

#include <span>
#include <vector>

namespace ooze::mps {

/// A point that goes back by the part c of its way, r^{n+1} = r^L + c (r^n - r^L), moves against the liquid
/// at u_a = -(r^{n+1} - r^L) / dt (eq. 20) and takes on what the liquid had there (eq. 21).
class Convection {
 public:
  std::vector<float> share;  ///< c, by point [1]

  /// Notes r^n. @param positions  of the particles [m]
  void begin(const Vec3Array& positions, const Threads& threads) { before_.copy(positions, threads); }
  /// Velocities with which the liquid flows together: its own, and of solids those of the liquid beside them
  /// but for what they have towards it. Where points stay, what solids do along themselves, which n sees
  /// wherever it sees them on one side alone, compresses nothing. [m/s]
  /// @param acceleration  of liquid, in dt [m/s^2]
  const Vec3Array& alongSolids(const Points& points, const Vec3Array& acceleration, float dt,
                               const Threads& threads);
  /// How much of its way each point goes back. At the free surface and beside other liquids none of it, next
  /// to these a part; nor where points lie too close, as where liquid is poured or a solid comes: they must
  /// make room.
  void choose(const Points& points, const Pressure& pressure, std::span<const Coefficients> materials,
              std::span<const std::uint16_t> material, const Threads& threads);
  /// Takes the points back, and convects their velocities.
  /// @param particles  at r^L, with the velocities that they have there @param previous  moves along, as what
  /// takes a point back is no motion of the liquid; so does Particles::frameStart
  void act(Points& points, Particles& particles, Vec3Array& previous, float spacing, const Threads& threads);

  /// Nodes of a line through a point, one spacing apart against the flow.
  struct Line {
    Vec3 own{0.f};     ///< 0, where the point is [m/s]
    Vec3 upstream[2];  ///< -1 and -2 [m/s]
    Vec3 downstream{0.f};
    bool hasUpstream = false;  ///< -1
    bool isWhole = false;      ///< all of them
  };
  /// Eq. 24 or, where the line is whole, 25. @param q  |u_a| dt over the distance of nodes, up to 1
  [[nodiscard]] static Vec3 convected(const Line& line, float q);

 private:
  struct Range {
    Vec3 least, most;
  };
  [[nodiscard]] static bool fill(const Points& points, std::size_t i, const Vec3& node, float spacing,
                                 Vec3& value, Range& range);

  Vec3Array before_, velocity_;
  std::vector<float> back_;  ///< c of this step, by point [1]
};

}  // namespace ooze::mps
