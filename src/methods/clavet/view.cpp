// What others may see of the method's state.
#include "methods/clavet/clavet.h"

namespace ooze::clavet {

void Clavet::visitSprings(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const {
  if (!springs_.active) return;
  for (std::size_t i = 0; i < springs_.rows.size(); ++i) {
    const Springs::Row& row = springs_.rows[i];
    for (std::size_t k = row.first(); k < row.first() + row.count; ++k)
      if (liquid_.isThere(springs_.other[k]))
        visit(liquid_.particles.id[i], springs_.other[k], springs_.rest[k]);
  }
}

std::size_t Clavet::springCount() const {
  std::size_t count = 0;
  visitSprings([&count](std::uint32_t, std::uint32_t, float) { ++count; });
  return count;
}

std::vector<Spring> Clavet::springList() const {
  std::vector<Spring> list;
  visitSprings([&list](std::uint32_t a, std::uint32_t b, float rest) { list.push_back({a, b, rest}); });
  return list;
}

}  // namespace ooze::clavet
