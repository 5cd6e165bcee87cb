// Parts of cell faces that the moving bodies cover, and the surface of these bodies in each cell.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/rigid_rows.h"
#include "methods/rasmussen/solids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::rasmussen {

/// Separates the surfaces of the bodies that move freely from all other solids.
/// A cell below a ball that lies on the floor holds a part of both surfaces. The pressure in the cell pushes
/// on each of them.
class CoveredFaces {
 public:
  /// Finds the faces that each body covers. Where bodies overlap at a face, they share the covered area.
  /// @param faces  open parts of all faces
  void find(const Bodies& bodies, const grid::CellBlocks& cells, const grid::FaceConditions& faces,
            const SolidSamples& solids, const Threads& threads);

  /// Returns the indices of the bodies of find().
  [[nodiscard]] std::span<const std::uint32_t> moved() const { return moved_; }
  /// Returns the part of a face that moving bodies cover [1].
  [[nodiscard]] float part(int axis, grid::CellIndex face) const {
    return moved_.empty() ? 0.f : sum_.at(axis, face);
  }

  /// Removes the surfaces of the bodies from the velocity of the solids at faces, as a pressure solve with
  /// these bodies as unknowns needs it.
  void leaveOutBodies(grid::FaceConditions& faces) const;
  /// Sets the velocity of the solids at faces to the mean over the covered area, with the bodies' velocities.
  void includeBodies(const Bodies& bodies, const grid::CellBlocks& cells, grid::FaceConditions& faces) const;

  /// Returns the surface of a body in each cell of liquid.
  /// @param k    index into moved()
  /// @param phi  signed distance from the liquid's surface, negative in the liquid [m]
  [[nodiscard]] std::vector<grid::RigidRows::Row> rowsOf(std::size_t k, const Body& body,
                                                         const grid::CellBlocks& cells,
                                                         const grid::CellField& phi) const;

 private:
  struct BodyPart {
    int axis;
    grid::CellIndex face;
    float part;  ///< fraction of the face's area that the body covers [1]
  };
  /// A face of which bodies cover a part.
  struct MixedFace {
    int axis;
    grid::CellIndex face;
    float rest;  ///< velocity of the other solids, times their share of the covered area [m/s]
  };
  void findBody(const Body& body, const grid::CellBlocks& cells, const grid::FaceConditions& faces,
                const Threads& threads, std::vector<BodyPart>& parts);

  std::vector<std::uint32_t> moved_;
  std::vector<std::vector<BodyPart>> parts_;  ///< faces that each moved body covers
  std::vector<MixedFace> mixed_;
  std::vector<std::vector<BodyPart>> blocks_;  ///< parts found in each block
  grid::FaceField sum_;                        ///< covered part of each face, summed over the bodies [1]
};

}  // namespace ooze::rasmussen
