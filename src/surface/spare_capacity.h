// Grows vectors with spare capacity, so that a slightly larger mesh in the next frame allocates no memory.
#pragma once

#include <cstddef>
#include <vector>

namespace ooze::surface {

template <class T>
void reserveWithSlack(std::vector<T>& values, std::size_t count) {
  if (count > values.capacity()) values.reserve(count + count / 4);
}

template <class T>
void resizeWithSlack(std::vector<T>& values, std::size_t count) {
  reserveWithSlack(values, count);
  values.resize(count);
}

}  // namespace ooze::surface
