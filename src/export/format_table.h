// What each export format carries.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace ooze {

/// Names what a file may carry beside positions.
enum class ExportedData {
  Triangles,
  Normals,
  Velocities,
  Ids,
  Materials,
  Colours,
  TextureCoordinates,
  Quantities,
  Bodies,
  Camera,
};
inline constexpr int kExportedDataCount = 10;

/// Returns the word for a column of the table.
std::string_view exportedDataName(ExportedData data);

/// A row of the table: the files of one format with a liquid's particles or its surface.
struct ExportFormatRow {
  std::string_view format;                       ///< format as its users call it
  std::string_view extension;                    ///< extension of the files, with the dot; "" for a folder
  std::string_view content;                      ///< "particles", "surface" or "run"
  std::array<bool, kExportedDataCount> carries;  ///< by ExportedData

  [[nodiscard]] bool has(ExportedData data) const { return carries[static_cast<std::size_t>(data)]; }
};

/// Lists the formats that Ooze writes. `tests/unit/export_format_table_test.cpp` compares the rows with
/// files.
std::span<const ExportFormatRow> exportFormatRows();

/// Returns the table as text: a line for each row, and "yes" or "-" for each column.
/// @param markdown  true: as a Markdown table, for the manual
std::string exportFormatTable(bool markdown);

}  // namespace ooze
