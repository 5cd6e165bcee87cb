#include "export/geometry.h"

#include "ooze/base/error.h"
#include "ooze/export/liquid_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace ooze {
namespace {

namespace fs = std::filesystem;

struct FormatRow {
  ExportFormat format;
  std::string_view extension;
  void (*write)(ExportFile&, const ExportGeometry&);
};
constexpr std::array kFormats{
    FormatRow{ExportFormat::Ply, ".ply", writePly},    FormatRow{ExportFormat::Obj, ".obj", writeObj},
    FormatRow{ExportFormat::Usda, ".usda", writeUsda}, FormatRow{ExportFormat::Vtk, ".vtk", writeVtk},
    FormatRow{ExportFormat::Vdb, ".vdb", writeVdb},
};

// Rejects NaN and infinity, because other programs may fail to read such numbers or accept them silently.
void requireFinite(const fs::path& path, const ExportGeometry& g) {
  const auto fail = [&](std::string_view what) {
    throw RunError(fmt::format("cannot write {}: {} is not a finite number", path.string(), what));
  };
  const auto finite = [](const Vec3& v) { return isFinite(v); };
  if (!std::all_of(g.positions.begin(), g.positions.end(), finite)) fail("a position");
  if (!std::all_of(g.normals.begin(), g.normals.end(), finite)) fail("a normal");
  if (!std::all_of(g.velocities.begin(), g.velocities.end(), finite)) fail("a velocity");
  const std::span<const Vec3> within = g.filling.velocities;
  if (!std::all_of(within.begin(), within.end(), finite)) fail("a velocity");
  if (g.texture) {
    if (!std::all_of(g.texture->initial.begin(), g.texture->initial.end(), finite)) fail("a position");
    for (const Vec2& st : g.texture->coordinates)
      if (!std::isfinite(st.x) || !std::isfinite(st.y)) fail("a texture coordinate");
  }
  for (const NamedValues& v : g.values)
    if (!std::all_of(v.values.begin(), v.values.end(), [](float x) { return std::isfinite(x); }))
      fail(v.name);
}

void write(const fs::path& path, const ExportGeometry& geometry, const CancellationToken* work) {
  const ExportFormat format =
      exportFormat(path, geometry.isSurface ? Exported::Surface : Exported::Particles);
  requireFinite(path, geometry);
  ExportFile file(path, work);
  kFormats[static_cast<std::size_t>(format)].write(file, geometry);
  file.finish();
}

}  // namespace

ExportFormat exportFormat(const fs::path& name, Exported what) {
  const std::string extension = name.extension().string();
  const bool surface = what == Exported::Surface;
  const auto refuse = [&](const std::string& why) {
    return InputError(
        fmt::format("cannot write {} to {}: {}", surface ? "a surface" : "particles", name.string(), why));
  };
  std::vector<std::string> known;
  for (const FormatRow& row : kFormats) {
    if (row.format == ExportFormat::Vdb && !surface) continue;
    known.emplace_back(row.extension);
    if (row.extension != extension) continue;
    if (row.format == ExportFormat::Vdb && !problemOfVdb().empty()) throw refuse(problemOfVdb());
    return row.format;
  }
  throw refuse(fmt::format("the name must end in {} or {}{}", fmt::join(known.begin(), known.end() - 1, ", "),
                           known.back(), suggestion(extension, known)));
}

std::vector<std::vector<std::uint32_t>> trianglesByMaterial(const ExportGeometry& g) {
  if (g.materials.empty()) return {};
  const std::uint16_t last = *std::max_element(g.materials.begin(), g.materials.end());
  if (last == 0) return {};
  std::vector<std::vector<std::uint32_t>> sets(last + 1u);
  for (std::uint32_t i = 0; i < g.triangles.size(); ++i) {
    const auto& t = g.triangles[i];
    const std::uint16_t a = g.materials[t[0]], b = g.materials[t[1]], c = g.materials[t[2]];
    sets[b == c ? b : a].push_back(i);
  }
  return sets;
}

void ExportFile::number(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  file_.write(std::string_view(text, static_cast<std::size_t>(end - text)));
}

void ExportFile::number(std::uint32_t value) {
  char text[16];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  file_.write(std::string_view(text, static_cast<std::size_t>(end - text)));
}

void ExportFile::vector(const Vec3& v, std::string_view between) {
  number(v.x), text(between), number(v.y), text(between), number(v.z);
}

void writeParticles(const fs::path& path, const Snapshot& s, std::span<const std::uint32_t> colours,
                    const CancellationToken* work) {
  ExportGeometry g;
  g.name = "particles";
  g.moment = {s.frame, s.time, s.framesPerSecond};
  g.positions = s.positions;
  g.velocities = s.velocities;
  g.colours = colours.empty() ? s.colours : colours;
  g.ids = s.ids;
  g.materials = s.particleMaterials;
  for (const FieldValues& f : s.fields) g.values.push_back({f.field.key, f.values});
  g.radius = 0.5f * s.restSpacing;
  write(path, g, work);
}

void writeSurface(const fs::path& path, const SurfaceMesh& mesh, const ExportMoment& moment,
                  std::span<const std::uint32_t> colours, const CancellationToken* work,
                  const VolumeSource& filling, const SurfaceTexture* texture) {
  ExportGeometry g;
  g.name = "surface";
  g.isSurface = true;
  g.filling = filling;
  g.moment = moment;
  g.positions = mesh.positions;
  g.normals = mesh.normals;
  g.velocities = mesh.velocities;
  g.colours = colours.empty() ? mesh.colours : colours;
  g.materials = mesh.materials;
  g.triangles = mesh.triangles;
  g.texture = texture;
  write(path, g, work);
}

}  // namespace ooze
