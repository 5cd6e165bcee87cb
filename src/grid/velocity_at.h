// A velocity that is asked for many places at a time.
#pragma once

#include "ooze/base/math.h"

#include <span>
#include <type_traits>

namespace ooze::grid {

/// A reference to a function that writes the velocity at each of the places, as velocity(places, to), or that
/// tells that of one, as velocity(place) [m/s]. It is called on any thread; of places that follow each other
/// most lie near each other.
class VelocityAtPlaces {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, VelocityAtPlaces>)
      VelocityAtPlaces(F&& f)  // NOLINT: implicit by design
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
