// Little-endian binary serialization to and from memory, and the hash of a world's state.
#pragma once

#include "ooze/base/error.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ooze {

static_assert(std::endian::native == std::endian::little, "saves are written little-endian by memcpy");

/// Serializes trivially copyable values to a byte buffer, for ByteReader. Values are stored little-endian,
/// without padding between them. Not thread-safe.
class ByteWriter {
 public:
  /// Appends the sizeof(T) bytes of a value.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void value(const T& v) {
    const auto* p = reinterpret_cast<const std::byte*>(&v);
    bytes_.insert(bytes_.end(), p, p + sizeof(T));
  }
  /// Appends the number of elements as 64 bits, then the elements.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void array(std::span<const T> v) {
    value(static_cast<std::uint64_t>(v.size()));
    raw(v);
  }
  /// Appends the number of elements as 64 bits, then the elements.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void array(const std::vector<T>& v) { array(std::span<const T>(v)); }
  /// Writes the elements without their count, so the reader has to know the count.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void raw(std::span<const T> v) {
    const auto* p = reinterpret_cast<const std::byte*>(v.data());
    bytes_.insert(bytes_.end(), p, p + v.size_bytes());
  }
  /// Appends `count` zero bytes and returns them, to be filled in place, possibly by several threads.
  /// @return exactly `count` bytes; valid until the next write or clear()
  std::span<std::byte> room(std::size_t count) {
    bytes_.resize(bytes_.size() + count);
    return std::span(bytes_).last(count);
  }
  /// Appends the length as 64 bits, then the bytes of the text.
  void text(std::string_view s) {
    value(static_cast<std::uint64_t>(s.size()));
    const auto* p = reinterpret_cast<const std::byte*>(s.data());
    bytes_.insert(bytes_.end(), p, p + s.size());
  }
  /// Returns all bytes written since the last clear(). The reference is valid as long as the writer.
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Removes the content and keeps the allocated memory.
  void clear() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Deserializes the output of ByteWriter. Every read moves forward. Not thread-safe.
/// @throws InputError on every read past the end, so that a truncated file never crashes the program
class ByteReader {
 public:
  /// Begins at the first byte. @param bytes  not copied; must outlive the reader
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  /// Reads a value. @throws InputError if fewer bytes are left
  template <class T>
  requires std::is_trivially_copyable_v<T> T value() {
    T v;
    std::memcpy(&v, take(sizeof(T)), sizeof(T));
    return v;
  }
  /// Reads an array that ByteWriter::array() wrote. The stored count is checked before memory is allocated.
  /// @throws InputError if fewer bytes are left
  template <class T>
  requires std::is_trivially_copyable_v<T> std::vector<T> array() {
    const auto n = value<std::uint64_t>();
    if (n > rest_.size() / sizeof(T)) throw InputError("the file is truncated or damaged");
    std::vector<T> v(n);
    if (n > 0) std::memcpy(v.data(), take(n * sizeof(T)), n * sizeof(T));
    return v;
  }
  /// Reads a boolean that was written as one byte, 0 or 1.
  /// @throws InputError if no byte is left or the byte is anything else
  bool flag() {
    const auto v = value<std::uint8_t>();
    if (v > 1) throw InputError("the file is truncated or damaged");
    return v != 0;
  }
  /// Reads a text that ByteWriter::text() wrote. @throws InputError if fewer bytes are left
  std::string text() {
    const auto n = value<std::uint64_t>();
    if (n > rest_.size()) throw InputError("the file is truncated or damaged");
    const auto* p = reinterpret_cast<const char*>(take(n));
    return {p, n};
  }
  /// Returns true if no bytes are left.
  [[nodiscard]] bool atEnd() const { return rest_.empty(); }

 private:
  const std::byte* take(std::size_t n) {
    if (n > rest_.size()) throw InputError("the file is truncated or damaged");
    const std::byte* p = rest_.data();
    rest_ = rest_.subspan(n);
    return p;
  }
  std::span<const std::byte> rest_;
};

/// Returns the 64-bit xxHash (XXH3) of the bytes. Equal bytes give equal hashes on every machine.
std::uint64_t hashBytes(std::span<const std::byte> bytes);

}  // namespace ooze
