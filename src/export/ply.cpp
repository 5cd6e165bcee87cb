// Binary PLY writer, with the property names that Blender, Houdini and MeshLab know.
#include "export/geometry.h"

#include <fmt/format.h>

namespace ooze {
namespace {

std::string header(const ExportGeometry& g) {
  std::string text = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment Ooze, {}, frame {}, time {:.6f} s, metres, y up\n"
      "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n",
      g.name, g.moment.frame, g.moment.time, g.positions.size());
  if (g.isSurface && g.has(g.normals)) text += "property float nx\nproperty float ny\nproperty float nz\n";
  if (g.texture) text += "property float s\nproperty float t\n";
  if (g.has(g.velocities)) text += "property float vx\nproperty float vy\nproperty float vz\n";
  if (!g.isSurface && g.has(g.ids)) text += "property uint id\n";
  if (g.has(g.materials)) text += "property ushort material\n";
  if (g.has(g.colours)) text += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  for (const NamedValues& v : g.values)
    if (g.has(v.values)) text += fmt::format("property float {}\n", v.name);
  if (!g.isSurface) text += "property float radius\n";
  if (g.isSurface)
    text += fmt::format("element face {}\nproperty list uchar uint vertex_indices\n", g.triangles.size());
  return text + "end_header\n";
}

}  // namespace

void writePly(ExportFile& file, const ExportGeometry& g) {
  file.text(header(g));
  for (std::size_t i = 0; i < g.positions.size(); ++i) {
    file.littleEndian(g.positions[i]);
    if (g.isSurface && g.has(g.normals)) file.littleEndian(g.normals[i]);
    if (g.texture) file.littleEndian(g.texture->coordinates[i]);
    if (g.has(g.velocities)) file.littleEndian(g.velocities[i]);
    if (!g.isSurface && g.has(g.ids)) file.littleEndian(g.ids[i]);
    if (g.has(g.materials)) file.littleEndian(g.materials[i]);
    if (g.has(g.colours)) file.littleEndian(channels(g.colours[i]));
    for (const NamedValues& v : g.values)
      if (g.has(v.values)) file.littleEndian(v.values[i]);
    if (!g.isSurface) file.littleEndian(g.radius);
  }
  for (const auto& triangle : g.triangles) {
    file.littleEndian(std::uint8_t{3});
    file.littleEndian(triangle);
  }
}

}  // namespace ooze
