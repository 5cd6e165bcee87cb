// Legacy VTK 3.0 writer, binary. The format is big-endian on every machine.
#include "export/geometry.h"

#include <fmt/format.h>

namespace ooze {
namespace {

void writeCells(ExportFile& file, const ExportGeometry& g) {
  const std::size_t points = g.positions.size(), triangles = g.triangles.size();
  if (g.isSurface) {
    file.text(fmt::format("POLYGONS {} {}\n", triangles, 4 * triangles));
    for (const auto& triangle : g.triangles) {
      file.bigEndian(std::int32_t{3});
      for (const std::uint32_t index : triangle) file.bigEndian(index);
    }
  } else {
    file.text(fmt::format("VERTICES {} {}\n", points, 2 * points));
    for (std::uint32_t i = 0; i < points; ++i) file.bigEndian(std::int32_t{1}), file.bigEndian(i);
  }
  file.text("\n");
}

template <class T>
void writeArray(ExportFile& file, std::string_view name, std::string_view type, std::span<const T> values) {
  if (values.empty()) return;
  file.text(fmt::format("{} 1 {} {}\n", name, values.size(), type));
  for (const T value : values) file.bigEndian(value);
  file.text("\n");
}

void writeVectors(ExportFile& file, std::string_view keyword, std::string_view name,
                  std::span<const Vec3> vectors) {
  if (vectors.empty()) return;
  file.text(fmt::format("{} {} float\n", keyword, name));
  for (const Vec3& v : vectors) file.bigEndian(v);
  file.text("\n");
}

void writePointData(ExportFile& file, const ExportGeometry& g) {
  file.text(fmt::format("POINT_DATA {}\n", g.positions.size()));
  writeVectors(file, "NORMALS", "normals", g.normals);
  writeVectors(file, "VECTORS", "velocity", g.velocities);
  if (g.texture) {
    file.text("TEXTURE_COORDINATES st 2 float\n");
    for (const Vec2& st : g.texture->coordinates) file.bigEndian(st.x), file.bigEndian(st.y);
    file.text("\n");
  }
  int arrays = (g.ids.empty() ? 0 : 1) + (g.materials.empty() ? 0 : 1) + (g.colours.empty() ? 0 : 1);
  for (const NamedValues& v : g.values) arrays += v.values.empty() ? 0 : 1;
  if (arrays == 0) return;
  file.text(fmt::format("FIELD values {}\n", arrays));
  writeArray(file, "id", "unsigned_int", g.ids);
  writeArray(file, "material", "unsigned_short", g.materials);
  for (const NamedValues& v : g.values) writeArray(file, v.name, "float", v.values);
  if (g.colours.empty()) return;
  // Three bytes per colour, which ParaView shows unchanged.
  file.text(fmt::format("colour 3 {} unsigned_char\n", g.colours.size()));
  for (const std::uint32_t colour : g.colours)
    for (const std::uint8_t channel : channels(colour)) file.bigEndian(channel);
  file.text("\n");
}

}  // namespace

void writeVtk(ExportFile& file, const ExportGeometry& g) {
  file.text(
      fmt::format("# vtk DataFile Version 3.0\nOoze, {}, frame {}, metres, y up\nBINARY\nDATASET POLYDATA\n",
                  g.name, g.moment.frame));
  file.text("FIELD FieldData 1\nTIME 1 1 double\n");
  file.bigEndian(g.moment.time);
  file.text(fmt::format("\nPOINTS {} float\n", g.positions.size()));
  for (const Vec3& p : g.positions) file.bigEndian(p);
  file.text("\n");
  writeCells(file, g);
  if (!g.positions.empty()) writePointData(file, g);
}

}  // namespace ooze
