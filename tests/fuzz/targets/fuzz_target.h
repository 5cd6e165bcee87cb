// Common parts of the fuzz targets. An input must be accepted, or refused in one line. Anything else ends
// the process, and the fuzzer reports the input.
#pragma once

#include "ooze/base/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>

extern "C" {
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
/// A function of libFuzzer: changes the bytes in place, to at most maxSize of them.
/// @return the new number of bytes
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed);
}

namespace ooze::fuzz {

/// Returns a folder of this process, which is removed at a clean end. The XDG variables point into this
/// folder, so that an input neither finds the user's files nor leaves new ones.
const std::filesystem::path& ownFolder();

/// Ends the process with a message unless the condition holds.
inline void require(bool so, const char* what) {
  if (so) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

/// Runs `take`, which may throw InputError with a one-line message. @return whether the input was accepted
template <class Take>
bool isAccepted(const Take& take) {
  try {
    take();
    return true;
  } catch (const InputError& e) {
    require(std::strchr(e.what(), '\n') == nullptr, "a refusal of more than one line");
    return false;
  }
}

/// Runs `run`, which may stop with a one-line RunError. Accepted input cannot be refused any more, so
/// InputError ends the process.
/// @return whether `run` completed
template <class Run>
bool completes(const Run& run) {
  try {
    run();
    return true;
  } catch (const RunError& e) {
    require(std::strchr(e.what(), '\n') == nullptr, "a stop with more than one line");
    return false;
  }
}

inline std::span<const std::byte> bytesOf(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}
inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace ooze::fuzz
