// What every fuzz target shares: an input is taken, or refused in one line. Anything else ends the process,
// for the fuzzer to report.
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
/// Of the fuzzer: changes the bytes, to at most maxSize of them. @return how many there are now
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed);
}

namespace ooze::fuzz {

/// A folder of this process, which goes at a clean end. The user's folders lie in it, too, so that an input
/// neither finds what is there nor leaves anything.
const std::filesystem::path& ownFolder();

/// Ends the process unless this is so.
inline void demand(bool so, const char* what) {
  if (so) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

/// @return whether the input was taken
template <class Take>
bool takenOrRefused(const Take& take) {
  try {
    take();
    return true;
  } catch (const InputError& e) {
    demand(std::strchr(e.what(), '\n') == nullptr, "a refusal of more than one line");
    return false;
  }
}

/// What runs may stop in one line, but it is too late to refuse what was taken: InputError ends the process.
template <class Run>
bool ranOn(const Run& run) {
  try {
    run();
    return true;
  } catch (const RunError& e) {
    demand(std::strchr(e.what(), '\n') == nullptr, "a stop with more than one line");
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
