#include "ooze/base/bytes.h"

#include <xxhash.h>

namespace ooze {

std::uint64_t hashBytes(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace ooze
