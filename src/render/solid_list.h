// What is solid in a picture, ready to draw.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/frame_block.h"
#include "render/solid_meshes.h"

#include <array>
#include <glm/mat4x4.hpp>
#include <map>
#include <memory>
#include <vector>

namespace ooze {

/// How shade.frag lights a surface.
enum class SurfaceKind { Floor = 0, Plaster = 1, Metal = 2, Sphere = 3, Point = 4 };

struct Solid {
  const GpuMesh* mesh = nullptr;
  glm::mat4 model{1.f};
  Vec3 stretch{1.f};  ///< applied before the model matrix
  Vec3 albedo{0.5f};  ///< square root of the linear colour
  SurfaceKind kind = SurfaceKind::Plaster;
  float roughness = 0.6f;
  bool castsShadow = true;
  bool receivesShadow = true;
  float slack = 0.f;  ///< of glass: liquid that stands out of it by less does not hide it [m]
};

struct SolidList {
  std::vector<Solid> opaque;
  std::vector<Solid> glass;
};

class SolidCollector {
 public:
  SolidCollector();
  /// The pointers are good until the next call.
  SolidList collect(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                    const Floor& floor, const FrameBlock& frame);

 private:
  void addBody(SolidList& list, const Body& body, float spacing, bool coarse);
  const GpuMesh& cupOf(const Vec3& size);
  void addTank(SolidList& list, const Body& body);
  void addNozzle(SolidList& list, const EmitterSpec& emitter, bool open);

  GpuMesh sphere_, cube_, square_, cylinder_, roundPipe_, squarePipe_;
  std::map<std::array<float, 3>, std::shared_ptr<const Mesh>> cups_;  // by size
  MeshCache meshes_;
};

}  // namespace ooze
