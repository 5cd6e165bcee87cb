// NumPy arrays that show memory of C++ without a copy.
#pragma once

#include "ooze/base/math.h"

#include <memory>
#include <pybind11/numpy.h>
#include <utility>
#include <vector>

namespace ooze::python {

/// Returns a read-only array that shows `data`, and keeps `owner` alive.
/// @param data   first number; null for no numbers
/// @param shape  shape of the array, in C order
template <class Number, class Owner>
pybind11::array_t<Number> arrayOf(const Number* data, std::vector<pybind11::ssize_t> shape,
                                  std::shared_ptr<Owner> owner) {
  using Kept = std::shared_ptr<Owner>;
  pybind11::capsule base(new Kept(std::move(owner)), [](void* kept) { delete static_cast<Kept*>(kept); });
  pybind11::array_t<Number> array(std::move(shape), data, base);
  pybind11::detail::array_proxy(array.ptr())->flags &= ~pybind11::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

/// Returns a read-only array of shape (N, 3) that shows vectors, and keeps `owner` alive.
template <class Owner>
pybind11::array_t<float> arrayOf(const std::vector<Vec3>& vectors, std::shared_ptr<Owner> owner) {
  static_assert(sizeof(Vec3) == 3 * sizeof(float));
  return arrayOf(reinterpret_cast<const float*>(vectors.data()),
                 {static_cast<pybind11::ssize_t>(vectors.size()), 3}, std::move(owner));
}

/// Returns a read-only array of shape (N,) that shows numbers, and keeps `owner` alive.
template <class Number, class Owner>
pybind11::array_t<Number> arrayOf(const std::vector<Number>& numbers, std::shared_ptr<Owner> owner) {
  return arrayOf(numbers.data(), {static_cast<pybind11::ssize_t>(numbers.size())}, std::move(owner));
}

/// Returns an array that takes over a vector, without a copy.
template <class Number>
pybind11::array_t<Number> arrayFrom(std::vector<Number> numbers, std::vector<pybind11::ssize_t> shape) {
  auto owner = std::make_shared<const std::vector<Number>>(std::move(numbers));
  const Number* const data = owner->data();
  return arrayOf(data, std::move(shape), std::move(owner));
}

}  // namespace ooze::python
