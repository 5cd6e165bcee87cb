#include "app/exports/solid_recorder.h"

#include "liquid/nozzle_times.h"
#include "render/frame_block.h"
#include "render/particle_buffer.h"
#include "render/solid_meshes.h"
#include "world/commands/setting_names.h"

#include <fmt/format.h>

namespace ooze {
namespace {

void append(Mesh& mesh, const Mesh& part, const Vec3& stretch, const Vec3& shift) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  for (const Vec3& p : part.positions) mesh.positions.push_back(stretch * p + shift);
  for (const Vec3& n : part.normals) mesh.normals.push_back(glm::normalize(n / stretch));
  for (const auto& t : part.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

/// Returns the mesh of a solid in its own frame [m]; empty for a plane. A tank is the bars along its edges,
/// and a mould is left out, because its outside is solid.
Mesh meshOf(const SolidShape& solid) {
  Mesh mesh;
  const Vec3& size = solid.size;
  using Kind = SolidShape::SolidKind;
  switch (solid.kind) {
    case Kind::Plane:
    case Kind::Mould:
      break;
    case Kind::Sphere:
      append(mesh, unitSphere(), Vec3(size.x), Vec3(0.f));
      break;
    case Kind::Box:
      append(mesh, unitCube(), size, Vec3(0.f));
      break;
    case Kind::Ellipsoid:
      append(mesh, unitSphere(), size, Vec3(0.f));
      break;
    case Kind::Cylinder:
      append(mesh, unitCylinder(), {size.x, size.y, size.x}, Vec3(0.f));
      break;
    case Kind::Capsule:
      append(mesh, unitCylinder(), {size.x, size.y, size.x}, Vec3(0.f));
      for (const float side : {1.f, -1.f})
        append(mesh, unitSphere(), Vec3(size.x), {0.f, side * size.y, 0.f});
      break;
    case Kind::Cup:
      mesh = cupMesh(size.x, size.y, size.z);
      break;
    case Kind::Mesh:
      if (solid.mesh) mesh = *solid.mesh;
      break;
    case Kind::Tank: {
      const float bar = tankBar(size);
      for (int axis = 0; axis < 3; ++axis)
        for (int corner = 0; corner < 4; ++corner) {
          Vec3 at(0.f), stretch(bar);
          const int second = (axis + 1) % 3, third = (axis + 2) % 3;
          at[second] = (corner & 1 ? 1.f : -1.f) * (size[second] + bar);
          at[third] = (corner & 2 ? 1.f : -1.f) * (size[third] + bar);
          stretch[axis] = size[axis] + 2.f * bar;
          append(mesh, unitCube(), stretch, at);
        }
      break;
    }
  }
  return mesh;
}

/// Returns the mesh of a nozzle that pours along -y from the origin [m].
Mesh meshOf(const EmitterSpec& emitter) {
  Mesh mesh;
  const float outer = emitter.radius / kBore;
  if (emitter.shape == NozzleShape::Shower) {
    const float half = 0.04f * outer;
    append(mesh, unitCube(), {outer, half, outer}, {0.f, half, 0.f});
    return mesh;
  }
  const Mesh pipe = unitPipe(kBore, emitter.shape == NozzleShape::Disc ? 48 : 4);
  append(mesh, pipe, {outer, 3.2f * outer, outer}, Vec3(0.f));
  append(mesh, pipe, {1.12f * outer, 0.42f * outer, 1.12f * outer}, {0.f, 0.06f * outer, 0.f});
  return mesh;
}

}  // namespace

void SolidRecorder::note(const Snapshot& now) {
  for (const Body& body : now.bodies) {
    RecordedSolid& solid = bodies_[body.name];
    if (solid.poses.empty()) {
      solid.mesh = meshOf(body.solid);
      solid.albedo = body.solid.kind == SolidShape::SolidKind::Tank ? Vec3(0.144f, 0.27f, 0.24f)
                                                                    : linearColour(body.look.colour);
    }
    solid.poses.push_back({now.frame, body.isDrawn(), body.pose.position, body.pose.orientation});
  }
  for (const EmitterSpec& emitter : now.emitters) {
    if (!isShown(emitter)) continue;
    RecordedSolid& solid = nozzles_[fmt::format("nozzle {}", emitter.name)];
    if (solid.poses.empty()) solid.mesh = meshOf(emitter), solid.albedo = Vec3(0.38f), solid.metal = true;
    solid.poses.push_back({now.frame, true, emitter.position, turnUpTo(-glm::normalize(emitter.direction))});
  }
}

}  // namespace ooze
