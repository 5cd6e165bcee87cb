// Decodes environment maps in a sandboxed process: Radiance files with stb_image, OpenEXR files with OpenEXR.
#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "base/isolated_call.h"
#include "image/exr_reader.h"
#include "image/hdr_picture.h"

#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string>

// Make stb's functions private to this file, because Debian's libstb defines them too.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS (1 << 15)
#include <stb/stb_image.h>

namespace ooze {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = std::uint64_t{512} << 20;
constexpr float kBrightest = 1e9f;  // the sun's disc reaches about 1e7 in W/(m^2 sr)

/// Read callback for stb. Throws at the end of the file, because stb would continue with zeros, possibly for
/// ever.
int readSome(void* file, char* to, int count) {
  auto& in = *static_cast<std::ifstream*>(file);
  in.read(to, count);
  if (in.gcount() == 0) throw InputError("the file ends too early");
  return static_cast<int>(in.gcount());
}
void skipSome(void* file, int count) { static_cast<std::ifstream*>(file)->seekg(count, std::ios::cur); }
int isAtEnd(void* file) { return static_cast<std::ifstream*>(file)->eof() ? 1 : 0; }
constexpr stbi_io_callbacks kFile{readSome, skipSome, isAtEnd};

void requireShape(int width, int height) {
  if (width > kMaxHdrWidth)
    throw InputError(fmt::format("{} x {} pixels are too many: the width must be {} at most", width, height,
                                 kMaxHdrWidth));
  if (width < 4 || width != 2 * height)
    throw InputError(
        fmt::format("it has {} x {} pixels; a panorama must be twice as wide as high", width, height));
}

void requireLight(const HdrPicture& picture) {
  bool any = false;
  for (const Vec3& pixel : picture.pixels)
    for (int c = 0; c < 3; ++c) {
      if (!(pixel[c] >= 0.f && pixel[c] < kBrightest))
        throw InputError("a pixel is negative, not finite or too bright");
      any |= pixel[c] > 0.f;
    }
  if (!any) throw InputError("it is entirely black");
}

HdrPicture decodeRadiance(std::ifstream& file) {
  int width = 0, height = 0, channels = 0;
  if (!stbi_is_hdr_from_callbacks(&kFile, &file))
    throw InputError("it is neither a Radiance picture (.hdr) nor an OpenEXR picture (.exr)");
  file.clear();
  file.seekg(0);
  if (!stbi_info_from_callbacks(&kFile, &file, &width, &height, &channels))
    throw InputError(fmt::format("it is a Radiance picture that cannot be read: {}", stbi_failure_reason()));
  requireShape(width, height);
  file.clear();
  file.seekg(0);
  const std::unique_ptr<float, void (*)(void*)> pixels(
      stbi_loadf_from_callbacks(&kFile, &file, &width, &height, &channels, 3), stbi_image_free);
  if (!pixels) throw InputError(fmt::format("it is damaged: {}", stbi_failure_reason()));
  HdrPicture picture{width, height, {}};
  picture.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = {pixels.get()[3 * i], pixels.get()[3 * i + 1], pixels.get()[3 * i + 2]};
  return picture;
}

HdrPicture decode(const fs::path& path, const Isolation& isolation) {
  std::ifstream file(path, std::ios::binary);
  isolation.forbidOpening();
  HdrPicture picture =
      isExr(file) ? decodeExr(file, path.filename().string(), requireShape) : decodeRadiance(file);
  requireLight(picture);
  return picture.width > kStoredHdrWidth ? scaledDown(picture, kStoredHdrWidth) : picture;
}

/// Serializes the result of the decoding process: an error message, or an empty text and the picture.
std::vector<std::byte> decodeToBytes(const fs::path& path, const Isolation& isolation) {
  ByteWriter bytes;
  try {
    const HdrPicture picture = decode(path, isolation);
    bytes.text("");
    bytes.value(static_cast<std::int32_t>(picture.width));
    bytes.value(static_cast<std::int32_t>(picture.height));
    bytes.array(picture.pixels);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    bytes.text(e.what());
  }
  return bytes.bytes();
}

std::uint64_t requireFile(const fs::path& path) {
  const auto fail = [&](std::string_view why) {
    throw InputError(fmt::format("{}: {}", path.string(), why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) fail("no such file");
  if (!fs::is_regular_file(status)) fail("not a regular file");
  const std::uint64_t size = fs::file_size(path, error);
  if (size > kLargestFile) fail(fmt::format("more than {} MiB", kLargestFile >> 20));
  if (!std::ifstream(path, std::ios::binary)) fail("cannot be opened");
  return size;
}

}  // namespace

HdrPicture readHdr(const fs::path& path) {
  const std::uint64_t size = requireFile(path);
  // The largest map, 8192 x 4096 pixels, takes 0.8 GiB in stb's form and this program's form together.
  const IsolatedLimits limits{.seconds = 20, .memory = std::uint64_t{2} << 30, .clockSeconds = 120};
  std::vector<std::byte> bytes;
  try {
    bytes = callIsolated(limits, [&](const Isolation& i) { return decodeToBytes(path, i); });
  } catch (const RunError& error) {
    throw InputError(fmt::format("{}: the picture is damaged or too large to read ({} MiB): {}",
                                 path.string(), size >> 20, error.what()));
  }
  ByteReader reader(bytes);
  if (const std::string refusal = reader.text(); !refusal.empty())
    throw InputError(fmt::format("{}: {}", path.string(), refusal));
  HdrPicture picture;
  picture.width = reader.value<std::int32_t>();
  picture.height = reader.value<std::int32_t>();
  picture.pixels = reader.array<Vec3>();
  return picture;
}

}  // namespace ooze
