#include "ooze/base/error.h"

#include "base/file.h"
#include "image/image.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <zlib.h>

namespace {

/// Compresses with zlib in place of stb's own, much slower packer. The signature is stb's.
unsigned char* compressQuickly(unsigned char* data, int length, int* packedLength, int /*quality*/) {
  uLongf size = compressBound(static_cast<uLong>(length));
  auto* packed = static_cast<unsigned char*>(std::malloc(size));
  if (packed && compress2(packed, &size, data, static_cast<uLong>(length), Z_BEST_SPEED) != Z_OK) {
    std::free(packed);
    packed = nullptr;
  }
  *packedLength = static_cast<int>(size);
  return packed;
}

}  // namespace

// Make stb's functions private to this file: Debian's libstb defines them too, with stb's own packer.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBIW_ZLIB_COMPRESS compressQuickly
#include <stb/stb_image_write.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

namespace ooze {
namespace {

/// The PNG filter "Sub", differences from the pixel on the left. Trying all five filters takes longer than
/// packing.
constexpr int kLeftNeighbour = 1;

void collect(void* context, void* data, int size) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(context);
  const auto* from = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), from, from + size);
}

}  // namespace

Image::Image(int w, int h, int c)
    : width(w),
      height(h),
      channels(c),
      pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * static_cast<std::size_t>(c)) {}

void writePng(const std::filesystem::path& path, const Image& image) {
  [[maybe_unused]] static const int once = stbi_write_force_png_filter = kLeftNeighbour;
  std::vector<std::byte> bytes;
  if (!stbi_write_png_to_func(collect, &bytes, image.width, image.height, image.channels, image.pixels.data(),
                              image.width * image.channels))
    throw RunError(fmt::format("cannot write {}: the picture cannot be encoded as PNG", path.string()));
  writeFile(path, bytes);
}

void writeJpeg(const std::filesystem::path& path, const Image& image, int quality) {
  std::vector<std::byte> bytes;
  if (!stbi_write_jpg_to_func(collect, &bytes, image.width, image.height, image.channels, image.pixels.data(),
                              quality))
    throw RunError(fmt::format("cannot write {}: the picture cannot be encoded as JPEG", path.string()));
  writeFile(path, bytes);
}

Image readImage(const std::filesystem::path& path, const ImageReading& reading) {
  const std::vector<std::byte> bytes = readBytes(path);
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(std::min<std::size_t>(bytes.size(), 1u << 30));
  int width = 0, height = 0, channels = 0;
  const auto refuse = [&](std::string_view why) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), why));
  };
  if (!stbi_info_from_memory(data, size, &width, &height, &channels)) refuse("neither JPEG nor PNG");
  if (width > reading.largestSide || height > reading.largestSide)
    refuse(fmt::format("more than {} pixels wide or high", reading.largestSide));
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(data, size, &width, &height, &channels, reading.channels), stbi_image_free);
  if (!pixels) refuse("the picture is damaged");
  Image image(width, height, reading.channels);
  std::copy_n(pixels.get(), image.pixels.size(), image.pixels.begin());
  return image;
}

}  // namespace ooze
