// A mutator that changes the payload of a packed file and recomputes its checksum. Otherwise the checksum
// would stop every mutation. Each input of the corpus is therefore a file that Ooze opens.
#include "fuzz/targets/fuzz_target.h"
#include "scene/packed_file.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

constexpr std::uint64_t kMostBytes = 1u << 20;  // largest size of an unpacked payload [bytes]
constexpr std::size_t kMaxGrowth = 256;         // most bytes that a mutation may add to a payload
constexpr unsigned kRawMutationPeriod = 64;     // one in so many mutations changes the packed file itself

/// Returns the kind that the file's header declares.
ooze::PackedKind kindOf(std::span<const std::byte> file) {
  ooze::ByteReader in(file);
  const auto magic = in.value<std::array<char, 8>>();
  return {magic, in.value<std::uint32_t>(), "file", kMostBytes};
}

}  // namespace

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                    unsigned seed) {
  if (seed % kRawMutationPeriod == 0) return LLVMFuzzerMutate(data, size, maxSize);
  try {
    const std::span<const std::byte> file = ooze::fuzz::bytesOf(data, size);
    const ooze::PackedKind kind = kindOf(file);
    std::vector<std::byte> payload = ooze::unpack(kind, file);
    const std::size_t before = payload.size();
    payload.resize(before + kMaxGrowth);
    payload.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(payload.data()), before, payload.size()));
    const std::vector<std::byte> sealed = ooze::pack(kind, payload);
    if (sealed.size() > maxSize) return size;
    std::memcpy(data, sealed.data(), sealed.size());
    return sealed.size();
  } catch (const ooze::InputError&) {
    return LLVMFuzzerMutate(data, size, maxSize);
  }
}
