// A velocity field that is evaluated for many places at once.
#pragma once

#include "ooze/base/math.h"

#include <span>
#include <type_traits>

namespace ooze::grid {

/// Non-owning reference to a velocity function [m/s].
/// Accepts velocity(places, to), which writes the velocity at each place, or velocity(place), which returns a
/// single velocity. The function is called on any thread; consecutive places are mostly close to each other.
class VelocityFunction {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, VelocityFunction>)
      VelocityFunction(F&& f)  // NOLINT: implicit by design
      : object_(const_cast<void*>(static_cast<const void*>(&f))),
        call_([](void* o, std::span<const Vec3> places, Vec3* to) {
          auto& velocity = *static_cast<std::remove_reference_t<F>*>(o);
          if constexpr (std::is_invocable_v<F, std::span<const Vec3>, Vec3*>)
            velocity(places, to);
          else
            for (const Vec3& p : places) *to++ = velocity(p);
        }) {}
  void operator()(std::span<const Vec3> places, Vec3* to) const { call_(object_, places, to); }

 private:
  void* object_;
  void (*call_)(void*, std::span<const Vec3>, Vec3*);
};

}  // namespace ooze::grid
