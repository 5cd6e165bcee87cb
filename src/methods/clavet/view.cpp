// What others may see of the method's state.
#include "methods/clavet/clavet.h"

namespace ooze::clavet {

void Clavet::visitSprings(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const {
  for (const Spring& s : springs_.list) visit(s.a, s.b, s.restLength);
}

}  // namespace ooze::clavet
