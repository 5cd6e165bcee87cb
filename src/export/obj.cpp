// Wavefront OBJ writer. Colours follow the positions, as MeshLab, Blender and Houdini write and read them.
// Several liquids have a material each, by name alone: programs make one with their own values.
#include "export/geometry.h"

#include <fmt/format.h>

namespace ooze {
namespace {

void writeTriangle(ExportFile& file, const ExportGeometry& g, const std::array<std::uint32_t, 3>& triangle) {
  file.text("f");
  for (const std::uint32_t index : triangle) {
    file.text(" ");
    file.number(index + 1);
    if (g.texture) file.text("/"), file.number(index + 1);
    if (g.normals.empty()) continue;
    file.text(g.texture ? "/" : "//");
    file.number(index + 1);
  }
  file.text("\n");
}

}  // namespace

void writeObj(ExportFile& file, const ExportGeometry& g) {
  file.text(fmt::format("# Ooze, frame {}, time {:.6f} s, metres, y up\no {}\n", g.moment.frame,
                        g.moment.time, g.name));
  for (std::size_t i = 0; i < g.positions.size(); ++i) {
    file.text("v ");
    file.vector(g.positions[i], " ");
    if (!g.colours.empty()) {
      const auto c = channels(g.colours[i]);
      file.text(" ");
      file.vector(Vec3(c[0], c[1], c[2]) / 255.f, " ");
    }
    file.text("\n");
  }
  for (const Vec3& n : g.normals) {
    file.text("vn ");
    file.vector(n, " ");
    file.text("\n");
  }
  for (std::size_t i = 0; g.texture && i < g.positions.size(); ++i) {
    file.text("vt ");
    file.number(g.texture->coordinates[i].x), file.text(" "), file.number(g.texture->coordinates[i].y);
    file.text("\n");
  }
  const std::vector<std::vector<std::uint32_t>> sets = trianglesByMaterial(g);
  if (sets.empty())
    for (const auto& triangle : g.triangles) writeTriangle(file, g, triangle);
  for (std::size_t material = 0; material < sets.size(); ++material) {
    if (!sets[material].empty()) file.text(fmt::format("usemtl material_{}\n", material));
    for (const std::uint32_t i : sets[material]) writeTriangle(file, g, g.triangles[i]);
  }
}

}  // namespace ooze
