// Pressure of liquid on a dynamic body through gaps that are too narrow for particles.
// Examples are gaps under a body that lies on the floor, or between a body and a wall. Departs from Clavet
// 2005, section 6, where only particles act on bodies: no particle would come under a light body on the
// floor, and the body would never rise.
#pragma once

#include "ooze/bodies/bodies.h"

#include "liquid/contact.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {
class ImpulseSystem;
}  // namespace ooze

namespace ooze {

/// A liquid particle beside a body.
struct AdjacentParticle {
  std::uint32_t body;
  Vec3 place;     ///< position of the particle in the body's frame [m]
  float density;  ///< density of the particle's material [kg/m^3]
};

/// Models the hydrostatic pressure of the liquid in closed gaps.
/// A closed gap carries the pressure of the adjacent liquid at rest, p(y) = a - rho g y. The constant a is
/// chosen so that this pressure pushes on the open, wetted surface as much as particles do. A film in a gap
/// acts equally on both sides, so the liquid loses no momentum.
class GapPressure {
 public:
  /// The clearance of a particle that touches a body.
  struct Clearance {
    /// 0: the particle fits, or no other solid faces the body here .. 1: the particle does not fit.
    float closed;
    bool narrow;  ///< another solid is so near that pushes here are no sample of the liquid's pressure
    bool rim;     ///< true if the particle is at the edge of a gap, where pressure enters
  };

  /// Finds the surfaces of dynamic bodies that face another solid too closely for a particle.
  /// @param bodies  must outlive the queries of this object
  void find(const Bodies& bodies, const ContactDistances& distances);
  /// Returns true if any body has closed gaps.
  [[nodiscard]] bool any() const;
  /// Returns true if this body has closed gaps.
  [[nodiscard]] bool any(std::size_t body) const { return !gaps_[body].closed.empty(); }
  /// Returns the clearance of a particle at p (world space) that touches a body with gaps.
  /// @param normal  unit normal out of the body
  [[nodiscard]] Clearance clearanceAt(std::size_t body, const Vec3& p, const Vec3& normal) const;

  /// Returns the distance within which particles count as beside a body with gaps [m].
  [[nodiscard]] float reach() const;
  /// Determines which surface points of the bodies with gaps are covered by liquid.
  /// @param beside  every particle within reach of a body with gaps, in the order of the bodies
  void findCoveredPoints(const Bodies& bodies, std::span<const AdjacentParticle> beside);

  /// Adds the impulses of the pressure in a body's gaps over dt.
  /// @param pushes  summed magnitude of the pushes of particles that sample the liquid's pressure [kg m/s]
  /// @return summed magnitude of the lift's impulses [kg m/s]
  double addLift(ImpulseSystem& system, const Body& body, std::size_t index, double pushes,
                 const Vec3& gravity, float dt) const;

 private:
  struct SurfacePointSample {
    Vec3 place, normal;  // position and unit normal of the point, in the body's frame
    float area;
  };
  /// A body near enough to close a gap, and the box outside which that body leaves neither gap nor rim.
  struct Other {
    const Body* body;
    Aabb within;
    float contact;  // distance at which a particle touches this body [m]
  };
  /// A fixed set of sample points on a shape.
  struct Surface {
    ShapePtr shape;
    float unit = 0.f;
    float radius = 0.f;  // distance of the farthest point from the centre of mass
    std::vector<SurfacePointSample> points;
  };
  struct OpenPoint : SurfacePointSample {
    bool narrow, rim;
  };
  /// The data of a point that every iteration needs.
  struct Arm {
    Vec3 arm;  // offset from the body's centre of mass, in the world
    float area;
  };
  struct Gap {
    std::vector<Other> others;
    std::vector<SurfacePointSample> closed;  // closed points, with the closed part of their areas
    std::vector<OpenPoint> open;             // open points, with the rest of their areas
    std::vector<Arm> pushed;                 // open points covered by liquid whose pushes sample the pressure
    double wet = 0.0;                        // part of the rim that liquid covers [1]
    double density = 0.0;                    // density of the liquid beside the body [kg/m^3]
  };

  [[nodiscard]] Surface sampleSurface(const Body& body) const;
  void findOthers(const Bodies& bodies, std::size_t index);
  void findGap(const Body& body, std::size_t index);
  [[nodiscard]] static double pressureAtCentre(const Gap& gap, double pushes, const glm::dvec3& slope);

  ContactDistances distances_{};
  std::vector<Aabb> boxes_;        // bounding box of each body in world space [m]
  std::vector<Surface> surfaces_;  // sample points of each body, computed again when the body's shape changes
  std::vector<Gap> gaps_;          // gaps of each body, indexed by body
};

}  // namespace ooze
