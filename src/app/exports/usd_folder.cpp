#include "app/exports/usd_folder.h"

#include "ooze/base/error.h"

#include "app/exports/usd_text.h"
#include "base/file.h"
#include "export/frame_name.h"
#include "render/frame_block.h"

#include <cmath>
#include <fmt/format.h>
#include <set>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

/// Attributes of the liquid that vary from frame to frame.
constexpr std::string_view kMeshAttributes =
    "    float3[] extent\n    int[] faceVertexCounts\n    int[] faceVertexIndices\n    point3f[] points\n"
    "    normal3f[] normals (interpolation = \"vertex\")\n    vector3f[] velocities\n"
    "    color3f[] primvars:displayColor (interpolation = \"vertex\")\n"
    "    int[] primvars:material (interpolation = \"vertex\")\n";
/// Attributes of liquid with texture coordinates.
constexpr std::string_view kTextureAttributes =
    "    texCoord2f[] primvars:st (interpolation = \"vertex\")\n"
    "    point3f[] primvars:rest (interpolation = \"vertex\")\n";
constexpr std::string_view kPointAttributes =
    "    float3[] extent\n    point3f[] points\n    vector3f[] velocities\n    int64[] ids\n"
    "    color3f[] primvars:displayColor (interpolation = \"vertex\")\n"
    "    int[] primvars:material (interpolation = \"vertex\")\n";

RunFolderLayout stageLayout() {
  RunFolderLayout layout{"--usd", "scene.usda", {}, [](const std::string& name) {
                           return name == "scene.usda" || name == "liquid" || name.ends_with(".hdr");
                         }};
  layout.files.surface = "liquid/surface_%05d.usda";
  layout.files.particles = "liquid/particles_%05d.usda";
  layout.files.surfacePressed = true;
  return layout;
}

/// Returns the name of the face set of a material in the layers of frames (usda.cpp).
std::string faceSetName(std::size_t material) { return fmt::format("material_{}", material); }

/// Returns the metadata by which a prim takes its values from a sequence of layers. A clip declares no
/// attributes, so the prim refers to the manifest. Programs without value clips show the last frame, to which
/// the prim refers too.
std::string clips(const std::vector<std::uint64_t>& frames, std::string_view name,
                  std::string_view manifest) {
  std::string paths, active, times;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::string_view comma = i == 0 ? "" : ", ";
    paths += fmt::format("{}@./liquid/{}@", comma, frameName(std::string(name), frames[i]).string());
    active += fmt::format("{}({}, {})", comma, frames[i], i);
    times += fmt::format("{0}({1}, {1})", comma, frames[i]);
  }
  return fmt::format(
      "        clips = {{\n            dictionary default = {{\n"
      "                double2[] active = [{}]\n                asset[] assetPaths = [{}]\n"
      "                asset manifestAssetPath = @./liquid/{}@\n"
      "                string primPath = \"/liquid\"\n                double2[] times = [{}]\n"
      "            }}\n        }}\n"
      "        prepend references = [@./liquid/{}@</liquid>, @./liquid/{}@</liquid>]\n",
      active, paths, manifest, times, frameName(std::string(name), frames.back()).string(), manifest);
}

}  // namespace

UsdFolder::UsdFolder(fs::path folder, const Scene& scene, const PictureChoice& picture, int threads,
                     const CancellationToken* work)
    : RunFolder(std::move(folder), stageLayout(), scene, picture, threads, work) {
  // The layers of an earlier run may be of other frames.
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / "liquid", ignored))
    if (entry.path().extension() == ".usda") fs::remove(entry.path(), ignored);
}

void UsdFolder::writeManifest() const {
  const bool isTextured = last_->initialPositions.size() == last_->positions.size() && last_->surface;
  std::string sets;
  if (last_->materials.size() > 1)
    for (std::size_t i = 0; i < last_->materials.size(); ++i)
      sets +=
          fmt::format("    def GeomSubset \"{}\"\n    {{\n        int[] indices\n    }}\n", faceSetName(i));
  writeFile(folder_ / "liquid" / "surface_manifest.usda",
            fmt::format("#usda 1.0\n\ndef Mesh \"liquid\"\n{{\n{}{}{}}}\n", kMeshAttributes,
                        isTextured ? kTextureAttributes : std::string_view(), sets));
  std::string fields;
  for (const FieldValues& values : last_->fields)
    fields += fmt::format("    float[] primvars:{} (interpolation = \"vertex\")\n", values.field.key);
  writeFile(folder_ / "liquid" / "particles_manifest.usda",
            fmt::format("#usda 1.0\n\ndef Points \"liquid\"\n{{\n{}{}}}\n", kPointAttributes, fields));
}

std::string UsdFolder::liquidPrims() const {
  std::set<std::string> names;
  std::vector<std::string> materials;
  for (const MaterialDefinition& material : last_->materials)
    materials.push_back("/World/looks/" + usd::primName(material.name, names));
  std::string text = "    def Mesh \"liquid\" (\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n";
  text += clips(frames_, "surface_%05d.usda", "surface_manifest.usda") + "    )\n    {\n";
  text += "        uniform token subdivisionScheme = \"none\"\n";
  if (!materials.empty()) text += fmt::format("        rel material:binding = <{}>\n", materials.front());
  if (materials.size() > 1) {
    text += "        uniform token subsetFamily:materialBind:familyType = \"nonOverlapping\"\n";
    for (std::size_t i = 0; i < materials.size(); ++i)
      text += fmt::format(
          "        def GeomSubset \"{}\" (\n            prepend apiSchemas = [\"MaterialBindingAPI\"]\n      "
          "  )\n"
          "        {{\n"
          "            uniform token elementType = \"face\"\n"
          "            uniform token familyName = \"materialBind\"\n"
          "            rel material:binding = <{}>\n        }}\n",
          faceSetName(i), materials[i]);
  }
  text += "    }\n    def Points \"particles\" (\n";
  text += clips(frames_, "particles_%05d.usda", "particles_manifest.usda") + "    )\n    {\n";
  // Renderers show the surface; particles are guides.
  text += fmt::format(
      "        float[] widths = [{}] (\n            interpolation = \"constant\"\n        )\n"
      "        uniform token purpose = \"guide\"\n    }}\n",
      last_->restSpacing);
  return text;
}

void UsdFolder::finish() {
  if (!last_) throw RunError("no frame was exported");
  writeSurroundings(folder_ / "surroundings.hdr", light_);
  writeManifest();
  std::string text = fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"World\"\n    doc = {}\n    endTimeCode = {}\n    framesPerSecond = "
      "{}\n"
      "    metersPerUnit = 1\n    startTimeCode = {}\n    timeCodesPerSecond = {}\n    upAxis = \"Y\"\n)\n\n"
      "def Xform \"World\" (\n    kind = \"assembly\"\n)\n{{\n",
      usd::stringLiteral("Ooze, " + title_), frames_.back(), last_->framesPerSecond, frames_.front(),
      last_->framesPerSecond);
  std::set<std::string> materialNames, solidNames{"floor"};
  std::string looks, solids;
  for (const MaterialDefinition& material : last_->materials)
    looks += usd::liquidMaterial(usd::primName(material.name, materialNames), material);
  const auto addSolid = [&](const std::string& title, const RecordedSolid& solid) {
    if (solid.mesh.triangles.empty()) return;
    const std::string name = usd::primName(title, solidNames);
    const std::string look = usd::primName("solid_" + name, materialNames);
    looks += usd::solidMaterial(look, solid.albedo, solid.metal);
    solids += usd::solidPrim(name, title, solid, "/World/looks/" + look);
  };
  for (const auto& [name, solid] : solids_.bodies()) addSolid(name, solid);
  for (const auto& [name, solid] : solids_.nozzles()) addSolid(name, solid);
  if (const Floor floor = findFloor(*last_); floor.exists) {
    const float tangent = std::tan(glm::radians(0.5f * camera_.fieldOfView));
    const std::string look = usd::primName("solid_floor", materialNames);
    looks += usd::solidMaterial(look, light_.environment.floorAlbedo, false);
    solids +=
        usd::floorPrim({camera_.target.x, floor.height, camera_.target.z},
                       10.f * tangent * glm::distance(camera_.eye, camera_.target), "/World/looks/" + look);
  }
  text += liquidPrims();
  text += "    def Scope \"solids\"\n    {\n" + solids + "    }\n    def Scope \"looks\"\n    {\n" + looks +
          "    }\n";
  text += usd::cameraPrim(camera_, static_cast<float>(picture_.width) / static_cast<float>(picture_.height));
  text += usd::lightPrims(light_.environment) + "}\n";
  writeFile(description(), text);
}

}  // namespace ooze
