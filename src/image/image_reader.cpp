#include "ooze/base/error.h"
#include "ooze/base/file.h"

#include "image/image.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <memory>

// Private to this file: Debian's libstb has these functions too.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

namespace ooze {
namespace {

constexpr int kLargestSide = 4096;  // [pixels]

}  // namespace

Image readImage(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = readBytes(path);
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(std::min<std::size_t>(bytes.size(), 1u << 30));
  int width = 0, height = 0, channels = 0;
  const auto refuse = [&](std::string_view why) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), why));
  };
  if (!stbi_info_from_memory(data, size, &width, &height, &channels)) refuse("neither JPEG nor PNG");
  if (width > kLargestSide || height > kLargestSide) refuse("more than 4096 pixels wide or high");
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(data, size, &width, &height, &channels, 4), stbi_image_free);
  if (!pixels) refuse("the picture is damaged");
  Image image(width, height, 4);
  std::copy_n(pixels.get(), image.pixels.size(), image.pixels.begin());
  return image;
}

}  // namespace ooze
