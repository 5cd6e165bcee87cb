// Scene panel: choice of the scene, its level of detail, its method and its speed.
#include "ooze/methods/method.h"

#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

namespace ooze::ui {
namespace {

/// Returns a description of a method, one line each: its paper, its strengths, its weaknesses.
std::string methodCard(const MethodRow& method) {
  return fmt::format("{}\n{}\n{}", method.source, method.strengths, method.weaknesses);
}

// Names of kDetails, in the same order.
constexpr std::array<const char*, kDetails.size()> kDetailNames{"Draft", "Coarse", "Medium", "Fine"};

const char* nameOf(Detail detail) {
  const auto at = std::find(kDetails.begin(), kDetails.end(), detail) - kDetails.begin();
  return kDetailNames.at(static_cast<std::size_t>(at));
}

const Listing* listingOf(const PanelContext& context, const Scene& scene) {
  for (const Listing& listing : context.catalog.scenes)
    if (listing.file == scene.file) return &listing;
  return nullptr;
}

// Draws the scene's thumbnail; a click opens the gallery.
void drawPicture(PanelContext& context) {
  const Scene* scene = context.view.scene.get();
  const Listing* listing = scene ? listingOf(context, *scene) : nullptr;
  const Thumbnail picture =
      listing && context.services.library ? context.services.library->thumbnail(*listing) : Thumbnail{};
  const float width = ImGui::GetContentRegionAvail().x;
  if (!picture.texture) {
    if (ImGui::Button("Scene gallery", {width, 0.f})) context.perform(Action::Gallery);
  } else {
    const ImVec2 from = ImGui::GetCursorScreenPos(), size{width, std::floor(width / 2.f)};
    if (ImGui::InvisibleButton("picture", size)) context.perform(Action::Gallery);
    // Crops the thumbnail to its middle, to leave room for the rest of the panel.
    ImGui::GetWindowDrawList()->AddImageRounded(picture.texture, from, {from.x + size.x, from.y + size.y},
                                                {0.f, 0.1f}, {1.f, 0.9f}, IM_COL32_WHITE,
                                                4.f * context.theme.scale);
    if (ImGui::IsItemHovered())
      ImGui::GetWindowDrawList()->AddRect(from, {from.x + size.x, from.y + size.y},
                                          ImGui::GetColorU32(context.theme.accent),
                                          4.f * context.theme.scale);
  }
  tooltip(context.theme, describe(Action::Gallery, context.state.keyMap));
}

void drawCombo(PanelContext& context) {
  const Scene* scene = context.view.scene.get();
  const std::string title = scene ? shownTitle(*scene) : "None yet";
  // The panel shows the method below, so the name alone takes the little room here.
  const std::string& name = scene && !scene->title.empty() ? scene->title : title;
  if (!beginCombo(context.theme, "##scene", name, ImGuiComboFlags_HeightLargest))
    return tooltip(context.theme, title);
  for (const Listing& listing : context.catalog.scenes) {
    const bool usable = listing.error.empty();
    const std::string label = shownTitle(listing) + "##" + listing.name;
    if (ImGui::Selectable(label.c_str(), scene && scene->name == listing.name,
                          usable ? 0 : ImGuiSelectableFlags_Disabled) &&
        usable)
      context.session.load(listing.file.string(), std::nullopt);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      tooltip(context.theme, usable ? listing.description : listing.error);
  }
  ImGui::EndCombo();
}

// Draws the list of scenes, between buttons for the previous and the next scene.
void drawPicker(PanelContext& context) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, side = ImGui::GetFrameHeight();
  const auto button = [&](const char* icon, const char* word, Action action) {
    if (squareButton(context.theme, icon, word, false, describe(action, context.state.keyMap), {side, side}))
      context.perform(action);
  };
  button(icon::kPrevious, "<", Action::PreviousScene);
  ImGui::SameLine(0.f, gap);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - side - gap);
  drawCombo(context);
  ImGui::SameLine(0.f, gap);
  button(icon::kNext, ">", Action::NextScene);
}

void drawDetail(PanelContext& context, const Scene& scene) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  // Long names get wider buttons, so that all names fit into a narrow panel.
  float names = 0.f;
  for (const char* name : kDetailNames) names += ImGui::CalcTextSize(name).x;
  const float room = ImGui::GetContentRegionAvail().x - static_cast<float>(kDetails.size() - 1) * gap;
  const float pad = std::max(0.f, room - names) / static_cast<float>(kDetails.size());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {std::min(0.5f * pad, ImGui::GetStyle().FramePadding.x),
                                                   ImGui::GetStyle().FramePadding.y});
  for (std::size_t i = 0; i < kDetails.size(); ++i) {
    if (i > 0) ImGui::SameLine(0.f, gap);
    const float width = ImGui::CalcTextSize(kDetailNames[i]).x + pad;
    const bool on = scene.detail == kDetails[i];
    if (toggleButton(context.theme, kDetailNames[i], on, width) && !on)
      context.session.load(scene.file.string(), kDetails[i]);
    tooltip(
        context.theme,
        kDetails[i] == Detail::Draft
            ? "Speed before quality: about a third of the particles of coarse, 2.3 to 9 times as fast. "
              "The scene starts again and keeps your edits."
            : "Size of the particles. The scene starts again and keeps your edits. Finer looks better and "
              "runs slower.");
  }
  ImGui::PopStyleVar();
  if (context.view.detailReason.empty()) return;
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("%s, chosen for this machine", nameOf(scene.detail));
  ImGui::PopFont();
  tooltip(context.theme, context.view.detailReason);
}

void drawMethod(PanelContext& context, const Scene& scene) {
  const std::string& own = scene.world.method;
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool open = beginCombo(context.theme, "##method", std::string(findMethod(own).title));
  tooltip(context.theme,
          fmt::format("{}: {}\nAnother method restarts the scene, with materials of the same looks. "
                      "While two worlds are compared, only the marked side changes.",
                      findMethod(own).title, methodCard(findMethod(own))));
  if (!open) return;
  if (const std::string key =
          methodItems(context.theme, context.catalog, context.view.scene->world.materials, own);
      !key.empty())
    context.session.changeMethod(key);
  ImGui::EndCombo();
}

/// Returns the first material whose look has no counterpart in the method, or null.
const MaterialDefinition* withoutCounterpart(const Catalog& catalog,
                                             const std::vector<MaterialDefinition>& materials,
                                             std::string_view method) {
  for (const MaterialDefinition& m : materials)
    if (std::none_of(catalog.materials.begin(), catalog.materials.end(),
                     [&](const Listing& l) { return l.method == method && l.look == m.look; }))
      return &m;
  return nullptr;
}

}  // namespace

void drawScenePanel(PanelContext& context) {
  drawPicture(context);
  drawPicker(context);
  const Scene* scene = context.view.scene.get();
  if (!scene) return;
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextDisabled("%s", scene->description.c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0.f, 2.f * context.theme.scale});
  drawDetail(context, *scene);
  drawMethod(context, *scene);

  float speed = context.view.status.speed;
  const SliderRow row{"Speed limit", 0.05f, 4.f, Scale::Logarithmic, 1.f, "%.2f x"};
  if (sliderRow(context.theme, "speed", row, speed,
                "Highest speed of the scene, as a multiple of real time. The motion of the liquid does not "
                "depend on it.") != Edit::None)
    context.session.setSpeed(speed);
}

std::string methodItems(const Theme& theme, const Catalog& catalog,
                        const std::vector<MaterialDefinition>& materials, std::string_view own) {
  std::string chosen;
  for (const MethodRow& method : methodRegistry()) {
    const MaterialDefinition* lacks =
        method.key == own ? nullptr : withoutCounterpart(catalog, materials, method.key);
    if (ImGui::Selectable(method.title.data(), method.key == own,
                          lacks ? ImGuiSelectableFlags_Disabled : 0) &&
        method.key != own)
      chosen = method.key;
    const std::string card = methodCard(method);
    tooltip(theme,
            lacks ? fmt::format("{}\nNot available: no material of this method has the look {} of \"{}\".",
                                card, lacks->look, lacks->name)
                  : card);
  }
  return chosen;
}

}  // namespace ooze::ui
