#include "ui/panels/pouring_note.h"

#include "ooze/methods/method.h"

#include <string>

namespace ooze::ui {

void drawPouringNote(const PanelContext& context, std::size_t liquid) {
  if (!context.view.snapshot || !context.view.scene || liquid >= context.live.materials.size()) return;
  const std::string note =
      findMethod(context.view.snapshot->method)
          .pouringLimitation(context.view.scene->world.methodSettings, context.live.materials[liquid]);
  if (note.empty()) return;
  ImGui::PushFont(context.theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.accent);
  ImGui::TextWrapped("%s", note.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace ooze::ui
