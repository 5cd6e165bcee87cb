#include "app/exports/usd_text.h"

#include "render/looks.h"
#include "render/particle_buffer.h"
#include "render/solid_meshes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <utility>
#include <vector>

namespace ooze::usd {
namespace {

/// Focal length of every camera [mm]. Only its ratio to the aperture matters.
constexpr float kFocalLength = 35.f;
/// Thickness of liquid at which the opacity of a clear material is measured [m].
constexpr float kTypicalThickness = 0.02f;

/// Returns an attribute with a time sample for each frame, or with one value if all values are equal.
template <class Value>
std::string samples(std::string_view declaration, const std::vector<RecordedPose>& poses,
                    const Value& value) {
  const std::string first = value(poses.front());
  if (std::ranges::all_of(poses, [&](const RecordedPose& pose) { return value(pose) == first; }))
    return fmt::format("            {} = {}\n", declaration, first);
  std::string text = fmt::format("            {}.timeSamples = {{\n", declaration);
  for (const RecordedPose& pose : poses)
    text += fmt::format("                {}: {},\n", pose.frame, value(pose));
  return text + "            }\n";
}

/// Returns the elements as an array; no comma follows the last, which some readers refuse.
template <class Elements, class Text>
std::string arrayText(const Elements& elements, const Text& text) {
  std::string result = "[";
  for (const auto& element : elements) {
    if (result.size() > 1) result += ", ";
    result += text(element);
  }
  return result + "]";
}

std::string meshPrim(const Mesh& mesh, const std::string& material) {
  const std::string counts = arrayText(mesh.triangles, [](const auto&) { return std::string("3"); });
  const std::string indices =
      arrayText(mesh.triangles, [](const auto& t) { return fmt::format("{}, {}, {}", t[0], t[1], t[2]); });
  Vec3 lower(0.f), upper(0.f);
  if (!mesh.positions.empty()) lower = upper = mesh.positions.front();
  for (const Vec3& p : mesh.positions) lower = glm::min(lower, p), upper = glm::max(upper, p);
  const std::string points = arrayText(mesh.positions, tuple), normals = arrayText(mesh.normals, tuple);
  std::string text =
      "            def Mesh \"mesh\" (\n                prepend apiSchemas = [\"MaterialBindingAPI\"]\n      "
      "      )\n"
      "            {\n";
  text += fmt::format(
      "                uniform token subdivisionScheme = \"none\"\n"
      "                int[] faceVertexCounts = {}\n                int[] faceVertexIndices = {}\n"
      "                point3f[] points = {}\n                float3[] extent = [{}, {}]\n",
      counts, indices, points, tuple(lower), tuple(upper));
  if (mesh.normals.size() == mesh.positions.size())
    text += fmt::format(
        "                normal3f[] normals = {} (\n                    interpolation = \"vertex\"\n"
        "                )\n",
        normals);
  return text + fmt::format("                rel material:binding = <{}>\n            }}\n", material);
}

std::string surfaceShader(const std::string& path, std::string_view inputs) {
  return fmt::format(
      "            token outputs:surface.connect = <{}/surface.outputs:surface>\n"
      "            def Shader \"surface\"\n            {{\n"
      "                uniform token info:id = \"UsdPreviewSurface\"\n{}"
      "                token outputs:surface\n            }}\n",
      path, inputs);
}

}  // namespace

std::string primName(std::string_view text, std::set<std::string>& taken) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    name += byte < 128 && std::isalnum(byte) ? c : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "_" + name;
  std::string unique = name;
  for (int n = 2; !taken.insert(unique).second; ++n) unique = fmt::format("{}_{}", name, n);
  return unique;
}

std::string stringLiteral(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result + '"';
}

std::string tuple(const Vec3& v) { return fmt::format("({}, {}, {})", v.x, v.y, v.z); }

std::string matrix(const glm::mat4& m) {
  std::string rows;
  for (int i = 0; i < 4; ++i)
    rows += fmt::format("{}({}, {}, {}, {})", i == 0 ? "" : ", ", m[i].x, m[i].y, m[i].z, m[i].w);
  return fmt::format("({})", rows);
}

std::string solidPrim(const std::string& name, std::string_view title, const RecordedSolid& solid,
                      const std::string& material) {
  std::string text =
      fmt::format("        def Xform \"{}\"\n        {{\n            custom string ooze:name = {}\n", name,
                  stringLiteral(title));
  text += samples("double3 xformOp:translate", solid.poses,
                  [](const RecordedPose& p) { return tuple(p.position); });
  text += samples("quatf xformOp:orient", solid.poses, [](const RecordedPose& p) {
    const Quat& q = p.orientation;
    return fmt::format("({}, {}, {}, {})", q.w, q.x, q.y, q.z);
  });
  text += "            uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n";
  text += samples("token visibility", solid.poses, [](const RecordedPose& p) {
    return std::string(p.shown ? "\"inherited\"" : "\"invisible\"");
  });
  return text + meshPrim(solid.mesh, material) + "        }\n";
}

std::string floorPrim(const Vec3& centre, float radius, const std::string& material) {
  Mesh square;
  for (const auto& [x, z] : {std::pair{-1.f, -1.f}, {-1.f, 1.f}, {1.f, 1.f}, {1.f, -1.f}})
    square.positions.push_back(centre + radius * Vec3(x, 0.f, z)), square.normals.emplace_back(0.f, 1.f, 0.f);
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  return "        def Xform \"floor\"\n        {\n" + meshPrim(square, material) + "        }\n";
}

std::string liquidMaterial(const std::string& name, const MaterialDefinition& material) {
  const LookRow look = resolveLook(material);
  const Vec3 albedo = linearColour(material.colour);
  const bool metal = look.mirror > 0.5f;
  const float root = std::sqrt(std::clamp(look.mirror, 0.f, 0.9f));
  const float depth = opticalDepth(look, kTypicalThickness);
  const Vec3 passed = glm::exp(depth * glm::log(glm::max(albedo, Vec3(1e-4f))));
  const float opacity = metal ? 1.f : 1.f - look.clear * (passed.r + passed.g + passed.b) / 3.f;
  const std::string path = "/World/looks/" + name;
  std::string text =
      fmt::format("        def Material \"{}\"\n        {{\n            custom string ooze:name = {}\n", name,
                  stringLiteral(material.name));
  text += fmt::format(
      "            custom string ooze:look = {}\n            custom float ooze:absorption = {}\n"
      "            custom float ooze:scattering = {}\n            custom float ooze:clearness = {}\n"
      "            custom float ooze:reflectance = {}\n            custom color3f ooze:albedo = {}\n",
      stringLiteral(look.key), look.absorption, look.scattering, look.clear, look.mirror, tuple(albedo));
  text += surfaceShader(
      path,
      fmt::format("                color3f inputs:diffuseColor.connect = <{}/colour.outputs:result>\n"
                  "                float inputs:metallic = {}\n                float inputs:roughness = {}\n"
                  "                float inputs:ior = {}\n                float inputs:opacity = {}\n",
                  path, metal ? 1 : 0, look.roughness, (1.f + root) / (1.f - root), opacity));
  text += fmt::format(
      "            def Shader \"colour\"\n            {{\n"
      "                uniform token info:id = \"UsdPrimvarReader_float3\"\n"
      "                string inputs:varname = \"displayColor\"\n"
      "                float3 inputs:fallback = {}\n                float3 outputs:result\n"
      "            }}\n        }}\n",
      tuple(albedo));
  return text;
}

std::string solidMaterial(const std::string& name, const Vec3& albedo, bool metal) {
  return fmt::format("        def Material \"{}\"\n        {{\n", name) +
         surfaceShader(
             "/World/looks/" + name,
             fmt::format(
                 "                color3f inputs:diffuseColor = {}\n"
                 "                float inputs:metallic = {}\n                float inputs:roughness = {}\n",
                 tuple(albedo), metal ? 1 : 0, metal ? 0.28f : 0.6f)) +
         "        }\n";
}

std::string cameraPrim(const CameraView& camera, float aspect) {
  const float height = 2.f * kFocalLength * std::tan(glm::radians(0.5f * camera.fieldOfView));
  const float distance = glm::distance(camera.eye, camera.target);
  return fmt::format(
      "    def Camera \"camera\"\n    {{\n        float focalLength = {}\n"
      "        float horizontalAperture = {}\n        float verticalAperture = {}\n"
      "        float2 clippingRange = ({}, {})\n        float focusDistance = {}\n"
      "        matrix4d xformOp:transform = {}\n"
      "        uniform token[] xformOpOrder = [\"xformOp:transform\"]\n    }}\n",
      kFocalLength, height * aspect, height, 0.01f * distance, 1000.f * distance, distance,
      matrix(glm::inverse(camera.viewMatrix())));
}

std::string lightPrims(const EnvironmentLight& light) {
  const float brightest = std::max({light.keyLight.r, light.keyLight.g, light.keyLight.b, 1e-6f});
  // A DistantLight shines along its own -z. With `normalize`, the intensity is the irradiance.
  const Quat turn =
      turnUpTo(glm::normalize(light.key.direction)) * glm::angleAxis(-glm::half_pi<float>(), Vec3(1, 0, 0));
  const float angle = glm::degrees(2.f * std::atan(std::max(light.key.halfSize.x, light.key.halfSize.y)));
  std::string text;
  if (glm::length(light.keyLight) > 0.f)
    text += fmt::format(
        "    def DistantLight \"key\"\n    {{\n        float inputs:intensity = {}\n"
        "        color3f inputs:color = {}\n        float inputs:angle = {}\n"
        "        bool inputs:normalize = 1\n        quatf xformOp:orient = ({}, {}, {}, {})\n"
        "        uniform token[] xformOpOrder = [\"xformOp:orient\"]\n    }}\n",
        glm::pi<float>() * brightest, tuple(light.keyLight / brightest), angle, turn.w, turn.x, turn.y,
        turn.z);
  // The middle of the picture is -z, and that of a DomeLight +z.
  return text +
         "    def DomeLight \"surroundings\"\n    {\n        float inputs:intensity = 1\n"
         "        asset inputs:texture:file = @./surroundings.hdr@\n"
         "        token inputs:texture:format = \"latlong\"\n        float xformOp:rotateY = 180\n"
         "        uniform token[] xformOpOrder = [\"xformOp:rotateY\"]\n    }\n";
}

}  // namespace ooze::usd
