// Little-endian binary streams in memory, and the checksum of a world's state.
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

/// Collects values as bytes in memory: the writing half of serialization.
class ByteWriter {
 public:
  /// Appends the bytes of a value.
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
  /// Elements without their number, which the reader then has to know.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void raw(std::span<const T> v) {
    const auto* p = reinterpret_cast<const std::byte*>(v.data());
    bytes_.insert(bytes_.end(), p, p + v.size_bytes());
  }
  /// Room for as many bytes, to be written at once, on several threads. It lies there until more is written.
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
  /// Returns all bytes written since the last clear().
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Forgets what was written and keeps the memory.
  void clear() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what ByteWriter wrote. @throws InputError on every read past the end: a truncated file never
/// crashes.
class ByteReader {
 public:
  /// Reads from the first byte on. @param bytes  must outlive the reader
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  /// Reads a value. @throws InputError if fewer bytes are left
  template <class T>
  requires std::is_trivially_copyable_v<T> T value() {
    T v;
    std::memcpy(&v, take(sizeof(T)), sizeof(T));
    return v;
  }
  /// Reads an array that ByteWriter::array() wrote. @throws InputError if fewer bytes are left
  template <class T>
  requires std::is_trivially_copyable_v<T> std::vector<T> array() {
    const auto n = value<std::uint64_t>();
    if (n > rest_.size() / sizeof(T)) throw InputError("the file is truncated or damaged");
    std::vector<T> v(n);
    if (n > 0) std::memcpy(v.data(), take(n * sizeof(T)), n * sizeof(T));
    return v;
  }
  /// A value that was written as 0 or 1. @throws InputError if it is anything else
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

/// 64-bit xxhash (XXH3) of the bytes.
std::uint64_t hashBytes(std::span<const std::byte> bytes);

}  // namespace ooze
