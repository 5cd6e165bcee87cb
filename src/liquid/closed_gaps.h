// What liquid does to a dynamic body through gaps that its particles cannot enter: under a body that lies on
// the floor, between one and a wall. Departs from Clavet 2005, section 6, whose bodies feel particles only:
// nothing would come under a light body that lies on the floor, and it would never rise.
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

/// A particle beside a body.
struct ParticleBeside {
  std::uint32_t body;
  Vec3 place;     ///< in the body's frame
  float density;  ///< of its material [kg/m^3]
};

/// In a closed gap the pressure of the liquid beside it acts: that of liquid at rest, p(y) = a - rho g y,
/// with the one a at which it pushes on the open surface that liquid covers as much as particles do push
/// there. What a film in a gap does to one side it does to the other, so the liquid loses nothing by it.
class ClosedGaps {
 public:
  /// How much room a particle has where it touches a body.
  struct Room {
    float closed;  ///< 0: it fits, or no other solid faces the body there .. 1: it does not fit
    bool narrow;   ///< another solid is so near that pushes here do not tell of the liquid's pressure
    bool rim;      ///< at the edge of a gap, where the pressure comes in
  };

  /// Finds the surfaces of dynamic bodies that lie so near to another solid that no particle fits between.
  /// @param bodies  must stay while this is asked
  void find(const Bodies& bodies, const ContactDistances& distances);
  [[nodiscard]] bool any() const;
  /// True if this body has any.
  [[nodiscard]] bool any(std::size_t body) const { return !gaps_[body].closed.empty(); }
  /// For a particle at p that touches a body with gaps, in the world. @param normal  out of the body
  [[nodiscard]] Room roomAt(std::size_t body, const Vec3& p, const Vec3& normal) const;

  /// Particles this near to a body with gaps lie beside it [m].
  [[nodiscard]] float reach() const;
  /// Finds what liquid covers of the bodies with gaps.
  /// @param beside  every particle within reach of one, in the order of the bodies
  void cover(const Bodies& bodies, std::span<const ParticleBeside> beside);

  /// Adds what the pressure in a body's gaps does in dt.
  /// @param pushes  of particles where they tell of the liquid's pressure, without their directions [kg m/s]
  /// @return the lift's impulse, summed without direction [kg m/s]
  double addLift(ImpulseSystem& system, const Body& body, std::size_t index, double pushes,
                 const Vec3& gravity, float dt) const;

 private:
  struct Point {
    Vec3 place, normal;  // in the body's frame
    float area;
  };
  /// A body near enough to close a gap, and the box beyond which it leaves one open and no rim.
  struct Other {
    const Body* body;
    Aabb within;
    float contact;  // how near to it a particle touches it [m]
  };
  /// A fixed pattern of points on a shape.
  struct Surface {
    ShapePtr shape;
    float unit = 0.f;
    float radius = 0.f;  // of the farthest point from the centre of mass
    std::vector<Point> points;
  };
  struct OpenPoint : Point {
    bool narrow, rim;
  };
  /// What is needed of a point in every iteration.
  struct Arm {
    Vec3 arm;  // from the body's centre of mass, in the world
    float area;
  };
  struct Gap {
    std::vector<Other> others;
    std::vector<Point> closed;    // areas as far as they are closed
    std::vector<OpenPoint> open;  // the rest
    std::vector<Arm> pushed;      // of that, what liquid covers and tells its pressure
    double wet = 0.0;             // part of the rim that liquid covers
    double density = 0.0;         // of the liquid beside the body [kg/m^3]
  };

  [[nodiscard]] Surface pointsOn(const Body& body) const;
  void findOthers(const Bodies& bodies, std::size_t index);
  void findGap(const Body& body, std::size_t index);
  [[nodiscard]] static double pressureAtCentre(const Gap& gap, double pushes, const glm::dvec3& slope);

  ContactDistances distances_{};
  std::vector<Aabb> boxes_;        // by body, in the world
  std::vector<Surface> surfaces_;  // by body; made anew when its shape changes
  std::vector<Gap> gaps_;          // by body
};

}  // namespace ooze
