// Vectors that keep some room, so that a mesh a little larger than the last one takes no memory.
#pragma once

#include <cstddef>
#include <vector>

namespace ooze::surface {

template <class T>
void makeRoom(std::vector<T>& values, std::size_t count) {
  if (count > values.capacity()) values.reserve(count + count / 4);
}

template <class T>
void resizeWithRoom(std::vector<T>& values, std::size_t count) {
  makeRoom(values, count);
  values.resize(count);
}

}  // namespace ooze::surface
