// Cuts weld where they are kneaded. What is marked by a cut, and pressed against the other side of it, adds
// up by how much its springs are stretched for good; beyond kKneaded it forgets the cut, and the next
// adjustment ties it to all within reach.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace ooze::clavet {

/// Strain that welds: the lasting stretch of a particle's springs, in the mean [1]. Most of them lie across
/// what stretches or stay below yield, so that a squeeze to 60 % counts some 0.03 at the face of a cut in
/// clay, mud or slime.
inline constexpr float kKneaded = 0.05f;

/// What flows counts only where the sides are nearer to each other than this [h]: weight alone leaves them
/// farther apart (kCutGap). So slime that creeps stays cut.
inline constexpr float kPressed = 0.68f;

/// And only once they have come farther apart than this [h]: opening the gap of a new cut makes what is
/// beside it flow too. Until then kNotParted stands for how far a particle has been kneaded.
inline constexpr float kParted = 0.8f, kNotParted = -1.f;

/// How far the springs of a particle are stretched for good in a step. Both ends of a spring are told, by any
/// thread; the sum is a whole number, so that it does not depend on their order. Squeezes do not count: the
/// volume is kept, so that what is squeezed along one line stretches along others, and a spring that yields
/// to any squeeze (gel) shortens and lengthens without anything being kneaded.
class SpringFlow {
 public:
  /// What a spring tells, whose rest length was changed: that it is one, and its stretch.
  static std::uint64_t ofSpring(float before, float after) {
    const float stretch = before < after ? std::min((after - before) / before, kMost) : 0.f;
    return kOneSpring + static_cast<std::uint64_t>(stretch * kUnits);
  }
  void add(std::uint64_t told) {
    std::atomic_ref<std::uint64_t>(sum_).fetch_add(told, std::memory_order_relaxed);
  }
  /// Of all springs that told [1].
  [[nodiscard]] float mean() const {
    const std::uint64_t springs = sum_ / kOneSpring, stretch = sum_ % kOneSpring;
    return springs == 0 ? 0.f : static_cast<float>(stretch) / (kUnits * static_cast<float>(springs));
  }

 private:
  // Stretches of 2^16 springs, each of at most 2^28 units, stay below the bits that count springs.
  static constexpr float kUnits = 16777216.f, kMost = 16.f;
  static constexpr std::uint64_t kOneSpring = std::uint64_t{1} << 44;
  std::uint64_t sum_ = 0;
};

}  // namespace ooze::clavet
