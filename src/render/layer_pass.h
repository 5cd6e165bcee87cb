// Draws the layers of a picture for compositing: normal, velocity, depth and object of each pixel.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/passes.h"

#include <glm/vec4.hpp>
#include <vector>

namespace ooze {

/// The layers of a tile as OpenGL stores pictures, lowest row first.
struct TileLayers {
  std::vector<glm::vec4> light;              ///< linear light times exposure, premultiplied by alpha
  std::vector<glm::vec4> normalsAndObjects;  ///< world normal; w: index of the object plus 1, 0: none
  std::vector<glm::vec4>
      velocitiesAndDepths;  ///< world velocity [m/s]; w: depth along the view direction [m]
};

/// Draws the layers. Objects are numbered: the materials of the snapshot, then the bodies. Floor and nozzles
/// have a depth and a normal, but no number. Glass panes and the droplets of spray are left out.
class LayerPass {
 public:
  LayerPass();

  /// Draws and reads the layers of the picture that the other passes have just drawn into pass.targets.
  /// @param version   changes whenever the snapshot or the surface changes
  /// @param exposure  factor on the light
  TileLayers draw(const PassInputs& pass, const Snapshot& snapshot, std::uint64_t version, float exposure);

 private:
  struct MeshVertex {
    Vec3 position, normal, velocity;
    float material;
  };
  struct ParticleVertex {
    Vec3 position, velocity;
    float material;
  };
  void upload(const PassInputs& pass, const Snapshot& snapshot);
  void drawLiquid(const PassInputs& pass) const;

  VertexArray meshArray_, particleArray_;
  Buffer meshBuffer_, triangleBuffer_, particleBuffer_;
  GLsizei indices_ = 0, particles_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace ooze
