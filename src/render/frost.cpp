#include "render/frost.h"

#include "render/looks.h"

#include <algorithm>
#include <string>

namespace ooze {
namespace {

constexpr std::uint32_t kRime[3]{214, 234, 252};

// Mixes a colour half with grey, and the result half with the colour of rime.
std::uint32_t pale(std::uint32_t colour) {
  const std::uint32_t grey = (2 * (colour & 255) + 5 * (colour >> 8 & 255) + (colour >> 16 & 255)) / 8;
  std::uint32_t mixed = colour & 0xff000000u;
  for (std::uint32_t c = 0; c < 3; ++c) {
    const std::uint32_t own = ((colour >> (8 * c) & 255) + grey) / 2;
    mixed |= (own + kRime[c]) / 2 << (8 * c);
  }
  return mixed;
}

}  // namespace

std::shared_ptr<const Snapshot> frosted(const std::shared_ptr<const Snapshot>& snapshot) {
  const std::size_t count = snapshot->positions.size(), materials = snapshot->materials.size();
  const auto isFrozen = [](std::uint8_t f) { return f != 0; };
  if (snapshot->frozen.size() != count || snapshot->particleMaterials.size() != count ||
      snapshot->colours.size() != count ||
      std::none_of(snapshot->frozen.begin(), snapshot->frozen.end(), isFrozen))
    return snapshot;
  auto shown = std::make_shared<Snapshot>(*snapshot);
  for (std::size_t m = 0; m < materials; ++m) {
    shown->materials.push_back(shown->materials[m]);
    shown->materials.back().look = std::string(kFrostLook);
    shown->materials.back().lookOverrides = {};
    shown->materials.back().colour = pale(shown->materials[m].colour);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (isFrozen(shown->frozen[i])) {
      shown->particleMaterials[i] = static_cast<std::uint16_t>(shown->particleMaterials[i] + materials);
      shown->colours[i] = pale(shown->colours[i]);
    }
  return shown;
}

}  // namespace ooze
