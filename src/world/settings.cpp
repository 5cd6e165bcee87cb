#include "world/settings.h"

#include "ooze/world/world.h"

namespace ooze {

const std::vector<ParameterInfo>& worldParameters() {
  static const std::vector<ParameterInfo> rows = describe<WorldSettings>(kWorldParameters);
  return rows;
}

}  // namespace ooze
