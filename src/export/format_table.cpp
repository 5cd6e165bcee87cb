#include "export/format_table.h"

#include <fmt/format.h>

namespace ooze {
namespace {

// In the order of ExportedData: triangles, normals, velocities, ids, materials, colours, texture coordinates,
// quantities, bodies, camera.
constexpr std::array kRows{
    ExportFormatRow{
        "PLY", ".ply", "surface", {true, true, true, false, true, true, true, false, false, false}},
    ExportFormatRow{
        "PLY", ".ply", "particles", {false, false, true, true, true, true, false, true, false, false}},
    ExportFormatRow{
        "OBJ", ".obj", "surface", {true, true, false, false, true, true, true, false, false, false}},
    ExportFormatRow{
        "OBJ", ".obj", "particles", {false, false, false, false, false, true, false, false, false, false}},
    ExportFormatRow{
        "USD", ".usda", "surface", {true, true, true, false, true, true, true, false, false, false}},
    ExportFormatRow{
        "USD", ".usda", "particles", {false, false, true, true, true, true, false, true, false, false}},
    ExportFormatRow{
        "VTK", ".vtk", "surface", {true, true, true, false, true, true, true, false, false, false}},
    ExportFormatRow{
        "VTK", ".vtk", "particles", {false, false, true, true, true, true, false, true, false, false}},
    ExportFormatRow{
        "OpenVDB", ".vdb", "surface", {false, false, true, false, false, false, false, false, false, false}},
    ExportFormatRow{"USD", "", "run", {true, true, true, true, true, true, true, false, true, true}},
    ExportFormatRow{"Blender", "", "run", {true, true, true, false, true, true, true, false, true, true}},
};

}  // namespace

std::string_view exportedDataName(ExportedData data) {
  constexpr std::array<std::string_view, kExportedDataCount> names{
      "triangles", "normals", "velocities", "ids",    "materials",
      "colours",   "texture", "quantities", "bodies", "camera"};
  return names[static_cast<std::size_t>(data)];
}

std::span<const ExportFormatRow> exportFormatRows() { return kRows; }

std::string exportFormatTable(bool markdown) {
  std::string text = markdown ? "| format | of |" : fmt::format("{:<9}{:<10}", "format", "of");
  for (int k = 0; k < kExportedDataCount; ++k) {
    const std::string_view name = exportedDataName(static_cast<ExportedData>(k));
    text += markdown ? fmt::format(" {} |", name) : fmt::format(" {}", name);
  }
  text += '\n';
  if (markdown) {
    for (int k = 0; k < kExportedDataCount + 2; ++k) text += "|---";
    text += "|\n";
  }
  for (const ExportFormatRow& row : kRows) {
    text += markdown ? fmt::format("| {} | {} |", row.format, row.content)
                     : fmt::format("{:<9}{:<10}", row.format, row.content);
    for (int k = 0; k < kExportedDataCount; ++k) {
      const auto data = static_cast<ExportedData>(k);
      const std::string_view word = row.has(data) ? "yes" : markdown ? "" : "-";
      text +=
          markdown ? fmt::format(" {} |", word) : fmt::format(" {:<{}}", word, exportedDataName(data).size());
    }
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  }
  return text;
}

}  // namespace ooze
