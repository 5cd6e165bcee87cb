// Intermediate form of exported points or triangles, and the writers of the file formats.
#pragma once

#include "ooze/base/math.h"
#include "ooze/export/liquid_files.h"

#include "base/file_writer.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A named scalar per vertex.
struct NamedValues {
  std::string_view name;
  std::span<const float> values;
};

/// Geometry to export, as a structure of arrays. Empty arrays are not written. If the geometry has no
/// vertices at all, every attribute is declared, so that an empty frame of a sequence has the same attributes
/// as the others.
struct ExportGeometry {
  std::string_view name;  ///< name of the geometry in the file: "particles" or "surface"
  bool isSurface = false;
  ExportMoment moment;
  std::span<const Vec3> positions;         ///< position of each vertex [m]
  std::span<const Vec3> normals;           ///< unit normal of each vertex
  std::span<const Vec3> velocities;        ///< velocity of each vertex [m/s]
  std::span<const std::uint32_t> colours;  ///< colour of each vertex, 0xAABBGGRR in sRGB
  std::span<const std::uint32_t> ids;
  std::span<const std::uint16_t> materials;
  std::vector<NamedValues> values;
  float radius = 0.f;  ///< particle radius [m]
  const SurfaceTexture* texture = nullptr;
  std::span<const std::array<std::uint32_t, 3>> triangles;
  VolumeSource filling;

  template <class Values>
  [[nodiscard]] bool has(const Values& attribute) const {
    return !attribute.empty() || positions.empty();
  }
};

/// Writes numbers to a file, as text or as bytes.
class ExportFile {
 public:
  ExportFile(const std::filesystem::path& path, const CancellationToken* work) : file_(path, work) {}
  void finish() { file_.finish(); }

  void text(std::string_view text) { file_.write(text); }
  /// Writes the shortest text that reads back as the same number, whatever the locale.
  void number(float value);
  void number(std::uint32_t value);
  /// Writes three numbers with a separator between them.
  void vector(const Vec3& v, std::string_view between);

  template <class T>
  void littleEndian(const T& value) {
    file_.write(std::as_bytes(std::span(&value, 1)));
  }
  /// Writes a number of four, two or one bytes in big-endian order.
  template <class T>
  void bigEndian(T value) {
    std::array<std::byte, sizeof(T)> bytes;
    const auto native = std::as_bytes(std::span(&value, 1));
    for (std::size_t k = 0; k < sizeof(T); ++k) bytes[k] = native[sizeof(T) - 1 - k];
    file_.write(bytes);
  }
  void bigEndian(const Vec3& v) { bigEndian(v.x), bigEndian(v.y), bigEndian(v.z); }

 private:
  FileWriter file_;
};

/// Sorts the triangles of a surface by material. Two equal corners decide on the material of a triangle.
/// @return the indices of the triangles of each material, ascending; empty if all are of the first material
std::vector<std::vector<std::uint32_t>> trianglesByMaterial(const ExportGeometry& geometry);

/// Splits 0xAABBGGRR into red, green and blue.
inline std::array<std::uint8_t, 3> channels(std::uint32_t colour) {
  return {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(colour >> 8),
          static_cast<std::uint8_t>(colour >> 16)};
}

void writePly(ExportFile& file, const ExportGeometry& geometry);
void writeObj(ExportFile& file, const ExportGeometry& geometry);
void writeUsda(ExportFile& file, const ExportGeometry& geometry);
void writeVtk(ExportFile& file, const ExportGeometry& geometry);
/// Writes a surface as OpenVDB.
/// @throws std::invalid_argument as liquidVolumeOf()
void writeVdb(ExportFile& file, const ExportGeometry& geometry);

/// Returns the reason why no VDB can be written here, or "" if VDB is available.
const std::string& problemOfVdb();

}  // namespace ooze
