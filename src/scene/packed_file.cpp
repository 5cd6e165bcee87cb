#include "scene/packed_file.h"

#include "ooze/base/error.h"

#include "base/file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <system_error>
#include <zstd.h>

namespace ooze {
namespace {

// Limits for the decompressed size of a file: kMinSizeLimit [bytes] plus kMaxExpansion times the compressed
// size. Particle data compress to a tenth at best, so a file beyond the limit was made to exhaust the memory.
constexpr std::uint64_t kMaxExpansion = 1000, kMinSizeLimit = 1u << 20;

std::string notOfKind(const PackedKind& kind) { return fmt::format("not a {} of Ooze", kind.noun); }

std::vector<std::byte> decompress(const PackedKind& kind, std::span<const std::byte> packed,
                                  std::uint64_t size, const InputError& damaged) {
  // zstd frames of our writer state their decompressed size. A false size must not make us allocate more
  // memory than the limit allows.
  const std::uint64_t most = std::min(kind.maxBytes, kMinSizeLimit + kMaxExpansion * packed.size());
  if (size > most || ZSTD_getFrameContentSize(packed.data(), packed.size()) != size) throw damaged;
  std::vector<std::byte> payload(size);
  const std::size_t n = ZSTD_decompress(payload.data(), payload.size(), packed.data(), packed.size());
  if (ZSTD_isError(n) || n != size) throw damaged;
  return payload;
}

}  // namespace

std::vector<std::byte> pack(const PackedKind& kind, std::span<const std::byte> payload) {
  if (payload.size() > kind.maxBytes)
    throw RunError(fmt::format("the {} would be too long for Ooze to read back", kind.noun));
  std::vector<std::byte> packed(ZSTD_compressBound(payload.size()));
  const std::size_t n = ZSTD_compress(packed.data(), packed.size(), payload.data(), payload.size(), 3);
  if (ZSTD_isError(n))
    throw RunError(fmt::format("cannot compress the {}: {}", kind.noun, ZSTD_getErrorName(n)));
  packed.resize(n);
  ByteWriter file;
  file.value(kind.magic);
  file.value(kind.version);
  file.value(hashBytes(packed));
  file.value(static_cast<std::uint64_t>(payload.size()));
  file.array(packed);
  return file.bytes();
}

std::vector<std::byte> pack(const PackedKind& kind, const std::function<void(ByteWriter& payload)>& write) {
  ByteWriter payload;
  write(payload);
  return pack(kind, payload.bytes());
}

std::vector<std::byte> unpack(const PackedKind& kind, std::span<const std::byte> file) {
  if (!isOfKind(kind, file)) throw InputError(notOfKind(kind));
  const InputError damaged(fmt::format("the {} is damaged", kind.noun));
  ByteReader in(file.subspan(kind.magic.size()));
  if (const auto version = in.value<std::uint32_t>(); version != kind.version) {
    const std::string_view advice = version < kind.version ? kind.olderVersionAdvice : "";
    throw InputError(fmt::format("the {} has version {}; this Ooze reads version {}{}{}", kind.noun, version,
                                 kind.version, advice.empty() ? "" : "; ", advice));
  }
  const auto checksum = in.value<std::uint64_t>();
  const auto size = in.value<std::uint64_t>();
  const auto packed = in.array<std::byte>();
  if (!in.atEnd() || hashBytes(packed) != checksum) throw damaged;
  return decompress(kind, packed, size, damaged);
}

std::vector<std::byte> readPacked(const PackedKind& kind, const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    std::array<char, sizeof(kind.magic)> begin{};
    std::ifstream file(path, std::ios::binary);
    if (file.read(begin.data(), begin.size()) && begin != kind.magic)
      throw InputError(fmt::format("{}: {}", path.string(), notOfKind(kind)));
    if (const auto size = std::filesystem::file_size(path, ignored);
        !ignored && size > ZSTD_compressBound(kind.maxBytes))
      throw InputError(fmt::format("{}: too long for a {}", path.string(), kind.noun));
  }
  return readBytes(path);
}

bool isOfKind(const PackedKind& kind, std::span<const std::byte> file) {
  return file.size() >= kind.magic.size() &&
         std::equal(kind.magic.begin(), kind.magic.end(), file.begin(),
                    [](char a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

}  // namespace ooze
