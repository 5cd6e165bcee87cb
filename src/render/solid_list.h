// Collects the solid objects of a picture (bodies, tanks, nozzles, floor) as meshes with materials.
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

/// Chooses the lighting of a surface in shade.frag.
enum class SurfaceKind { Floor = 0, Plaster = 1, Metal = 2, Sphere = 3, Point = 4 };

struct SolidInstance {
  const GpuMesh* mesh = nullptr;
  glm::mat4 model{1.f};
  Vec3 stretch{1.f};  ///< scale along each axis, applied before the model matrix
  Vec3 albedo{0.5f};  ///< colour of the solid, as the square root of the linear colour
  SurfaceKind kind = SurfaceKind::Plaster;
  float roughness = 0.6f;
  bool castsShadow = true;
  bool receivesShadow = true;
  int body = -1;      ///< index of the body in Snapshot::bodies; -1: floor or nozzle
  float slack = 0.f;  ///< for glass: liquid in front of the glass by less than this hides no glass [m]
};

struct SolidList {
  std::vector<SolidInstance> opaque;
  std::vector<SolidInstance> glass;
};

class SolidCollector {
 public:
  SolidCollector();
  /// Lists the solids of a snapshot. Mesh pointers in the list are valid until the next call.
  SolidList collect(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                    const Floor& floor, const FrameBlock& frame);

 private:
  void addBody(SolidList& list, const Body& body, float spacing, bool coarse);
  const GpuMesh& cupOf(const Vec3& size);
  void addTank(SolidList& list, const Body& body, const Floor& floor, const FrameBlock& frame);
  void addNozzle(SolidList& list, const EmitterSpec& emitter, bool open);

  GpuMesh sphere_, cube_, bar_, square_, cylinder_, roundPipe_, squarePipe_;
  std::map<std::array<float, 3>, std::shared_ptr<const Mesh>> cups_;  // meshes of cups by their measures [m]
  MeshCache meshes_;
};

}  // namespace ooze
