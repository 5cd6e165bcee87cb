// Fuzz target for bands. A band that is accepted flows into a small world on a grid, and is written back
// unchanged.
#include "ooze/scene/band_file.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "fuzz/targets/fuzz_target.h"
#include "fuzz/tiny_scene.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ooze {
namespace {

/// One frame of a band, which a world sees as the frames 0 and 1 of a run.
class RepeatedFrame final : public BandFrames {
 public:
  explicit RepeatedFrame(BandFrame frame) : frame_(std::move(frame)) {}
  [[nodiscard]] BandFrame read(std::uint64_t number) const override {
    if (number > 1) throw InputError("the band has no such frame");
    BandFrame frame = frame_;
    frame.frame = number;
    return frame;
  }

 private:
  BandFrame frame_;
};

}  // namespace
}  // namespace ooze

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  const std::filesystem::path folder = fuzz::ownFolder(), file = folder / "fuzzed";
  writeFile(file, fuzz::bytesOf(data, size));
  BandFrame frame;
  if (!fuzz::isAccepted([&] { frame = readBandFrame(file); })) return 0;
  writeBandFrame(folder, frame);
  const std::filesystem::path written = bandFilePath(folder, frame.band, frame.frame);
  fuzz::require(written.parent_path() == folder, "a band that is written outside of its folder");
  const std::vector<std::byte> once = readBytes(written);
  writeBandFrame(folder, readBandFrame(written));
  fuzz::require(readBytes(written) == once, "a band that changes when it is written");
  std::filesystem::remove(written);

  static const Scene scene = parseScene(kTinyGridScene, "tiny.json", Detail::Medium);
  WorldSpec spec = scene.world;
  spec.sources = {{"source", 0, std::make_shared<RepeatedFrame>(std::move(frame))}};
  World world(spec, 1);
  fuzz::completes([&] { world.step(); });
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    fuzz::require(isFinite(p.position[i]) && isFinite(p.velocity[i]), "a particle is not finite");
  return 0;
}
