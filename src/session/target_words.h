// What a command's target is called, for people: "Viscosity of honey", σ, 1/frame.
#pragma once

#include "ooze/base/parameter.h"

#include <string>
#include <string_view>

namespace ooze {

struct TargetWords {
  std::string label;   ///< "Viscosity of honey"
  std::string symbol;  ///< the paper's, or ""
  std::string unit;    ///< "" if it is a pure number
  Scale scale = Scale::Linear;
  float lower = 0.f, upper = 0.f;  ///< what it may be; both 0 where only the world knows

  /// "Viscosity of honey  σ  [1/frame]"
  [[nodiscard]] std::string title() const;
};

/// By the target's form alone; what it names need not exist, and what is not known is called as it is
/// written.
/// @param method  whose parameters count
TargetWords describeTarget(std::string_view target, std::string_view method);

}  // namespace ooze
