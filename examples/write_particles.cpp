// Writes the particles of each frame as a file, and the surface of the last frame as a mesh.
//     write_particles FOLDER [SCENE [FRAMES [EXTENSION]]]
// EXTENSION is ply, obj, usda or vtk.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <ooze/ooze.h>
#include <string>

namespace {

namespace fs = std::filesystem;

/// Extracts the surface of the liquid in a snapshot by marching cubes, and writes it.
void writeLastSurface(const fs::path& file, const ooze::Snapshot& snapshot) {
  ooze::SurfaceParticles particles;
  particles.positions = snapshot.positions;
  particles.velocities = snapshot.velocities;
  particles.colours = snapshot.colours;
  particles.materials = snapshot.particleMaterials;

  ooze::SurfaceSettings settings;
  settings.interactionRadius = snapshot.interactionRadius;
  settings.spacing = snapshot.restSpacing;
  settings.regionDistance = snapshot.regionDistance;

  const ooze::Threads threads;
  ooze::SurfaceBuilder builder;
  const ooze::SurfaceMesh& mesh = builder.build(particles, settings, threads);
  ooze::writeSurface(file, mesh, {snapshot.frame, snapshot.time, snapshot.framesPerSecond});
}

int run(const fs::path& folder, const std::string& name, int frames, const std::string& extension) {
  const ooze::Scene scene = ooze::loadScene(name, ooze::Detail::Coarse);
  ooze::World world(scene.world);
  fs::create_directories(folder);

  std::shared_ptr<const ooze::Snapshot> snapshot;
  for (int frame = 1; frame <= frames; ++frame) {
    world.advanceFrame();
    snapshot = world.snapshot();
    char number[16];
    std::snprintf(number, sizeof number, "%04d", frame);
    const fs::path file = folder / ("particles." + std::string(number) + "." + extension);
    ooze::writeParticles(file, *snapshot);
    // Each particle has 12 bytes of position at least.
    if (fs::file_size(file) < 12 * snapshot->positions.size()) {
      std::fprintf(stderr, "write_particles: %s is too short\n", file.c_str());
      return 1;
    }
  }
  if (!snapshot || snapshot->positions.empty()) {
    std::fprintf(stderr, "write_particles: there was no liquid to write\n");
    return 1;
  }
  writeLastSurface(folder / ("surface." + extension), *snapshot);
  std::printf("%d files in %s, %zu particles in the last\n", frames, folder.c_str(),
              snapshot->positions.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: write_particles FOLDER [SCENE [FRAMES [EXTENSION]]]\n");
    return 2;
  }
  try {
    return run(argv[1], argc > 2 ? argv[2] : "clavet_fast_splash", argc > 3 ? std::atoi(argv[3]) : 10,
               argc > 4 ? argv[4] : "ply");
  } catch (const ooze::InputError& error) {  // an unknown scene or extension
    std::fprintf(stderr, "write_particles: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {  // a full disk, a folder that cannot be made
    std::fprintf(stderr, "write_particles: %s\n", error.what());
    return 1;
  }
}
