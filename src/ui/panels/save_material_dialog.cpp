// Keeps a liquid of the world among the user's own materials: its title, a sentence, colour and look.
#include "ui/panels/panel.h"
#include "ui/text_field.h"
#include "ui/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr const char* kTitle = "Save this material";

void drawColour(std::uint32_t& colour) {
  std::array<float, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i) rgb[i] = static_cast<float>(colour >> (8 * i) & 0xff) / 255.f;
  if (!ImGui::ColorEdit3("Colour", rgb.data(), ImGuiColorEditFlags_DisplayHex)) return;
  colour = 0xff000000u;
  for (std::size_t i = 0; i < 3; ++i)
    colour |= static_cast<std::uint32_t>(std::lround(std::clamp(rgb[i], 0.f, 1.f) * 255.f)) << (8 * i);
}

void drawLook(std::string& look) {
  if (!ImGui::BeginCombo("Drawn as", look.c_str())) return;
  for (const std::string_view word : kLooks)
    if (ImGui::Selectable(std::string(word).c_str(), word == look)) look = word;
  ImGui::EndCombo();
}

/// @return true when the window is done with
bool drawFields(PanelContext& context, MaterialDraft& draft) {
  ImGui::PushItemWidth(300.f * context.theme.scale);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const std::string before = draft.entry.title;
  const bool entered = textField("Name", draft.entry.title, 60, true);
  if (draft.entry.title != before) draft.replace = false, draft.error.clear();
  textField("In a sentence", draft.entry.description, 200, false);
  drawColour(draft.entry.material.colour);
  drawLook(draft.entry.material.look);
  ImGui::PopItemWidth();
  if (!draft.error.empty()) {
    ImGui::PushTextWrapPos(420.f * context.theme.scale);
    ImGui::TextColored(context.theme.error, "%s", draft.error.c_str());
    ImGui::PopTextWrapPos();
  }
  const bool save = ImGui::Button(draft.replace ? "Replace it" : "Save") || entered;
  ImGui::SameLine();
  const bool cancel = ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
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
  const bool shown = ImGui::IsPopupOpen(kTitle);
  if (!wanted && !shown) return;
  if (!shown) ImGui::OpenPopup(kTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.45f * screen.y}, 0, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(kTitle, nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove))
    return;
  if (wanted && drawFields(context, *draft)) draft.reset();
  if (!wanted || !draft) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace ooze::ui
