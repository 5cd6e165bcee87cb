#include "render/looks.h"

#include <array>
#include <cmath>

namespace ooze {
namespace {

constexpr std::array kLooks{
    //       key     absorb scatter rough  mirror clear wrap  glow
    LookRow{"water", 0.7f, 0.15f, 0.01f, 0.02f, 1.f, 0.2f, 0.f},
    LookRow{"oil", 14.f, 2.f, 0.02f, 0.035f, 0.98f, 0.3f, 0.5f},
    LookRow{"honey", 35.f, 5.f, 0.03f, 0.04f, 0.96f, 0.35f, 0.8f},
    LookRow{"paint", 400.f, 900.f, 0.12f, 0.05f, 0.f, 0.15f, 0.f},
    LookRow{"mud", 600.f, 900.f, 0.48f, 0.045f, 0.f, 0.05f, 0.f},
    LookRow{"clay", 900.f, 900.f, 0.85f, 0.035f, 0.f, 0.12f, 0.f},
    LookRow{"gel", 14.f, 25.f, 0.07f, 0.04f, 0.9f, 0.5f, 0.8f},
    LookRow{"slime", 25.f, 70.f, 0.06f, 0.05f, 0.65f, 0.5f, 0.8f},
    // Of no material: what shows a number must not shine through or mirror.
    LookRow{kPlainLook, 900.f, 900.f, 0.5f, 0.03f, 0.f, 0.1f, 0.f},
    LookRow{kFrostLook, 150.f, 700.f, 0.65f, 0.06f, 0.15f, 0.6f, 0.35f},
};

}  // namespace

float depthOfColour(const LookRow& look, float thickness) {
  return kDeepestColour * (1.f - std::exp(-look.absorption * thickness / kDeepestColour));
}

std::span<const LookRow> lookRows() { return kLooks; }

std::size_t lookIndex(std::string_view key) {
  for (std::size_t i = 0; i < kLooks.size(); ++i)
    if (kLooks[i].key == key) return i;
  return 0;
}

}  // namespace ooze
