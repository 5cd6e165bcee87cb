// Scene panel: choice of the scene, its level of detail, its method and its speed.
#include "ui/panels/panel.h"
#include "ui/widgets/method_choice.h"
#include "ui/widgets/widgets.h"

#include <array>
#include <cfloat>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

constexpr std::array kDetails{Detail::Coarse, Detail::Medium, Detail::Fine};
constexpr std::array<const char*, 3> kDetailNames{"Coarse", "Medium", "Fine"};

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
  tooltip(context.theme, describe(Action::Gallery));
}

void drawCombo(PanelContext& context) {
  const Scene* scene = context.view.scene.get();
  if (!ImGui::BeginCombo("##scene", scene ? shownTitle(*scene).c_str() : "None yet",
                         ImGuiComboFlags_HeightLargest))
    return;
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
    if (squareButton(context.theme, icon, word, false, describe(action), {side, side}))
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
  const float width = (ImGui::GetContentRegionAvail().x - 2.f * gap) / 3.f;
  for (std::size_t i = 0; i < kDetails.size(); ++i) {
    if (i > 0) ImGui::SameLine(0.f, gap);
    const bool on = scene.detail == kDetails[i];
    if (toggleButton(context.theme, kDetailNames[i], on, width) && !on)
      context.session.load(scene.file.string(), kDetails[i]);
    tooltip(context.theme,
            "Size of the particles. The scene starts again and keeps your edits. Finer looks better and runs "
            "slower.");
  }
  if (context.view.detailReason.empty()) return;
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("%s, chosen for this machine", kDetailNames[static_cast<std::size_t>(scene.detail)]);
  ImGui::PopFont();
  tooltip(context.theme, context.view.detailReason);
}

void drawMethod(PanelContext& context, const Scene& scene) {
  const std::string& own = scene.world.method;
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool open = ImGui::BeginCombo("##method", findMethod(own).title.data());
  tooltip(context.theme,
          fmt::format("The method: {}\nAnother method restarts the scene, with materials of the same looks. "
                      "While two worlds are compared, only the marked side changes.",
                      methodCard(findMethod(own))));
  if (!open) return;
  if (const std::string key =
          methodItems(context.theme, context.catalog, context.view.scene->world.materials, own);
      !key.empty())
    context.session.changeMethod(key);
  ImGui::EndCombo();
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
  if (sliderRow(context.theme, "speed", row, speed, [] {
        ImGui::TextUnformatted(
            "Highest speed of the scene, as a multiple of real time. The motion of the liquid does not "
            "depend on it.");
      }) != Edit::None)
    context.session.setSpeed(speed);
}

}  // namespace ooze::ui
