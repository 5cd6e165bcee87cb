// Container of Ooze's binary files: magic number, version, checksum and a payload compressed by zstd.
#pragma once

#include "ooze/base/bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

struct PackedKind {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::string_view noun;   ///< name of the file kind in messages: "save"
  std::uint64_t maxBytes;  ///< size limit of a payload [bytes]
  /// Advice about a file of an older version, appended to the message after a semicolon.
  std::string_view olderVersionAdvice = "";
};

/// Returns the bytes of a file: magic number, version, XXH3 hash of the compressed payload, size of the
/// payload, compressed payload.
/// @throws RunError if the payload exceeds the size limit of this kind
std::vector<std::byte> pack(const PackedKind& kind, std::span<const std::byte> payload);
/// Packs the payload that `write` writes.
std::vector<std::byte> pack(const PackedKind& kind, const std::function<void(ByteWriter& payload)>& write);

/// Checks the header and checksum of a file and returns the decompressed payload.
/// @throws InputError if the bytes are of another kind or version, or damaged
std::vector<std::byte> unpack(const PackedKind& kind, std::span<const std::byte> file);

/// Reads the bytes of a packed file. A file of another kind is refused after its first bytes, however long
/// the file is.
/// @throws InputError "cannot read PATH: reason" or "PATH: not a save of Ooze"
std::vector<std::byte> readPacked(const PackedKind& kind, const std::filesystem::path& path);

/// Returns true if the bytes begin with the magic number of this kind.
bool isOfKind(const PackedKind& kind, std::span<const std::byte> file);

}  // namespace ooze
