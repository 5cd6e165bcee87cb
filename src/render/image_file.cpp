#include "ooze/base/error.h"
#include "ooze/base/file.h"

#include "render/image.h"

#include <cstddef>
#include <fmt/format.h>
#include <span>
#include <stb/stb_image_write.h>

namespace ooze {

Image::Image(int w, int h, int c)
    : width(w),
      height(h),
      channels(c),
      pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * static_cast<std::size_t>(c)) {}

void writePng(const std::filesystem::path& path, const Image& image) {
  std::vector<std::byte> bytes;
  const auto collect = [](void* context, void* data, int size) {
    const auto* from = static_cast<const std::byte*>(data);
    static_cast<std::vector<std::byte>*>(context)->insert(
        static_cast<std::vector<std::byte>*>(context)->end(), from, from + size);
  };
  if (!stbi_write_png_to_func(collect, &bytes, image.width, image.height, image.channels, image.pixels.data(),
                              image.width * image.channels))
    throw RunError(fmt::format("cannot write {}: the picture does not encode as PNG", path.string()));
  writeFile(path, bytes);
}

}  // namespace ooze
