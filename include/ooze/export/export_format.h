// The kinds of files that particles and surfaces are written as.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace ooze {

enum class ExportFormat {
  Ply,   ///< binary little-endian PLY
  Obj,   ///< Wavefront OBJ, text, with the common extension of colours behind positions
  Usda,  ///< Universal Scene Description, text
  Vtk,   ///< legacy VTK, binary
};

/// By the extension of the name.
/// @param what  "particles", for the message
/// @throws InputError "cannot write particles to p.xyz: the name must end in .ply, .obj, .usda or .vtk"
ExportFormat exportFormat(const std::filesystem::path& name, std::string_view what);

/// The moment that a file shows.
struct ExportMoment {
  std::uint64_t frame = 0;
  double time = 0.0;              ///< [s]
  double framesPerSecond = 60.0;  ///< [1/s]
};

}  // namespace ooze
