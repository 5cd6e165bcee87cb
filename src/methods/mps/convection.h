// Convection of what points carry that do not go all the way with the liquid: Premoze et al. 2003, section 4,
// the step of MPS-MAFL, eq. 19 to 26.
#pragma once

#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"
#include "methods/mps/pressure.h"

#include <array>
#include <span>
#include <vector>

namespace ooze::mps {

/// A point that stays behind by the part c of its way, r^{n+1} = r^L + c (r^n - r^L), moves against the
/// liquid at u_a = -(r^{n+1} - r^L) / dt (eq. 20) and takes on what the liquid had there (eq. 21).
///
/// Departs from the paper's order, in which points go to r^L, feel viscosity and pressure there, and are
/// taken back last. Points that stay are convected first, and the rest of the step finds them where they
/// are: at r^L a lattice is sheared by dt grad u, and the pressure's gradient among its points is off by as
/// much, a tenth of the force that keeps a vortex turning.
class Convection {
 public:
  std::vector<float> share;  ///< c, by point [1]

  /// Velocities with which the liquid flows together: its own, and of solids those of the liquid beside them
  /// but for what they have towards it. Where points stay, what solids do along themselves, which n sees
  /// wherever it sees them on one side alone, compresses nothing. [m/s]
  /// @param acceleration  of liquid, in dt [m/s^2]
  const Vec3Array& alongSolids(const Points& points, const Vec3Array& acceleration, float dt,
                               const Threads& threads);
  /// How much of its way each point stays behind. At the free surface and beside other liquids none of it,
  /// next to these a part; nor where points lie too close, as where liquid is poured or a solid comes: they
  /// must make room.
  void choose(const Points& points, const Pressure& pressure, std::span<const Coefficients> materials,
              std::span<const std::uint16_t> material, const Threads& threads);
  /// Convects the velocities of points that stay behind.
  /// @param points  at r^n @param velocity  of the particles, becomes what the liquid brings there [m/s]
  void act(const Points& points, Vec3Array& velocity, float dt, float spacing, const Threads& threads);
  /// Finds `share` of points that were gathered anew.
  void follow(const Points& points, const Threads& threads);
  /// How far a particle goes where the liquid goes this way; notes the rest [m].
  Vec3 moved(std::size_t particle, const Vec3& way);
  /// What stayed behind shows the liquid's motion all the same.
  /// @param previous  positions as the step began, and as the frame began [m]: go back by the rest
  void finish(Vec3Array& previous, Vec3Array& frameStart, const Threads& threads);

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
  static constexpr int kDerivatives = 9;  ///< the first, xx, yy, zz, xy, yz, zx
  using Derivatives = std::array<double, kDerivatives>;
  struct Range {
    Vec3 least, most;
    void include(const Vec3& v) { least = glm::min(least, v), most = glm::max(most, v); }
  };
  /// The velocity beside a point.
  struct Fit {
    std::array<Vec3, kDerivatives> derivatives;  ///< along spacings [m/s]
    Range range;                                 ///< of what it is fitted to [m/s]
  };
  [[nodiscard]] static Derivatives countsAt(const glm::dvec3& d);
  void fit(const Points& points, std::size_t i, float spacing);
  [[nodiscard]] bool fill(const Points& points, std::size_t i, const Vec3& node, float spacing, Vec3& value,
                          Range& range) const;

  std::vector<Fit> fit_;  ///< by point; of liquid
  Vec3Array velocity_;
  std::vector<float> stays_;  ///< c, by particle [1]
  Vec3Array behind_;          ///< by particle [m]
};

}  // namespace ooze::mps
