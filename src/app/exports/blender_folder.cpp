#include "app/exports/blender_folder.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "render/frame_block.h"
#include "render/looks.h"
#include "render/particle_buffer.h"

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

Json jsonOf(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

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

RunFolderLayout blenderLayout() {
  RunFolderLayout layout{"--blender", "ooze.json", {}, [](const std::string& name) {
                           return name == "ooze.json" || name.ends_with(".hdr") ||
                                  name.starts_with("liquid_") || name.starts_with("body_") ||
                                  name.ends_with(".blend") || name.ends_with(".blend1");
                         }};
  layout.files.surface = "liquid_%05d.ply";
  layout.files.surfacePressed = true;
  return layout;
}

}  // namespace

BlenderFolder::BlenderFolder(fs::path folder, const Scene& scene, const PictureChoice& picture, int threads,
                             const CancellationToken* work)
    : RunFolder(std::move(folder), blenderLayout(), scene, picture, threads, work) {}

void BlenderFolder::finish() {
  if (!last_) throw RunError("no frame was exported");
  writeBackdrop(folder_ / "backdrop.hdr", light_);
  writeSurroundings(folder_ / "surroundings.hdr", light_);
  const EnvironmentLight& light = light_.environment;
  Json materials = Json::array(), bodies = Json::array();
  for (const MaterialDefinition& material : last_->materials) materials.push_back(jsonOf(material));
  int number = 0;
  const auto write = [&](const std::string& name, const RecordedSolid& solid) {
    if (solid.mesh.triangles.empty()) return;
    const std::string file = fmt::format("body_{:02}.ply", number++);
    SurfaceMesh mesh;
    mesh.positions = solid.mesh.positions, mesh.normals = solid.mesh.normals;
    mesh.triangles = solid.mesh.triangles;
    writeSurface(folder_ / file, mesh, {last_->frame, last_->time, last_->framesPerSecond});
    Json poses = Json::array();
    for (const RecordedPose& pose : solid.poses)
      poses.push_back({pose.frame, pose.shown ? 1 : 0, pose.position.x, pose.position.y, pose.position.z,
                       pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z});
    bodies.push_back({{"name", name},
                      {"file", file},
                      {"albedo", jsonOf(solid.albedo)},
                      {"metal", solid.metal},
                      {"poses", poses}});
  };
  for (const auto& [name, solid] : solids_.bodies()) write(name, solid);
  for (const auto& [name, solid] : solids_.nozzles()) write(name, solid);
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
       {{"direction", jsonOf(light.key.direction)},
        {"irradiance_over_pi", jsonOf(light.keyLight)},
        {"half_size", Json::array({light.key.halfSize.x, light.key.halfSize.y})}}},
      {"floor", floor.exists ? Json{{"height", floor.height},
                                    {"albedo", jsonOf(light.floorAlbedo)},
                                    {"fade", light.floorFade},
                                    {"radius", radius},
                                    {"centre", jsonOf({camera_.target.x, floor.height, camera_.target.z})}}
                             : Json(nullptr)},
      {"exposure", light.exposure},
      {"backdrop", "backdrop.hdr"},
      {"surroundings", "surroundings.hdr"}};
  writeFile(this->description(), description.dump(1) + "\n");
}

}  // namespace ooze
