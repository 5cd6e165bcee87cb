// Dialog that saves a liquid among the user's own materials: title, description, colour and look.
#include "ooze/world/liquid_look.h"

#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr const char* kSaveTitle = "Save this material";

/// Draws the label of the next field.
void field(const PanelContext& context, const char* label) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + 100.f * context.theme.scale);
  ImGui::SetNextItemWidth(300.f * context.theme.scale);
}

void drawColour(std::uint32_t& colour) {
  std::array<float, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i) rgb[i] = static_cast<float>(colour >> (8 * i) & 0xff) / 255.f;
  if (!ImGui::ColorEdit3("##colour", rgb.data(), ImGuiColorEditFlags_DisplayHex)) return;
  colour = 0xff000000u;
  for (std::size_t i = 0; i < 3; ++i)
    colour |= static_cast<std::uint32_t>(std::lround(std::clamp(rgb[i], 0.f, 1.f) * 255.f)) << (8 * i);
}

void drawLook(std::string& look) {
  if (!ImGui::BeginCombo("##look", look.c_str())) return;
  for (const std::string_view word : kLooks)
    if (ImGui::Selectable(std::string(word).c_str(), word == look)) look = word;
  ImGui::EndCombo();
}

/// Draws the fields and buttons.
/// @return true when the dialog is finished
bool drawFields(PanelContext& context, MaterialDraft& draft) {
  field(context, "Name");
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const std::string before = draft.entry.title;
  const bool entered = textField("##name", draft.entry.title, 60, true);
  if (draft.entry.title != before) draft.replace = false, draft.error.clear();
  field(context, "Description");
  textField("##sentence", draft.entry.description, 200, false, "How the liquid looks and moves");
  field(context, "Colour");
  drawColour(draft.entry.material.colour);
  field(context, "Drawn as");
  drawLook(draft.entry.material.look);
  if (!draft.error.empty()) {
    ImGui::PushTextWrapPos(420.f * context.theme.scale);
    ImGui::TextColored(context.theme.error, "%s", draft.error.c_str());
    ImGui::PopTextWrapPos();
  }
  const float width = 96.f * context.theme.scale, gap = ImGui::GetStyle().ItemSpacing.x;
  ImGui::Dummy({0.f, 2.f * context.theme.scale});
  alignRight(2.f * width + gap);
  const bool cancel =
      ImGui::Button("Cancel", {width, 0.f}) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  ImGui::SameLine(0.f, gap);
  const bool save = mainButton(context.theme, draft.replace ? "Replace" : "Save", {width, 0.f}) || entered;
  if (!save) return cancel;
  draft.error = context.services.library->saveMaterial(draft.entry, draft.replace);
  if (draft.error.empty()) return true;
  const std::vector<Listing>& all = context.catalog.materials;
  draft.replace = std::any_of(all.begin(), all.end(), [&](const Listing& listing) {
    return listing.own && listing.title == draft.entry.title;
  });
  return false;
}

}  // namespace

void drawSaveMaterialDialog(PanelContext& context) {
  std::optional<MaterialDraft>& draft = context.state.library.draft;
  const bool wanted = draft && context.services.library && !context.state.fileRequest;
  const bool shown = ImGui::IsPopupOpen(kSaveTitle);
  if (!wanted && !shown) return;
  if (!shown) ImGui::OpenPopup(kSaveTitle);
  if (!beginDialog(context.theme, kSaveTitle, kSaveTitle, {0.f, 0.f})) return;
  if (wanted && drawFields(context, *draft)) draft.reset();
  if (!wanted || !draft) ImGui::CloseCurrentPopup();
  endDialog();
}

}  // namespace ooze::ui
