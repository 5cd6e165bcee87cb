// Extends the drawn liquid surface to the walls and the floor of tanks, without the rounding of the mesh
// there, and levels the surface of calm liquid in tanks.
#pragma once

#include "ooze/base/math.h"
#include "ooze/world/snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// Names the plane faces of a tank on which a vertex lies.
struct TankFaces {
  std::uint8_t tank = 0;   ///< index of the tank
  std::uint8_t faces = 0;  ///< bit 2 a + s: face across axis a, s = 1 on the positive side; bit 6: level top
};
/// Bit of TankFaces::faces of a vertex on the level top of calm liquid.
inline constexpr std::uint8_t kLevelTop = 1u << 6;

/// Moves vertices of the liquid surface outwards onto the inner faces of tanks.
///
/// Marching cubes round the liquid where two walls meet, and leave notches in the lowest layer of particles.
/// Light then shines through a gap between the liquid and the tank. A vertex near a face that it looks at
/// moves onto that face. Vertices that look away from the face stay, so a thin film keeps its upper side.
class TankContact {
 public:
  /// @param reach  greatest distance from a face at which a vertex moves [m]
  TankContact(const Snapshot& snapshot, float reach);

  /// Returns true if the snapshot shows no tank, so that no vertex moves.
  [[nodiscard]] bool empty() const { return tanks_.empty(); }
  /// Moves one vertex. A vertex on the floor and on a wall takes a normal across the wall, because the
  /// floor's side of that edge is seen only from below.
  /// @param touched  walls that the liquid touches near the vertex, as TankFaces::faces; other walls have a
  ///                 short reach
  /// @return the faces on which the vertex lies afterwards
  TankFaces apply(Vec3& position, Vec3& normal, std::uint8_t touched = 0xff) const;

  /// Returns the outward normal of the first face in a set [unit vector].
  [[nodiscard]] Vec3 faceNormal(const TankFaces& set) const;
  /// Returns the index of the tank that holds a point; nothing outside all tanks.
  [[nodiscard]] std::optional<std::size_t> tankAround(const Vec3& position) const;
  /// Returns the number of tanks in the snapshot.
  [[nodiscard]] std::size_t tanks() const { return tanks_.size(); }
  /// Returns the distance of a point in a tank from the tank's nearest wall [m].
  [[nodiscard]] float distanceToWalls(std::size_t tank, const Vec3& position) const;
  /// Moves a point in a tank onto the walls that are nearer than a distance [m].
  /// @return the bits of these walls in TankFaces::faces
  std::uint8_t moveOntoWalls(std::size_t tank, Vec3& position, float distance) const;
  /// Returns the greatest distance from a face at which a vertex moves [m].
  [[nodiscard]] float reach() const { return reach_; }

 private:
  struct InnerBox {
    Pose pose;
    Vec3 half;  ///< half extents of the inner space [m]
  };
  std::vector<InnerBox> tanks_;
  float reach_;
};

/// Levels the top of calm liquid in tanks.
///
/// Particles resolve no waves that are lower than a fraction of their spacing. In calm liquid such waves are
/// noise, but a mirror shows every slope. A top whose heights have a small standard deviation is therefore
/// drawn as a level plane, up to the walls.
class CalmLevel {
 public:
  /// @param contact  the tanks; must outlive this object
  /// @param spacing  distance between particles at rest [m]
  CalmLevel(const TankContact& contact, float spacing);

  /// Counts a vertex of the mesh. All vertices are counted before the first apply().
  void count(const Vec3& position, const Vec3& normal);
  /// Moves a vertex of the top onto the level plane.
  /// @param set  faces of the vertex; gets kLevelTop if the vertex lies on the plane
  void apply(Vec3& position, Vec3& normal, TankFaces& set) const;
  /// Returns how far a tank's top is drawn level: 0 as the particles lie .. 1 plane.
  [[nodiscard]] float calmness(std::size_t tank) const;

 private:
  struct TopHeights {
    double count = 0.0, sum = 0.0, squares = 0.0;
    [[nodiscard]] double mean() const { return sum / count; }
  };
  const TankContact& contact_;
  float spacing_;
  std::vector<TopHeights> tops_;
};

}  // namespace ooze
