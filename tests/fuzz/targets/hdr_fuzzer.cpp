// Fuzz target for environment maps (Radiance and OpenEXR pictures). The reader chooses the format by the
// first bytes.
#include "fuzz/targets/fuzz_target.h"
#include "image/hdr_picture.h"

#include <fstream>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  const std::filesystem::path file = fuzz::ownFolder() / "sky.hdr";
  std::ofstream(file, std::ios::binary) << fuzz::textOf(data, size);
  fuzz::isAccepted([&] {
    const HdrPicture picture = readHdr(file);
    fuzz::require(picture.width == 2 * picture.height, "a picture that is no panorama");
    fuzz::require(picture.pixels.size() ==
                      static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height),
                  "a picture without all of its pixels");
    for (const Vec3& pixel : picture.pixels) fuzz::require(isFinite(pixel), "a pixel is not finite");
    fuzz::require(isFinite(picture.sampleDirection(Vec3(0.f, 1.f, 0.f))), "a direction without light");
  });
  return 0;
}
