// The line in which the free surface of liquid ends at a solid.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// How a vertex stands to the solids.
enum class Standing : std::uint8_t { Free, Against, OnTheLine };

/// Where a field is cut, cubes show the cut only where it passes between their nodes: on a wall the liquid
/// would end in steps from node to node of the lattice, while beside the wall, above the steps, its free
/// surface is smooth. Because of its images behind the wall it meets that at a right angle; so the line lies
/// at the feet of the lowest vertices of the free surface, and the steps are moved there. Keeps its memory.
class ContactLines {
 public:
  /// Moves the vertices of the lines, and lets their normals be those of the free surface.
  /// @param mesh     closed and manifold, cut at the walls
  /// @param cell, h  [m]
  void straighten(std::span<const SurfaceWall> walls, float cell, float h, const Threads& threads,
                  SurfaceMesh& mesh);

  /// After vertices of the mesh were left out.
  /// @param number  that each vertex has now; kNone: it is not there any more. Empty: none was left out
  void keep(std::span<const std::uint32_t> number, const SurfaceMesh& mesh);
  /// Gives what lies against a wall the wall's normal, up to the line.
  /// @param cell, h  [m]
  void crease(std::span<const SurfaceWall> walls, float cell, float h, SurfaceMesh& mesh) const;
  /// Of each vertex; empty without walls.
  [[nodiscard]] const std::vector<Standing>& standing() const { return standing_; }

 private:
  void findStanding(std::span<const SurfaceWall> walls, float near, const Threads& threads,
                    const SurfaceMesh& mesh);
  void lookAround(const SurfaceMesh& mesh);
  /// @param gap  between liquid and solid [m]
  void moveToFeet(std::span<const SurfaceWall> walls, float near, float gap, const Threads& threads,
                  SurfaceMesh& mesh);
  /// A foot may lie beyond other vertices: then it is gone to half the way only. @return whether any was
  bool shortenFolds(SurfaceMesh& mesh);
  void turnNormals(std::span<const SurfaceWall> walls, float near, const Threads& threads,
                   SurfaceMesh& mesh) const;

  struct Place {
    Vec3 wall{0.f};     ///< normal of one that the vertex is near; 0: none is
    Vec3 freeSum{0.f};  ///< of the neighbours that are free
    float freeCount = 0.f;
    Vec3 from{0.f};             ///< where the vertex was before it was moved
    bool inCorner = false;      ///< near several walls
    bool betweenWalls = false;  ///< it is not, but a neighbour lies against another wall: in a thin lip
  };
  std::vector<Standing> standing_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> folded_;
};

}  // namespace ooze::surface
