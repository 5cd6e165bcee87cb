// The pictures of `ooze render` in order: simulates up to the frame of each picture and describes the
// picture.
#pragma once

#include "ooze/world/quantity.h"
#include "ooze/world/spray_trail.h"

#include "app/commands/command_line.h"
#include "app/commands/start.h"
#include "app/pictures/render_queue.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace ooze {

/// Returns true if the camera orbits around a single frame of the simulation.
[[nodiscard]] bool orbitsOneFrame(const RenderOptions& options);
/// Returns the number of pictures that `ooze render` makes.
[[nodiscard]] std::uint64_t pictureCount(const RenderOptions& options);
/// Returns the frame of the simulation that a picture shows.
[[nodiscard]] std::uint64_t frameOfPicture(const RenderOptions& options, std::uint64_t picture);
/// Returns true if the pictures of this name are written with layers, as OpenEXR.
[[nodiscard]] bool isLayered(const std::filesystem::path& file);
/// Returns the number of pictures per second of a film.
[[nodiscard]] double picturesPerSecond(const RenderOptions& options, const Scene& scene);

/// Combines the options with the scene's look. @throws as settingsOf() of a PictureChoice
RenderSettings settingsOf(const RenderOptions& options, const Scene& scene);

/// Makes the world that the first picture's frame is simulated from.
/// @throws InputError if the first picture lies before the save
[[nodiscard]] World worldOf(const RunStart& start, const RenderOptions& options);

/// Simulates a world and describes the pictures of `ooze render`, one after another. A picture depends on
/// all earlier frames by its spray and its colour scale, so that pictures cannot be left out.
class PictureSource {
 public:
  /// Begins with the first picture. All arguments must outlive the PictureSource.
  PictureSource(const RenderOptions& options, const Scene& scene, World& world);

  /// Returns the number of the next picture, counted from 0.
  [[nodiscard]] std::uint64_t next() const { return next_; }

  /// Simulates up to the frame of the next picture.
  /// @param goOn  called before each frame; false stops the simulation
  /// @return "", or why the simulation stopped early
  std::string advance(const std::function<bool()>& goOn);
  /// Returns the next picture, for which advance() has returned "", and goes on to the picture after it.
  [[nodiscard]] FrameJob take();

  /// Writes the state beside the world, after advance(). The world is saved on its own.
  void save(ByteWriter& out) const;
  /// Continues from save(). The world must be that of the same moment.
  /// @throws InputError if the bytes are damaged
  void restore(ByteReader& in);

 private:
  const RenderOptions& options_;
  const Scene& scene_;
  World& world_;
  RenderSettings settings_;
  const SnapshotContent content_;
  SprayTrail trail_;
  SmoothedScale scale_;
  std::shared_ptr<const Snapshot> snapshot_;
  std::uint64_t next_ = 0;
};

}  // namespace ooze
