// Writes OpenEXR files with the OpenEXR library.
#include "ooze/base/error.h"

#include "base/file.h"
#include "image/layered_picture.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfFramesPerSecond.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace ooze {
namespace {

constexpr float kLargestHalf = 65504.f;

/// Collects a file in memory, so that the file on disk is written atomically.
class MemoryStream final : public Imf::OStream {
 public:
  MemoryStream() : OStream("memory") {}
  void write(const char* data, int count) override {
    const auto size = static_cast<std::size_t>(count);
    bytes_.resize(std::max(bytes_.size(), at_ + size));
    std::copy_n(reinterpret_cast<const std::byte*>(data), size,
                bytes_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ += size;
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t position) override { at_ = position; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

Imath::M44f toImath(const glm::mat4& m) {
  // Imath multiplies row vectors from the left, so its rows are the columns of GLM, and both store them in
  // the same order.
  Imath::M44f result;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) result[i][j] = m[i][j];
  return result;
}

Imf::Header headerOf(const LayeredPicture& picture) {
  Imf::Header header(picture.width, picture.height);
  header.compression() = Imf::ZIP_COMPRESSION;
  Imf::addFramesPerSecond(header, Imf::guessExactFps(picture.framesPerSecond));
  Imf::addWorldToCamera(header, toImath(picture.worldToCamera));
  Imf::addWorldToNDC(header, toImath(picture.worldToScreen));
  std::string names;
  for (std::size_t i = 0; i < picture.objectNames.size(); ++i)
    names += fmt::format("{}{} {}", i == 0 ? "" : "\n", i + 1, picture.objectNames[i]);
  header.insert("objects", Imf::StringAttribute(names));
  return header;
}

/// Half floats of one channel.
using Halves = std::vector<half>;

template <class Value>
Halves halvesOf(std::size_t count, const Value& value) {
  Halves halves(count);
  for (std::size_t i = 0; i < count; ++i) halves[i] = half(std::clamp(value(i), -kLargestHalf, kLargestHalf));
  return halves;
}

}  // namespace

LayeredPicture::LayeredPicture(int w, int h) : width(w), height(h) {
  const std::size_t count = static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
  colour.resize(count), depth.resize(count, kEmptyDepth), normals.resize(count);
  velocities.resize(count), objects.resize(count);
}

void writeExr(const std::filesystem::path& path, const LayeredPicture& p) {
  const std::size_t count = p.colour.size(), row = static_cast<std::size_t>(p.width);
  Imf::Header header = headerOf(p);
  Imf::FrameBuffer frame;
  std::vector<std::pair<std::string, Halves>> channels;
  const auto add = [&](std::string name, const auto& value) {
    channels.emplace_back(std::move(name), halvesOf(count, value));
  };
  for (int c = 0; c < 4; ++c)
    add(std::string(1, "RGBA"[c]), [&, c](std::size_t i) { return p.colour[i][c]; });
  for (int c = 0; c < 3; ++c) {
    add(fmt::format("normal.{}", "XYZ"[c]), [&, c](std::size_t i) { return p.normals[i][c]; });
    add(fmt::format("velocity.{}", "XYZ"[c]), [&, c](std::size_t i) { return p.velocities[i][c]; });
  }
  add("material.V", [&](std::size_t i) { return p.objects[i]; });
  for (auto& [name, halves] : channels) {
    header.channels().insert(name, Imf::Channel(Imf::HALF));
    frame.insert(name, Imf::Slice(Imf::HALF, reinterpret_cast<char*>(halves.data()), sizeof(half),
                                  row * sizeof(half)));
  }
  header.channels().insert("Z", Imf::Channel(Imf::FLOAT));
  // The library takes a pointer to mutable data, but only reads the data of an output file.
  frame.insert("Z", Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(const_cast<float*>(p.depth.data())),
                               sizeof(float), row * sizeof(float)));
  MemoryStream stream;
  try {
    Imf::OutputFile file(stream, header);
    file.setFrameBuffer(frame);
    file.writePixels(p.height);
  } catch (const std::exception& error) {
    throw RunError(fmt::format("cannot write {}: {}", path.string(), error.what()));
  }
  writeFile(path, stream.bytes());
}

}  // namespace ooze
