#include "app/exports/blender_folder.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "image/hdr_picture.h"
#include "liquid/nozzle_times.h"
#include "render/frame_block.h"
#include "render/looks.h"
#include "render/particle_buffer.h"
#include "render/solid_meshes.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;  // version of ooze.json
constexpr int kSurroundingsWidth = 1024;

Json jsonOf(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

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

/// Describes the optical properties of a material (LookRow), and its colour as linear albedo.
Json jsonOf(const MaterialDefinition& material) {
  const LookRow look = resolveLook(material);
  return {{"name", material.name},
          {"look", std::string(look.key)},
          {"albedo", jsonOf(linearColour(material.colour))},
          {"absorption", look.absorption},
          {"scattering", look.scattering},
          {"roughness", look.roughness},
          {"reflectance", look.mirror},
          {"clearness", look.clear},
          {"translucency", look.glow}};
}

}  // namespace

BlenderFolder::BlenderFolder(fs::path folder, const Scene& scene, const PictureChoice& picture, int threads,
                             const CancellationToken* work)
    : folder_(std::move(folder)),
      title_(scene.title),
      picture_(picture),
      camera_(cameraOf(picture, scene)),
      exports_(
          [&] {
            ExportOptions options;
            std::error_code error;
            fs::create_directories(folder_, error);
            if (error) throw RunError(fmt::format("cannot make {}: {}", folder_.string(), error.message()));
            options.surface = folder_ / "liquid_%05d.ply";
            options.surfacePressed = true;
            return options;
          }(),
          threads, work) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name == "ooze.json" || name.ends_with(".hdr") || name.starts_with("liquid_") ||
                      name.starts_with("body_") || name.ends_with(".blend") || name.ends_with(".blend1");
    if (!ours)
      throw InputError(
          fmt::format("--blender {}: the folder holds other files, such as {}", folder_.string(), name));
  }
  fs::remove(description(), error);
  const RenderSettings settings = settingsOf(picture, scene);
  panorama_ = settings.panorama;
  turn_ = settings.light.turn;
  light_ = panorama_ ? applyLightSpec(panorama_->row, settings.light)
                     : environmentLight(settings.background, settings.light);
}

void BlenderFolder::noteBodies(const Snapshot& now) {
  for (const Body& body : now.bodies) {
    ExportedSolid& solid = bodies_[body.name];
    if (solid.poses.empty()) {
      solid.mesh = meshOf(body.solid);
      solid.albedo = body.solid.kind == SolidShape::SolidKind::Tank ? Vec3(0.144f, 0.27f, 0.24f)
                                                                    : linearColour(body.look.colour);
      solid.metal = false;
    }
    solid.poses.push_back({now.frame, body.isDrawn(), body.pose.position, body.pose.orientation});
  }
}

void BlenderFolder::noteNozzles(const Snapshot& now) {
  for (const EmitterSpec& emitter : now.emitters) {
    if (!isShown(emitter)) continue;
    ExportedSolid& solid = nozzles_[fmt::format("nozzle {}", emitter.name)];
    if (solid.poses.empty()) solid.mesh = meshOf(emitter), solid.albedo = Vec3(0.38f), solid.metal = true;
    solid.poses.push_back({now.frame, true, emitter.position, turnUpTo(-glm::normalize(emitter.direction))});
  }
}

void BlenderFolder::frame(const World& world) {
  exports_.frame(world);
  last_ = world.snapshot();
  frames_.push_back(world.frameIndex());
  noteBodies(*last_);
  noteNozzles(*last_);
}

void BlenderFolder::writeSurroundings() const {
  for (const bool seen : {true, false}) {
    HdrPicture picture{kSurroundingsWidth, kSurroundingsWidth / 2, {}};
    for (int y = 0; y < picture.height; ++y)
      for (int x = 0; x < picture.width; ++x) {
        const Vec3 d = picture.direction(x, y);
        const SphereMap* map = !panorama_ ? nullptr : seen ? &panorama_->backdrop : &panorama_->ambient;
        picture.pixels.push_back(map    ? Vec3(map->at(rotateAboutVertical(d, -turn_)))
                                 : seen ? backdropRadiance(light_, d)
                                        : ambientRadiance(light_, d));
      }
    writeHdr(folder_ / (seen ? "backdrop.hdr" : "surroundings.hdr"), picture);
  }
}

void BlenderFolder::finish() {
  if (!last_) throw RunError("no frame was exported");
  writeSurroundings();
  Json materials = Json::array(), bodies = Json::array();
  for (const MaterialDefinition& material : last_->materials) materials.push_back(jsonOf(material));
  int number = 0;
  const auto write = [&](const std::string& name, const ExportedSolid& solid) {
    if (solid.mesh.triangles.empty()) return;
    const std::string file = fmt::format("body_{:02}.ply", number++);
    SurfaceMesh mesh;
    mesh.positions = solid.mesh.positions, mesh.normals = solid.mesh.normals;
    mesh.triangles = solid.mesh.triangles;
    writeSurface(folder_ / file, mesh, {last_->frame, last_->time, last_->framesPerSecond});
    Json poses = Json::array();
    for (const SolidPose& pose : solid.poses)
      poses.push_back({pose.frame, pose.shown ? 1 : 0, pose.position.x, pose.position.y, pose.position.z,
                       pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z});
    bodies.push_back({{"name", name},
                      {"file", file},
                      {"albedo", jsonOf(solid.albedo)},
                      {"metal", solid.metal},
                      {"poses", poses}});
  };
  for (const auto& [name, solid] : bodies_) write(name, solid);
  for (const auto& [name, solid] : nozzles_) write(name, solid);
  const Floor floor = findFloor(*last_);
  const float tangent = std::tan(glm::radians(0.5f * camera_.fieldOfView));
  const float radius = 10.f * tangent * glm::distance(camera_.eye, camera_.target);
  const Json description{
      {"format", "ooze"},
      {"version", kFormat},
      {"title", title_},
      {"frames_per_second", last_->framesPerSecond},
      {"frames", frames_},
      {"liquid", "liquid_%05d.ply"},
      {"interaction_radius", last_->interactionRadius},
      {"materials", materials},
      {"bodies", bodies},
      {"size", {picture_.width, picture_.height}},
      {"camera",
       {{"eye", jsonOf(camera_.eye)},
        {"target", jsonOf(camera_.target)},
        {"field_of_view", camera_.fieldOfView}}},
      {"key_light",
       {{"direction", jsonOf(light_.key.direction)},
        {"irradiance_over_pi", jsonOf(light_.keyLight)},
        {"half_size", Json::array({light_.key.halfSize.x, light_.key.halfSize.y})}}},
      {"floor", floor.exists ? Json{{"height", floor.height},
                                    {"albedo", jsonOf(light_.floorAlbedo)},
                                    {"fade", light_.floorFade},
                                    {"radius", radius},
                                    {"centre", jsonOf({camera_.target.x, floor.height, camera_.target.z})}}
                             : Json(nullptr)},
      {"exposure", light_.exposure},
      {"backdrop", "backdrop.hdr"},
      {"surroundings", "surroundings.hdr"}};
  writeFile(this->description(), description.dump(1) + "\n");
}

}  // namespace ooze
