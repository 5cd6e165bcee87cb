#include "ui/method_choice.h"

#include "ooze/methods/method.h"

#include "ui/widgets.h"

#include <imgui.h>

namespace ooze::ui {

std::string methodItems(const Theme& theme, std::string_view own) {
  std::string chosen;
  for (const MethodRow& method : methodRegistry()) {
    if (ImGui::Selectable(method.title.data(), method.key == own) && method.key != own) chosen = method.key;
    tooltip(theme, std::string(method.source));
  }
  return chosen;
}

}  // namespace ooze::ui
