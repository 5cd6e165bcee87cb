#include "app/exports/exports.h"

#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"
#include "ooze/export/liquid_files.h"
#include "ooze/scene/band_file.h"

#include "base/file_writer.h"
#include "export/frame_name.h"
#include "liquid/checker.h"

#include <array>
#include <fmt/format.h>
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

/// Computes an id of the run. Runs of one scene at one detail give equal results, and so have equal ids.
std::uint64_t runId(const Scene& scene) {
  ByteWriter out;
  out.text(scene.source);
  out.value(scene.detail);
  return hashBytes(out.bytes());
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
}

void Exports::frame(const World& world) {
  if (world.frameIndex() % options_.every == 0) {
    const std::vector<std::string> failed =
        write(world, isSequence(options_.particles), isSequence(options_.surface));
    if (!failed.empty()) throw RunError(failed.front());
  }
  skipFrame(world);
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
  if (!(work_ && work_->cancelled)) try {
      return write(world, particles, surface);
    } catch (const Cancelled&) {
    }
  work_ = nullptr;
  std::vector<std::string> failed = write(world, particles, false);
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
  const float h = now.interactionRadius;
  const std::vector<SurfaceWall> walls = surfaceWalls(now.bodies);
  mesh_ = &builder_.build(
      {follow(now), now.velocities, now.colours, now.particleMaterials, values, walls, {}, now.surface.get()},
      {.interactionRadius = h,
       .method = options_.surfaceMethod,
       .cell = options_.surfaceCell * h,
       .level = options_.surfaceLevel,
       .smoothing = options_.surfaceSmoothing,
       .regionDistance = now.regionDistance,
       .shortestEdge = options_.surfaceShortestEdge,
       .meshRounds = options_.surfaceRounds,
       .meshNeighbours = options_.surfaceNeighbours,
       .normalRounds = options_.surfaceNormalRounds},
      threads_);
  meshFrame_ = now.frame;
  return *mesh_;
}

void Exports::writeMesh(const Snapshot& now, std::span<const float> values) {
  const SurfaceMesh& mesh = meshOf(now, values);
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
  writeSurface(frameName(options_.surface, now.frame), mesh, {now.frame, now.time, now.framesPerSecond},
               coloursOf(checker                     ? squares
                         : colour_ == kMaterialField ? materials
                                                     : mesh.values),
               work_,
               {.cell = options_.surfaceCell * now.interactionRadius,
                .positions = now.positions,
                .velocities = now.velocities,
                .reach = now.interactionRadius,
                .threads = &threads_},
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

BandRecorder::BandRecorder(std::filesystem::path folder, const Scene& scene) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  const MethodRow& method = findMethod(scene.world.method);
  if (scene.world.bands.empty() || !method.cellSide)
    throw InputError(fmt::format(
        "--bands: {}", method.cellSide ? fmt::format("the scene \"{}\" has no \"bands\"", scene.name)
                                       : fmt::format("\"{}\" is not on a grid", method.title)));
  for (const BandSpec& band : scene.world.bands) {
    BandFrame& frame = frames_.emplace_back();
    frame.scene = scene.name;
    frame.band = band.name;
    frame.run = runId(scene);
    frame.framesPerSecond = scene.world.framesPerSecond;
    frame.cells = cellsOf(band.box, method.cellSide(scene.world.methodSettings));
  }
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed) throw RunError(fmt::format("cannot make {}: {}", folder_.string(), failed.message()));
}

void BandRecorder::begin(const World& world) {
  if (world.stepIndex() > 0) return;
  note(world);
  endFrame(world);
}

void BandRecorder::note(const World& world) {
  for (BandFrame& frame : frames_) {
    std::erase_if(frame.moments, [&](const BandState& m) { return m.time >= world.time(); });
    frame.moments.push_back(world.method().band(frame.cells));
    frame.moments.back().time = world.time();
  }
}

void BandRecorder::endFrame(const World& world) {
  for (BandFrame& frame : frames_) {
    frame.frame = world.frameIndex();
    writeBandFrame(folder_, frame);
    frame.moments.clear();
  }
}

}  // namespace ooze
