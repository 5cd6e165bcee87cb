// Points or triangles on their way into a file.
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

/// A number of each vertex.
struct NamedValues {
  std::string_view name;
  std::span<const float> values;
};

/// Parallel arrays; those that are empty are not written, unless there is nothing at all: then a file of
/// nothing still tells what its neighbours in a sequence hold.
struct ExportGeometry {
  std::string_view name;  ///< "particles" or "surface"
  bool isSurface = false;
  ExportMoment moment;
  std::span<const Vec3> positions;         ///< [m]
  std::span<const Vec3> normals;           ///< unit
  std::span<const Vec3> velocities;        ///< [m/s]
  std::span<const std::uint32_t> colours;  ///< 0xAABBGGRR, sRGB
  std::span<const std::uint32_t> ids;
  std::span<const std::uint16_t> materials;
  std::vector<NamedValues> values;
  float radius = 0.f;  ///< of a particle [m]
  const SurfaceTexture* texture = nullptr;
  std::span<const std::array<std::uint32_t, 3>> triangles;
  SurfaceFilling filling;

  template <class Values>
  [[nodiscard]] bool has(const Values& attribute) const {
    return !attribute.empty() || positions.empty();
  }
};

/// Numbers to a file, as text or as bytes.
class ExportFile {
 public:
  ExportFile(const std::filesystem::path& path, const LongWork* work) : file_(path, work) {}
  void finish() { file_.finish(); }

  void text(std::string_view text) { file_.write(text); }
  /// The shortest text that reads back as the same number, whatever the locale.
  void number(float value);
  void number(std::uint32_t value);
  /// Three numbers with a separator between them.
  void vector(const Vec3& v, std::string_view between);

  template <class T>
  void littleEndian(const T& value) {
    file_.write(std::as_bytes(std::span(&value, 1)));
  }
  /// A number of four, two or one bytes.
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

/// Red, green and blue of 0xAABBGGRR.
inline std::array<std::uint8_t, 3> channels(std::uint32_t colour) {
  return {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(colour >> 8),
          static_cast<std::uint8_t>(colour >> 16)};
}

void writePly(ExportFile& file, const ExportGeometry& geometry);
void writeObj(ExportFile& file, const ExportGeometry& geometry);
void writeUsda(ExportFile& file, const ExportGeometry& geometry);
void writeVtk(ExportFile& file, const ExportGeometry& geometry);
/// Of a surface. @throws std::invalid_argument as liquidVolumeOf()
void writeVdb(ExportFile& file, const ExportGeometry& geometry);

/// Why no VDB can be written here; "" if one can.
const std::string& problemOfVdb();

}  // namespace ooze
