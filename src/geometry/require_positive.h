#pragma once

#include "ooze/base/error.h"
#include "ooze/base/math.h"

namespace ooze {

/// @throws InputError with this message unless all three are finite and above zero
inline void requirePositive(const Vec3& v, const char* message) {
  if (!isFinite(v) || !glm::all(glm::greaterThan(v, Vec3(0.f)))) throw InputError(message);
}

}  // namespace ooze
