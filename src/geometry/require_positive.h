#pragma once

#include "ooze/base/error.h"
#include "ooze/base/math.h"

namespace ooze {

/// Checks that all three components are finite and above zero.
/// @throws InputError with this message otherwise
inline void requirePositive(const Vec3& v, const char* message) {
  if (!isFinite(v) || !glm::all(glm::greaterThan(v, Vec3(0.f)))) throw InputError(message);
}

}  // namespace ooze
