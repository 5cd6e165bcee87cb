#include "ooze/scene/band_file.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "base/file_name.h"
#include "scene/packed_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

constexpr PackedKind kKind{.magic = {'O', 'O', 'Z', 'E', 'B', 'A', 'N', 'D'},
                           .version = 1,
                           .noun = "band",
                           .maxBytes = std::uint64_t{1} << 30};

// Largest velocity component that a band file may hold [m/s], the largest speed of a nozzle.
constexpr float kMaxBandSpeed = 100.f;
constexpr float kMaxBandViscosity = 1e6f;  // largest viscosity that a band file may hold [m^2/s]
// Limit for cell indices and for the number of cells along each axis.
constexpr std::int32_t kMaxCellIndex = 1 << 22;

void requireValidBand(bool sound) {
  if (!sound) throw InputError("the band is damaged");
}

void writeMoment(ByteWriter& out, const BandState& moment) {
  out.value(moment.time);
  out.array(moment.phi);
  out.array(moment.viscosity);
  for (const auto& axis : moment.velocity) out.array(axis);
}

/// Reads a field of a band. Every value must lie within the limits; NaN fails this test.
std::vector<float> readField(ByteReader& in, const BandCells& cells, float lower, float upper) {
  std::vector<float> field = in.array<float>();
  requireValidBand(field.size() == cells.size());
  requireValidBand(std::ranges::all_of(field, [&](float v) { return v >= lower && v <= upper; }));
  return field;
}

BandState readMoment(ByteReader& in, const BandCells& cells) {
  BandState moment;
  moment.time = in.value<double>();
  requireValidBand(std::isfinite(moment.time));
  const float far = 1000.f * cells.side;
  moment.phi = readField(in, cells, -far, far);
  moment.viscosity = readField(in, cells, 0.f, kMaxBandViscosity);
  for (auto& axis : moment.velocity) axis = readField(in, cells, -kMaxBandSpeed, kMaxBandSpeed);
  return moment;
}

BandCells readCells(ByteReader& in) {
  BandCells cells;
  cells.side = in.value<float>();
  cells.first = in.value<glm::ivec3>();
  cells.count = in.value<glm::ivec3>();
  requireValidBand(cells.side > 0.f && std::isfinite(cells.side));
  double size = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    requireValidBand(std::abs(std::int64_t{cells.first[axis]}) < kMaxCellIndex && cells.count[axis] >= 1 &&
                     cells.count[axis] < kMaxCellIndex);
    size *= cells.count[axis] + 1.0;
  }
  requireValidBand(size <= static_cast<double>(kMaxBandCells));
  return cells;
}

BandFrame frameOfBand(ByteReader& in) {
  BandFrame frame;
  frame.scene = currentSceneName(in.text());
  frame.band = in.text();
  frame.run = in.value<std::uint64_t>();
  frame.frame = in.value<std::uint64_t>();
  frame.framesPerSecond = in.value<double>();
  requireValidBand(frame.framesPerSecond >= 1.0 && frame.framesPerSecond <= 1000.0);
  frame.cells = readCells(in);
  const auto moments = in.value<std::uint64_t>();
  requireValidBand(moments > 0);
  for (std::uint64_t m = 0; m < moments; ++m) {
    frame.moments.push_back(readMoment(in, frame.cells));
    requireValidBand(m == 0 || frame.moments[m - 1].time < frame.moments[m].time);
  }
  requireValidBand(in.atEnd());
  return frame;
}

class FolderBands final : public BandFrames {
 public:
  FolderBands(std::filesystem::path folder, std::string scene, std::string band)
      : folder_(std::move(folder)), scene_(currentSceneName(scene)), band_(std::move(band)) {}

  [[nodiscard]] BandFrame read(std::uint64_t number) const override {
    const std::filesystem::path file = bandFilePath(folder_, band_, number);
    BandFrame frame = readBandFrame(file);
    if (frame.scene != scene_ || frame.band != band_ || frame.frame != number)
      throw InputError(
          fmt::format("{}: holds frame {} of the band {} of the scene {}, not frame {} of {} of {}",
                      file.string(), frame.frame, quoteText(frame.band), quoteText(frame.scene), number,
                      quoteText(band_), quoteText(scene_)));
    return frame;
  }

 private:
  std::filesystem::path folder_;
  std::string scene_, band_;
};

}  // namespace

std::filesystem::path bandFilePath(const std::filesystem::path& folder, std::string_view band,
                                   std::uint64_t frame) {
  return folder / fmt::format("{}_{:06}.band", fileNameOf(band), frame);
}

void writeBandFrame(const std::filesystem::path& folder, const BandFrame& frame) {
  for (const BandState& moment : frame.moments)
    for (const auto& axis : moment.velocity)
      if (!std::ranges::all_of(axis, [](float v) { return std::abs(v) <= kMaxBandSpeed; }))
        throw RunError(
            fmt::format("the band {} moves faster than {:g} m/s", quoteText(frame.band), kMaxBandSpeed));
  const std::vector<std::byte> bytes = pack(kKind, [&](ByteWriter& out) {
    out.text(frame.scene);
    out.text(frame.band);
    out.value(frame.run);
    out.value(frame.frame);
    out.value(frame.framesPerSecond);
    out.value(frame.cells.side);
    out.value(frame.cells.first);
    out.value(frame.cells.count);
    out.value(static_cast<std::uint64_t>(frame.moments.size()));
    for (const BandState& moment : frame.moments) writeMoment(out, moment);
  });
  writeFile(bandFilePath(folder, frame.band, frame.frame), bytes);
}

BandFrame readBandFrame(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) throw InputError(fmt::format("there is no {}", file.string()));
  const std::vector<std::byte> bytes = readPacked(kKind, file);
  try {
    const std::vector<std::byte> payload = unpack(kKind, bytes);
    ByteReader in(payload);
    return frameOfBand(in);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", file.string(), e.what()));
  }
}

std::shared_ptr<const BandFrames> openBandFolder(std::filesystem::path folder, std::string scene,
                                                 std::string band) {
  return std::make_shared<FolderBands>(std::move(folder), std::move(scene), std::move(band));
}

}  // namespace ooze
