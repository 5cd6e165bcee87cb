// Compares the table of formats (`ooze export --list`) with files that hold everything a liquid can have.
#include "ooze/export/liquid_files.h"

#include "base/file.h"
#include "export/format_table.h"
#include "unit/export_fixtures.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <regex>
#include <string>

namespace ooze::export_format_table_test {
namespace {

using export_tests::coordinatesOfOctahedron;
using export_tests::initialOfOctahedron;
using export_tests::octahedron;
using export_tests::twoParticles;

/// Returns the text by which a file shows that it carries some data; "" if the format has no such text.
std::string signOf(std::string_view extension, ExportedData data, std::string_view content) {
  const bool surface = content == "surface";
  using enum ExportedData;
  const std::map<std::string_view, std::map<ExportedData, std::string>> signs{
      {".ply",
       {{Triangles, "element face"},
        {Normals, "property float nx"},
        {Velocities, "property float vx"},
        {Ids, "property uint id"},
        {Materials, "property ushort material"},
        {Colours, "property uchar red"},
        {TextureCoordinates, "property float s\n"},
        {Quantities, "property float density"}}},
      {".obj",
       {{Triangles, "\nf "},
        {Normals, "\nvn "},
        {Materials, "usemtl"},
        {Colours, "\nv \\S+ \\S+ \\S+ \\S+ \\S+ \\S+\n"},
        {TextureCoordinates, "\nvt "}}},
      {".usda",
       {{Triangles, "faceVertexIndices"},
        {Normals, "normal3f\\[\\] normals"},
        {Velocities, "vector3f\\[\\] velocities"},
        {Ids, "int64\\[\\] ids"},
        {Materials, "primvars:material"},
        {Colours, "primvars:displayColor"},
        {TextureCoordinates, "primvars:st"},
        {Quantities, "primvars:density"},
        {Camera, "def Camera"}}},
      {".vtk",
       {{Triangles, "\nPOLYGONS "},
        {Normals, "NORMALS "},
        {Velocities, "VECTORS velocity"},
        {Ids, "\nid 1 "},
        {Materials, "\nmaterial 1 "},
        {Colours, "\ncolour 3 "},
        {TextureCoordinates, "TEXTURE_COORDINATES"},
        {Quantities, "\ndensity 1 "}}}};
  const auto& known = signs.at(extension);
  const auto found = known.find(data);
  // A PLY file of particles has the radius beside quantities; a surface has no quantities of its own.
  return found == known.end() || (surface && data == Quantities) ? "" : found->second;
}

class ExportFormats : public export_tests::ExportTest {};

TEST_F(ExportFormats, CarryWhatTheTableSays) {
  int compared = 0;
  for (const ExportFormatRow& row : exportFormatRows()) {
    if (row.extension.empty() || row.extension == ".vdb") continue;  // blender_test.cpp and tests/openvdb
    const std::filesystem::path file = folder_ / fmt::format("liquid{}", row.extension);
    const SurfaceTexture texture{coordinatesOfOctahedron(), initialOfOctahedron()};
    if (row.content == "surface")
      writeSurface(file, octahedron(), {3, 0.125, 24.0}, {}, nullptr, {}, &texture);
    else
      writeParticles(file, twoParticles());
    const std::string text = readText(file);
    for (int k = 0; k < kExportedDataCount; ++k) {
      const auto data = static_cast<ExportedData>(k);
      const std::string sign = signOf(row.extension, data, row.content);
      const bool found = !sign.empty() && std::regex_search(text, std::regex(sign));
      EXPECT_EQ(found, row.has(data)) << row.format << ", " << row.content << ": " << exportedDataName(data);
      compared += found;
    }
  }
  EXPECT_GT(compared, 30);
}

TEST(ExportFormatTable, HasALineForEachRowAndAColumnForEachKindOfData) {
  for (const bool markdown : {false, true}) {
    const std::string text = exportFormatTable(markdown);
    EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
              exportFormatRows().size() + (markdown ? 2u : 1u));
    for (int k = 0; k < kExportedDataCount; ++k)
      EXPECT_NE(text.find(exportedDataName(static_cast<ExportedData>(k))), std::string::npos);
  }
}

}  // namespace
}  // namespace ooze::export_format_table_test
