#include "image/exr_reader.h"

#include "ooze/base/error.h"

#include <ImathBox.h>
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfRgbaFile.h>
#include <ImfThreading.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fmt/format.h>
#include <half.h>
#include <new>
#include <string>
#include <vector>

namespace ooze {
namespace {

constexpr float kLargestExrValue = 65504.f;  // the greatest half float

/// Lets OpenEXR read from a stream.
class ExrInput final : public Imf::IStream {
 public:
  ExrInput(std::istream& file, const std::string& name) : IStream(name.c_str()), file_(file) {}
  bool read(char* to, int count) override {
    file_.read(to, count);
    if (file_.gcount() != count) throw InputError("the file ends too early");
    return file_.peek() != std::istream::traits_type::eof();
  }
  std::uint64_t tellg() override { return static_cast<std::uint64_t>(file_.tellg()); }
  void seekg(std::uint64_t position) override {
    file_.clear(), file_.seekg(static_cast<std::streamoff>(position));
  }
  void clear() override { file_.clear(); }

 private:
  std::istream& file_;
};

float usable(float value) {
  if (std::isnan(value)) throw InputError("a pixel is not a number");
  return value < 0.f ? 0.f : std::isinf(value) ? kLargestExrValue : value;
}

HdrPicture emptyPicture(const Imath::Box2i& window, const std::function<void(int, int)>& requireSize) {
  HdrPicture picture{window.max.x - window.min.x + 1, window.max.y - window.min.y + 1, {}};
  requireSize(picture.width, picture.height);
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
  return picture;
}

/// Reads luminance with or without chroma, converted to colours by OpenEXR.
HdrPicture decodeLuminance(std::istream& file, const std::string& name,
                           const std::function<void(int, int)>& requireSize) {
  file.clear(), file.seekg(0);
  ExrInput input(file, name);
  Imf::RgbaInputFile rgba(input, 0);
  const Imath::Box2i window = rgba.dataWindow();
  HdrPicture picture = emptyPicture(window, requireSize);
  std::vector<Imf::Rgba> pixels(picture.pixels.size());
  rgba.setFrameBuffer(
      pixels.data() - window.min.x - static_cast<std::ptrdiff_t>(window.min.y) * picture.width, 1,
      static_cast<std::size_t>(picture.width));
  rgba.readPixels(window.min.y, window.max.y);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    picture.pixels[i] = {usable(pixels[i].r), usable(pixels[i].g), usable(pixels[i].b)};
  return picture;
}

HdrPicture decodeChannels(std::istream& file, const std::string& name,
                          const std::function<void(int, int)>& requireSize) {
  ExrInput input(file, name);
  Imf::InputFile exr(input, 0);
  const Imf::ChannelList& channels = exr.header().channels();
  if (!channels.findChannel("R") || !channels.findChannel("G") || !channels.findChannel("B")) {
    if (channels.findChannel("Y")) return decodeLuminance(file, name, requireSize);
    throw InputError("it is an OpenEXR picture without the channels R, G and B");
  }
  const Imath::Box2i window = exr.header().dataWindow();
  HdrPicture picture = emptyPicture(window, requireSize);
  Imf::FrameBuffer frame;
  constexpr std::size_t kPixel = sizeof(Vec3);
  const std::size_t row = kPixel * static_cast<std::size_t>(picture.width);
  const std::ptrdiff_t start =
      static_cast<std::ptrdiff_t>(kPixel) * window.min.x + static_cast<std::ptrdiff_t>(row) * window.min.y;
  for (std::size_t c = 0; c < 3; ++c) {
    auto* base = reinterpret_cast<char*>(picture.pixels.data()) + c * sizeof(float) - start;
    frame.insert(std::string(1, "RGB"[c]), Imf::Slice(Imf::FLOAT, base, kPixel, row));
  }
  exr.setFrameBuffer(frame);
  exr.readPixels(window.min.y, window.max.y);
  for (Vec3& pixel : picture.pixels) pixel = {usable(pixel.r), usable(pixel.g), usable(pixel.b)};
  return picture;
}

}  // namespace

bool isExr(std::istream& file) {
  constexpr std::array<unsigned char, 4> kMagic{0x76, 0x2f, 0x31, 0x01};
  std::array<char, 4> start{};
  file.read(start.data(), start.size());
  const bool same = file.gcount() == 4 &&
                    std::equal(kMagic.begin(), kMagic.end(), start.begin(),
                               [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); });
  file.clear(), file.seekg(0);
  return same;
}

HdrPicture decodeExr(std::istream& file, const std::string& name,
                     const std::function<void(int, int)>& requireSize) {
  // The process of the decoder may not start threads.
  Imf::setGlobalThreadCount(0);
  try {
    return decodeChannels(file, name, requireSize);
  } catch (const InputError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    std::string why = error.what();
    for (char& c : why) c = c == '\n' ? ' ' : c;
    throw InputError(fmt::format("it is an OpenEXR picture that cannot be read: {}", why));
  }
}

}  // namespace ooze
