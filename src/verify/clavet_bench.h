// Test bench for a liquid of the viscoelastic method of one material, with springs.
#pragma once

#include "methods/clavet/clavet.h"
#include "verify/method_bench.h"

#include <utility>
#include <vector>

namespace ooze::verify {

class ClavetBench : public MethodBench {
 public:
  /// @param gravity  gravitational acceleration [m/s^2]
  ClavetBench(const MaterialDefinition& material, const MethodSettings& settings, const Vec3& gravity = {},
              std::vector<Body> solids = {})
      : MethodBench(findMethod("clavet"), settings, {material}, gravity, std::move(solids)) {}

  /// Adds springs between all neighbours at their present distances.
  void addSprings() { liquid().edit(RunAction{clavet::kAddSprings}, threads()); }

  [[nodiscard]] clavet::Clavet& liquid() { return static_cast<clavet::Clavet&>(method()); }
  [[nodiscard]] const clavet::Clavet& liquid() const { return static_cast<const clavet::Clavet&>(method()); }
  [[nodiscard]] float restSpacing() const override { return liquid().laws().restSpacing(0); }

 protected:
  // Measurements change the materials of the method itself.
  [[nodiscard]] float longestStep() const override { return liquid().laws().stableStep().seconds; }
};

}  // namespace ooze::verify
