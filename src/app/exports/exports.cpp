#include "app/exports/exports.h"

#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"
#include "ooze/export/liquid_files.h"

#include "base/file_writer.h"
#include "export/frame_name.h"
#include "liquid/checker.h"
#include "surface/film_contact.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

void requireFile(const fs::path& name, Exported what, std::uint64_t every) {
  if (name.empty()) return;
  exportFormat(name, what);
  if (every > 1 && !isSequence(name))
    throw InputError(fmt::format("--every {}: {} needs %04d in its name", every, name.string()));
  requireWritable(frameName(name, 0));
}

// Bytes per row, indexed by ExportFormat. Binary formats: exact row size. Text formats: the mean of
// pour_bunny, whose numbers have about nine digits. Volumes are compressed; their values fit seven scenes to
// within a quarter.
struct BytesPerRow {
  double particle, triangle;  ///< size of a particle, and of a triangle [bytes]
  double within = 0.0;        ///< size that each particle below the surface adds to a surface file [bytes]
};
constexpr std::array kBytesPerRow{BytesPerRow{41.0, 33.5}, BytesPerRow{66.0, 93.0}, BytesPerRow{150.0, 122.0},
                                  BytesPerRow{45.0, 36.5}, BytesPerRow{0.0, 39.0, 26.0}};

std::uint64_t rowsOf(double bytes, std::size_t count) {
  return static_cast<std::uint64_t>(bytes * static_cast<double>(count));
}

/// Returns the input of the surface reconstruction for a snapshot, whose arrays must outlive the result.
SurfaceParticles particlesOf(const Snapshot& now, std::span<const Vec3> positions,
                             std::span<const float> values, std::span<const SurfaceWall> walls) {
  return {positions, now.velocities, now.colours,      now.particleMaterials, values, walls,
          {},        now.cutSides,   now.surface.get()};
}

SurfaceSettings surfaceSettings(const ExportOptions& options, const Snapshot& now) {
  return {.interactionRadius = now.interactionRadius,
          .method = options.surfaceMethod,
          .cell = options.surfaceCell * now.interactionRadius,
          .level = options.surfaceLevel,
          .smoothing = options.surfaceSmoothing,
          .regionDistance = now.regionDistance,
          .spacing = now.restSpacing,
          .shortestEdge = options.surfaceShortestEdge,
          .meshRounds = options.surfaceRounds,
          .meshNeighbours = options.surfaceNeighbours,
          .normalRounds = options.surfaceNormalRounds};
}

}  // namespace

Exports::Exports(const ExportOptions& options, int threads, const CancellationToken* work)
    : options_(options), work_(work), threads_(threads) {
  threads_.setCancellationToken(work);
  if (options.every > 1 && options.particles.empty() && options.surface.empty())
    throw InputError("--every needs --particles or --surface");
  if (!options.particles.empty() && options.particles == options.surface)
    throw InputError(
        fmt::format("particles and surface cannot both be written to {}", options.particles.string()));
  requireFile(options.particles, Exported::Particles, options.every);
  requireFile(options.surface, Exported::Surface, options.every);
  for (const fs::path& name : {options.particles, options.surface})
    if (VtkSeries::isFor(name)) series_.emplace_back(name);
}

void Exports::frame(const World& world) {
  if (world.frameIndex() % options_.every == 0) {
    const std::vector<std::string> failed =
        write(world, isSequence(options_.particles), isSequence(options_.surface));
    if (!failed.empty()) throw RunError(failed.front());
    for (VtkSeries& series : series_) series.add(world.frameIndex(), world.time());
  }
  skipFrame(world);
}

std::vector<std::string> Exports::writeSeries() const {
  std::vector<std::string> failed;
  for (const VtkSeries& series : series_) writeOrReport(failed, [&] { series.write(); });
  return failed;
}

void Exports::skipFrame(const World& world) {
  if (options_.surface.empty()) return;
  if (options_.surfaceMethod == SurfaceMethod::Tracked) {
    const std::shared_ptr<const Snapshot> now = world.snapshot(contentFor(colour_));
    meshOf(*now, quantityValues(*now, colour_));
  } else if (options_.surfaceSteady > 0.f) {
    follow(*world.snapshot());
  }
}

std::span<const Vec3> Exports::follow(const Snapshot& now) {
  if (!(options_.surfaceSteady > 0.f)) return now.positions;
  return steady_.follow(now.frame, now.positions, now.ids, options_.surfaceSteady * now.interactionRadius,
                        threads_);
}

std::vector<std::string> Exports::end(const World& world) {
  const auto once = [](const fs::path& name) { return !name.empty() && !isSequence(name); };
  const bool particles = once(options_.particles), surface = once(options_.surface);
  const std::string interrupted = fmt::format("cannot write {}: interrupted", options_.surface.string());
  std::vector<std::string> failed = writeSeries();
  const auto append = [&](std::vector<std::string> lines) {
    failed.insert(failed.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
  };
  if (!(work_ && work_->cancelled)) try {
      append(write(world, particles, surface));
      return failed;
    } catch (const Cancelled&) {
    }
  work_ = nullptr;
  append(write(world, particles, false));
  if (surface) failed.push_back(interrupted);
  return failed;
}

std::vector<std::string> Exports::write(const World& world, bool particles, bool surface) {
  if (!particles && !surface) return {};
  const std::shared_ptr<const Snapshot> now = world.snapshot(contentFor(colour_));
  const std::vector<float> values = quantityValues(*now, colour_);
  scale_.follow(values, colour_, now->time);
  std::vector<std::string> failed;
  if (particles)
    writeOrReport(failed, [&] {
      writeParticles(frameName(options_.particles, now->frame), *now, coloursOf(values), work_);
    });
  if (surface) writeOrReport(failed, [&] { writeMesh(*now, values); });
  return failed;
}

/// Builds the mesh once per frame, since a second call would advance a tracked level set.
const SurfaceMesh& Exports::meshOf(const Snapshot& now, std::span<const float> values) {
  if (mesh_ && meshFrame_ == now.frame) return *mesh_;
  mesh_ = nullptr;
  const std::vector<SurfaceWall> walls = surfaceWalls(now.bodies);
  mesh_ =
      &builder_.build(particlesOf(now, follow(now), values, walls), surfaceSettings(options_, now), threads_);
  meshFrame_ = now.frame;
  return *mesh_;
}

std::vector<NamedLiquid> Exports::liquidsOf(const Snapshot& now) {
  const std::size_t count = now.materials.size();
  if (count < 2 || now.particleMaterials.size() != now.positions.size() ||
      exportFormat(options_.surface, Exported::Surface) != ExportFormat::Vdb)
    return {};
  const std::vector<SurfaceWall> walls = surfaceWalls(now.bodies);
  const SurfaceParticles particles = particlesOf(now, follow(now), {}, walls);
  constexpr std::size_t kMost = LiquidSurfaces::kMost;
  liquids_.resize((count + kMost - 1) / kMost);
  std::vector<NamedLiquid> parts;
  for (std::size_t k = 0; k < liquids_.size(); ++k) {
    std::vector<std::uint8_t> groups(count, LiquidSurfaces::kNone);
    for (std::size_t i = k * kMost; i < std::min(count, (k + 1) * kMost); ++i)
      groups[i] = static_cast<std::uint8_t>(i - k * kMost);
    for (const SurfaceMesh* mesh :
         liquids_[k].build(particles, groups, surfaceSettings(options_, now), threads_))
      parts.push_back({now.materials[parts.size()].name, mesh});
  }
  return parts;
}

void Exports::writeMesh(const Snapshot& now, std::span<const float> values) {
  SurfaceMesh pressed;
  if (options_.surfacePressed) {
    pressed = meshOf(now, values);
    const std::vector<SurfaceWall> walls = surfaceWalls(now.bodies);
    surface::pressOntoSolids(walls, now.interactionRadius, threads_, pressed);
  }
  const SurfaceMesh& mesh = options_.surfacePressed ? pressed : meshOf(now, values);
  // Convert materials without interpolation: between two materials lies no third material.
  const std::vector<float> materials(mesh.materials.begin(), mesh.materials.end());
  const bool textured = now.initialPositions.size() == now.positions.size() && now.surface;
  std::vector<Vec3> initial;
  std::vector<Vec2> coordinates;
  std::vector<float> squares;
  if (textured) {
    texture_.take(now.positions, now.initialPositions, now.restSpacing);
    initial = texture_.at(mesh.positions, threads_);
    for (const Vec3& p : initial) coordinates.push_back(projection_(p));
    for (const Vec3& p : initial) squares.push_back(checkerValue(p, checkerSide(now.restSpacing)));
  }
  const bool checker = textured && colour_.kind == FieldKind::Pattern;
  const SurfaceTexture texture{coordinates, initial};
  const std::vector<NamedLiquid> liquids = liquidsOf(now);
  writeSurface(frameName(options_.surface, now.frame), mesh, {now.frame, now.time, now.framesPerSecond},
               coloursOf(checker                     ? squares
                         : colour_ == kMaterialField ? materials
                                                     : mesh.values),
               work_,
               {.cell = options_.surfaceCell * now.interactionRadius,
                .positions = now.positions,
                .velocities = now.velocities,
                .reach = now.interactionRadius,
                .threads = &threads_,
                .liquids = liquids},
               textured ? &texture : nullptr);
}

std::vector<std::uint32_t> Exports::coloursOf(std::span<const float> values) const {
  std::vector<std::uint32_t> colours;
  if (colour_ == kLookField) return colours;
  colours.reserve(values.size());
  for (const float value : values) colours.push_back(quantityColour(colour_, scale_.scale(), value));
  return colours;
}

TextureProjection projectionOf(const CameraSpec& camera) {
  return projectionOf(camera.eye, camera.target, camera.fieldOfView);
}

std::uint64_t estimateParticleBytes(ExportFormat format, std::size_t particles) {
  return rowsOf(kBytesPerRow[static_cast<std::size_t>(format)].particle, particles);
}

std::uint64_t estimateSurfaceBytes(ExportFormat format, std::size_t triangles, std::size_t particles) {
  const BytesPerRow& row = kBytesPerRow[static_cast<std::size_t>(format)];
  return rowsOf(row.triangle, triangles) + rowsOf(row.within, particles);
}

std::size_t estimateTriangles(std::size_t particles) { return 6 * particles; }

}  // namespace ooze
