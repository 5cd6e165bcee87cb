// Writes USD as text: UsdGeomPoints or UsdGeomMesh. Everything that moves is a time sample at the frame's
// time code, so that a sequence of files can be used as value clips.
#include "base/colour.h"
#include "export/geometry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <vector>

namespace ooze {
namespace {

float linear(std::uint8_t byte) { return linearOfSrgb(static_cast<float>(byte) / 255.f); }

/// Writes the attributes of one prim.
class Attributes {
 public:
  Attributes(ExportFile& file, const ExportGeometry& geometry) : file_(file), g_(geometry) {}

  /// Writes an attribute as a time sample.
  /// @param values   values of the attribute, a range of any element type
  /// @param element  writes an element of the range
  template <class Values, class Element>
  void sample(std::string_view declaration, const Values& values, Element element,
              std::string_view metadata = "") {
    if (!metadata.empty()) file_.text(fmt::format("    {} ({})\n", declaration, metadata));
    file_.text(fmt::format("    {}.timeSamples = {{ {}: [", declaration, g_.moment.frame));
    bool first = true;
    for (const auto& value : values) {
      if (!first) file_.text(", ");
      first = false;
      element(value);
    }
    file_.text("] }\n");
  }

  void vectors(std::string_view declaration, std::span<const Vec3> values, std::string_view metadata = "") {
    sample(
        declaration, values, [this](const Vec3& v) { tuple(v); }, metadata);
  }
  void pairs(std::string_view declaration, std::span<const Vec2> values, std::string_view metadata) {
    sample(
        declaration, values,
        [this](const Vec2& v) {
          file_.text("("), file_.number(v.x), file_.text(", "), file_.number(v.y), file_.text(")");
        },
        metadata);
  }
  void numbers(std::string_view declaration, std::span<const float> values, std::string_view metadata = "") {
    sample(
        declaration, values, [this](float v) { file_.number(v); }, metadata);
  }
  template <class T>
  void integers(std::string_view declaration, std::span<const T> values, std::string_view metadata = "") {
    sample(
        declaration, values, [this](T v) { file_.number(std::uint32_t{v}); }, metadata);
  }
  void colours(std::span<const std::uint32_t> values) {
    // displayColor is linear.
    sample(
        "color3f[] primvars:displayColor", values,
        [this](std::uint32_t colour) {
          const auto c = channels(colour);
          tuple({linear(c[0]), linear(c[1]), linear(c[2])});
        },
        kVertex);
  }
  void extent(std::span<const Vec3> positions, float radius) {
    if (positions.empty()) return;
    Vec3 lower = positions.front(), upper = lower;
    for (const Vec3& p : positions) lower = glm::min(lower, p), upper = glm::max(upper, p);
    const std::array<Vec3, 2> box{lower - radius, upper + radius};
    vectors("float3[] extent", box);
  }

  static constexpr std::string_view kVertex = "interpolation = \"vertex\"";

 private:
  void tuple(const Vec3& v) {
    file_.text("(");
    file_.vector(v, ", ");
    file_.text(")");
  }

  ExportFile& file_;
  const ExportGeometry& g_;
};

void writeHeader(ExportFile& file, const ExportGeometry& g) {
  file.text(fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"liquid\"\n    doc = \"Ooze, {}\"\n"
      "    endTimeCode = {}\n    framesPerSecond = {}\n    metersPerUnit = 1\n    startTimeCode = {}\n"
      "    timeCodesPerSecond = {}\n    upAxis = \"Y\"\n)\n\n",
      g.name, g.moment.frame, g.moment.framesPerSecond, g.moment.frame, g.moment.framesPerSecond));
}

/// Writes a set of faces for each material, for renderers that bind materials to faces. A surface of the
/// first material alone needs no sets.
void writeFaceSets(ExportFile& file, const ExportGeometry& g) {
  const std::vector<std::vector<std::uint32_t>> sets = trianglesByMaterial(g);
  for (std::size_t material = 0; material < sets.size(); ++material) {
    file.text(fmt::format(
        "    def GeomSubset \"material_{}\"\n    {{\n        uniform token elementType = \"face\"\n"
        "        uniform token familyName = \"materialBind\"\n"
        "        int[] indices.timeSamples = {{ {}: [",
        material, g.moment.frame));
    for (std::size_t i = 0; i < sets[material].size(); ++i) {
      if (i > 0) file.text(", ");
      file.number(sets[material][i]);
    }
    file.text("] }\n    }\n");
  }
}

}  // namespace

void writeUsda(ExportFile& file, const ExportGeometry& g) {
  writeHeader(file, g);
  file.text(fmt::format("def {} \"liquid\"\n{{\n", g.isSurface ? "Mesh" : "Points"));
  Attributes attributes(file, g);
  attributes.extent(g.positions, g.radius);
  attributes.vectors("point3f[] points", g.positions);
  if (g.isSurface) {
    file.text("    uniform token subdivisionScheme = \"none\"\n");
    attributes.sample("int[] faceVertexCounts", g.triangles, [&](const auto&) { file.text("3"); });
    attributes.sample("int[] faceVertexIndices", g.triangles, [&](const std::array<std::uint32_t, 3>& t) {
      file.number(t[0]), file.text(", "), file.number(t[1]), file.text(", "), file.number(t[2]);
    });
  } else {
    file.text("    float[] widths = [");
    file.number(2.f * g.radius);
    file.text("] (interpolation = \"constant\")\n");
  }
  if (g.isSurface && g.has(g.normals))
    attributes.vectors("normal3f[] normals", g.normals, Attributes::kVertex);
  if (g.texture) {
    attributes.pairs("texCoord2f[] primvars:st", g.texture->coordinates, Attributes::kVertex);
    attributes.vectors("point3f[] primvars:rest", g.texture->initial, Attributes::kVertex);
  }
  if (g.has(g.velocities)) attributes.vectors("vector3f[] velocities", g.velocities);
  if (!g.isSurface && g.has(g.ids)) attributes.integers("int64[] ids", g.ids);
  if (g.has(g.colours)) attributes.colours(g.colours);
  if (g.has(g.materials)) attributes.integers("int[] primvars:material", g.materials, Attributes::kVertex);
  for (const NamedValues& v : g.values)
    if (g.has(v.values))
      attributes.numbers(fmt::format("float[] primvars:{}", v.name), v.values, Attributes::kVertex);
  if (g.isSurface) writeFaceSets(file, g);
  file.text("}\n");
}

}  // namespace ooze
