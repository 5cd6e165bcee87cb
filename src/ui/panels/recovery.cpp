// Recovery dialog after a crash: offers to restore or discard lost sessions.
#include "ui/state/recovery.h"

#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

namespace ooze::ui {
namespace {

constexpr const char* kRecoveryTitle = "Ooze did not end cleanly";

std::string ago(double seconds) {
  const auto counted = [](double n, const char* unit) {
    const auto whole = static_cast<long>(n);
    return fmt::format("{} {}{} ago", whole, unit, whole == 1 ? "" : "s");
  };
  if (seconds < 60.0) return "less than a minute ago";
  if (seconds < 3600.0) return counted(seconds / 60.0, "minute");
  if (seconds < 86400.0) return counted(seconds / 3600.0, "hour");
  return counted(seconds / 86400.0, "day");
}

void drawLost(Recovery& recovery, std::size_t index, const Theme& theme) {
  const LostSession& lost = recovery.lost()[index];
  ImGui::PushID(static_cast<int>(index));
  ImGui::TextUnformatted(lost.name.c_str());
  if (lost.problem.empty())
    ImGui::TextDisabled("%s",
                        fmt::format("{:.1f} s simulated, saved {}", lost.seconds, ago(lost.age)).c_str());
  else
    ImGui::TextWrapped("%s", lost.problem.c_str());
  const ImVec2 size(96.f * theme.scale, 0.f);
  if (lost.problem.empty()) {
    if (mainButton(theme, "Restore", size)) recovery.restore(index);
    ImGui::SameLine();
  }
  if (ImGui::Button("Discard", size)) recovery.discard(index);
  ImGui::PopID();
}

/// Handles keys: Enter restores a single restorable session, Escape postpones the decision.
void answerByKey(Recovery& recovery) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); };
  if (pressed(ImGuiKey_Escape)) return recovery.postpone();
  const bool yes = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter);
  if (yes && recovery.lost().size() == 1 && recovery.lost().front().problem.empty()) recovery.restore(0);
}

}  // namespace

void drawRecovery(PanelContext& context) {
  Recovery* recovery = context.services.recovery;
  if (!recovery || recovery->lost().empty()) return;
  if (!ImGui::IsPopupOpen(kRecoveryTitle)) ImGui::OpenPopup(kRecoveryTitle);
  if (!beginDialog(context.theme, kRecoveryTitle, kRecoveryTitle, {440.f * context.theme.scale, 0.f})) return;
  ImGui::TextWrapped("These sessions were not closed. Each is kept up to its last autosave.");
  const std::size_t count = recovery->lost().size();
  for (std::size_t i = 0; i < count; ++i) {
    ImGui::Spacing();
    ImGui::Separator();
    ImGui::Spacing();
    drawLost(*recovery, i, context.theme);
    if (recovery->lost().size() != count) break;  // the rest is drawn in the next frame
  }
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  if (!recovery->lost().empty() && ImGui::Button("Ask again at the next start")) recovery->postpone();
  if (!recovery->lost().empty()) answerByKey(*recovery);
  if (recovery->lost().empty()) ImGui::CloseCurrentPopup();
  endDialog();
}

}  // namespace ooze::ui
