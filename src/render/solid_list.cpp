#include "render/solid_list.h"

#include "liquid/nozzle_times.h"
#include "render/particle_buffer.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <span>

namespace ooze {
namespace {

constexpr float kNearFloor = 4.f;  // half side of the floor that receives shadows, in radii of the scene
constexpr float kThinBar = 1.2f;   // least width of a tank's bars [pixels], so that they show no gaps
constexpr float kWideBar = 0.04f;  // greatest half width of a bar in the longest half side of its tank

glm::mat4 matrixOf(const Vec3& position, const Quat& orientation) {
  return glm::translate(glm::mat4(1.f), position) * glm::mat4_cast(orientation);
}

Vec3 encodeColour(std::uint32_t srgb) { return glm::sqrt(linearColour(srgb)); }

/// Returns half the width of a tank's bars [m]: that of tankBar(), but at least kThinBar at the tank's
/// farthest corner. Narrower bars would fall between the pixels and look dashed.
float drawnBar(const Vec3& half, const glm::mat4& model, const FrameBlock& frame) {
  float farthest = 0.f;
  for (unsigned c = 0; c < 8; ++c) {
    const glm::vec4 corner{c & 1 ? half.x : -half.x, c & 2 ? half.y : -half.y, c & 4 ? half.z : -half.z, 1.f};
    farthest = std::max(farthest, glm::dot(Vec3(model * corner) - Vec3(frame.eye), Vec3(frame.forward)));
  }
  const float widest = kWideBar * std::max({half.x, half.y, half.z});
  return std::max(tankBar(half), std::min(0.5f * kThinBar * farthest / frame.eye.w, widest));
}

}  // namespace

SolidCollector::SolidCollector()
    : sphere_(unitSphere()),
      cube_(unitCube()),
      bar_(unitBar()),
      square_(unitSquare()),
      cylinder_(unitCylinder()),
      roundPipe_(unitPipe(kBore, 48)),
      squarePipe_(unitPipe(kBore, 4)) {}

SolidList SolidCollector::collect(const Snapshot& snapshot, const CameraView& camera,
                                  const RenderSettings& settings, const Floor& floor,
                                  const FrameBlock& frame) {
  SolidList list;
  meshes_.forgetUnused();
  std::erase_if(cups_, [](const auto& cup) { return cup.second.use_count() == 1; });
  for (std::size_t i = 0; i < snapshot.bodies.size(); ++i) {
    const Body& body = snapshot.bodies[i];
    const std::size_t before = list.opaque.size();
    if (body.isDrawn() && body.solid.kind == SolidShape::SolidKind::Tank)
      addTank(list, body, floor, frame);
    else if (body.isDrawn())
      addBody(list, body, drawnSpacing(snapshot), settings.quality <= 0);
    for (SolidInstance& solid : std::span(list.opaque).subspan(before)) solid.body = static_cast<int>(i);
  }
  if (settings.nozzles)
    for (const EmitterSpec& emitter : snapshot.emitters)
      if (isShown(emitter)) addNozzle(list, emitter, isOpen(emitter, snapshot.time));
  // A camera below the floor gets no floor, because the floor would hide the scene.
  if (floor.exists && camera.eye.y > floor.height) {
    const float radius = frame.centre.w;
    // The floor has two squares, and only the near square receives shadows. The far square lies a little
    // lower, so that the near square wins the depth test.
    const auto addFloor = [&](const glm::vec4& middle, float reach, float height, bool near) {
      list.opaque.push_back({&square_,
                             matrixOf({middle.x, height, middle.z}, Quat(1, 0, 0, 0)),
                             {reach, 1.f, reach},
                             glm::sqrt(Vec3(frame.floorColour)),
                             SurfaceKind::Floor,
                             1.f,
                             false,
                             near});
    };
    addFloor(frame.centre, kNearFloor * radius, floor.height, true);
    addFloor(frame.litFloor, 3.f * frame.litFloor.w, floor.height - 0.001f * radius, false);
  }
  return list;
}

void SolidCollector::addBody(SolidList& list, const Body& body, float spacing, bool coarse) {
  SolidInstance solid;
  solid.model = matrixOf(body.pose.position, body.pose.orientation);
  solid.albedo = encodeColour(body.look.colour);
  const Vec3& size = body.solid.size;
  const auto add = [&](const GpuMesh& mesh, const Vec3& stretch, float up = 0.f) {
    SolidInstance part = solid;
    part.mesh = &mesh;
    part.stretch = stretch;
    part.model = glm::translate(part.model, {0.f, up, 0.f});
    list.opaque.push_back(part);
  };
  using Kind = SolidShape::SolidKind;
  switch (body.solid.kind) {
    case Kind::Plane:
    case Kind::Tank:
      return;  // a plane is drawn as the floor, and a tank by addTank()
    case Kind::Sphere:
      return add(sphere_, Vec3(size.x));
    case Kind::Box:
      return add(cube_, size);
    case Kind::Ellipsoid:
      return add(sphere_, size);
    case Kind::Cylinder:
      return add(cylinder_, {size.x, size.y, size.x});
    case Kind::Capsule:
      add(cylinder_, {size.x, size.y, size.x});
      add(sphere_, Vec3(size.x), size.y);
      return add(sphere_, Vec3(size.x), -size.y);
    case Kind::Cup:
      return add(cupOf(size), Vec3(1.f));
    case Kind::Mesh:
      if (body.solid.mesh) add(meshes_.get(body.solid.mesh, coarse), Vec3(1.f));
      return;
    case Kind::Mould:
      if (!body.solid.mesh) return;
      solid.mesh = &meshes_.get(body.solid.mesh);
      // Centres of particles come close to the mould, so the drawn spheres protrude from the mould.
      solid.slack = spacing;
      list.glass.push_back(solid);
      return;
  }
}

const GpuMesh& SolidCollector::cupOf(const Vec3& size) {
  std::shared_ptr<const Mesh>& mesh = cups_[{size.x, size.y, size.z}];
  if (!mesh) mesh = std::make_shared<const Mesh>(cupMesh(size.x, size.y, size.z));
  return meshes_.get(mesh);
}

void SolidCollector::addTank(SolidList& list, const Body& body, const Floor& floor, const FrameBlock& frame) {
  const Vec3 half = body.solid.size;
  const glm::mat4 model = matrixOf(body.pose.position, body.pose.orientation);
  const float bar = drawnBar(half, model, frame);
  // Bars lie outside but for a sixth of their thickness. Otherwise light shows between a bar and the liquid,
  // whose mesh ends a hair before the faces of the tank.
  constexpr float outside = 0.67f;  // distance of a bar's axis from the faces, in half thicknesses
  // The lower bars of an upright tank stand on the floor, because a bar within the floor would show only a
  // face that shares the floor's plane.
  const bool upright = body.pose.directionToWorld({0, 1, 0}).y > 0.999f;
  const float ground = floor.height - body.pose.position.y + bar;
  const float lowest = upright && floor.exists
                           ? std::max(-half.y - outside * bar, std::min(ground, -half.y + bar))
                           : -half.y - outside * bar;
  // Twelve bars run along the edges. They are green as the edge of a glass pane, stand out on
  // dark and on white floors, and are too thin for the shadow map.
  const Vec3 kGlassEdge(0.38f, 0.52f, 0.49f);
  for (int axis = 0; axis < 3; ++axis)
    for (int corner = 0; corner < 4; ++corner) {
      Vec3 at(0.f), stretch(bar);
      const int second = (axis + 1) % 3, third = (axis + 2) % 3;
      at[second] = (corner & 1 ? 1.f : -1.f) * (half[second] + outside * bar);
      at[third] = (corner & 2 ? 1.f : -1.f) * (half[third] + outside * bar);
      if (at.y < -half.y) at.y = lowest;
      stretch[axis] = half[axis] + 2.f * bar;
      list.opaque.push_back(
          {&bar_, glm::translate(model, at), stretch, kGlassEdge, SurfaceKind::Plaster, 0.6f, false});
    }
  for (const Vec3& normal : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(0, -1, 0)}) {
    const Quat turn = turnUpTo(normal);
    const Vec3 local = glm::abs(glm::conjugate(turn) * half);
    list.glass.push_back(
        {&square_, glm::translate(model, normal * half) * glm::mat4_cast(turn), {local.x, 1.f, local.z}});
  }
}

void SolidCollector::addNozzle(SolidList& list, const EmitterSpec& emitter, bool open) {
  const float outer = emitter.radius / kBore;
  const GpuMesh& pipe = emitter.shape == NozzleShape::Disc ? roundPipe_ : squarePipe_;
  const glm::mat4 model = matrixOf(emitter.position, turnUpTo(-glm::normalize(emitter.direction)));
  const Vec3 steel(0.62f), dark(0.45f);
  if (emitter.shape == NozzleShape::Shower) {
    // A shower is drawn as a flat head, because a pipe of that width would fill the picture.
    const float half = 0.04f * outer;
    list.opaque.push_back({&cube_,
                           glm::translate(model, Vec3(0, half, 0)),
                           {outer, half, outer},
                           open ? steel : 0.6f * steel,
                           SurfaceKind::Metal,
                           0.28f,
                           true});
    return;
  }
  list.opaque.push_back({&pipe, model, {outer, 3.2f * outer, outer}, steel, SurfaceKind::Metal, 0.28f, true});
  // A collar surrounds the mouth.
  const float collar = 1.12f * outer;
  list.opaque.push_back({&pipe,
                         glm::translate(model, Vec3(0, 0.06f * outer, 0)),
                         {collar, 0.42f * outer, collar},
                         open ? dark : 0.6f * dark,
                         SurfaceKind::Metal,
                         0.35f,
                         true});
}

}  // namespace ooze
