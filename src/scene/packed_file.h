// The shell of Ooze's binary files: what they are, a checksum, and the content packed by zstd.
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
  std::string_view noun;    ///< in messages: "save"
  std::uint64_t mostBytes;  ///< of a payload
  /// What to do about a file of an older version, after a semicolon in the message.
  std::string_view ofOlder = "";
};

/// The bytes of a file: magic, version, XXH3 of the packed payload, size of the payload, packed payload.
/// @throws RunError if the payload is larger than any of this kind
std::vector<std::byte> pack(const PackedKind& kind, std::span<const std::byte> payload);
/// The same with what `write` writes as payload.
std::vector<std::byte> pack(const PackedKind& kind, const std::function<void(ByteWriter& payload)>& write);

/// The payload of a file.
/// @throws InputError if the bytes are of another kind or version, or damaged
std::vector<std::byte> unpack(const PackedKind& kind, std::span<const std::byte> file);

/// The bytes of such a file. One of another kind is not read to its end, however long it is.
/// @throws InputError "cannot read PATH: reason" or "PATH: not a save of Ooze"
std::vector<std::byte> readPacked(const PackedKind& kind, const std::filesystem::path& path);

/// True if the bytes begin as a file of this kind does.
bool isOfKind(const PackedKind& kind, std::span<const std::byte> file);

}  // namespace ooze
