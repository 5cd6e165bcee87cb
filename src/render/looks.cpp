#include "render/looks.h"

#include <array>

namespace ooze {
namespace {

constexpr std::array kLooks{
    //       key     absorb scatter rough  mirror clear wrap  glow
    LookRow{"water", 9.f, 2.f, 0.02f, 0.025f, 1.f, 0.2f, 0.2f},
    LookRow{"oil", 30.f, 6.f, 0.03f, 0.04f, 0.95f, 0.3f, 0.5f},
    LookRow{"honey", 70.f, 6.f, 0.04f, 0.04f, 0.94f, 0.35f, 0.9f},
    LookRow{"paint", 400.f, 900.f, 0.16f, 0.05f, 0.f, 0.15f, 0.f},
    LookRow{"mud", 600.f, 900.f, 0.42f, 0.04f, 0.f, 0.05f, 0.f},
    LookRow{"clay", 900.f, 900.f, 0.75f, 0.035f, 0.f, 0.12f, 0.f},
    LookRow{"gel", 30.f, 12.f, 0.08f, 0.04f, 0.85f, 0.45f, 0.8f},
    LookRow{"slime", 45.f, 60.f, 0.06f, 0.05f, 0.6f, 0.5f, 1.f},
    // Of no material: what shows a number must not shine through or mirror.
    LookRow{kPlainLook, 900.f, 900.f, 0.5f, 0.03f, 0.f, 0.1f, 0.f},
};

}  // namespace

std::span<const LookRow> lookRows() { return kLooks; }

std::size_t lookIndex(std::string_view key) {
  for (std::size_t i = 0; i < kLooks.size(); ++i)
    if (kLooks[i].key == key) return i;
  return 0;
}

}  // namespace ooze
