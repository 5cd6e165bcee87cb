// Look panel: view, colour field, background and light of the picture, and colour and look of the liquid.
#include "ooze/world/liquid_look.h"

#include "scene/light_parameters.h"
#include "ui/panels/panel.h"
#include "ui/widgets/colour_choice.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ooze::ui {
namespace {

/// Returns the action's menu label without the name of its group, which stands before the row.
std::string labelOf(Action action) {
  for (const Shortcut& shortcut : shortcuts(KeyMap::Ooze)) {  // labels are the same in every map
    if (shortcut.action != action) continue;
    const std::size_t colon = shortcut.label.find(": ");
    return capitalised(colon == std::string_view::npos ? shortcut.label : shortcut.label.substr(colon + 2));
  }
  return "";
}

/// Draws a row with a combo box. @param draw  draws the items
template <class Draw>
void drawChoice(const char* name, const std::string& on, Draw draw) {
  const float width = ImGui::GetContentRegionAvail().x, label = 0.44f * width;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(ImGui::GetCursorPosX() + label);
  ImGui::SetNextItemWidth(width - label);
  ImGui::PushID(name);
  if (ImGui::BeginCombo("##choice", on.c_str())) {
    draw();
    ImGui::EndCombo();
  }
  ImGui::PopID();
}

/// Draws a combo box for actions of which a single action is active.
template <std::size_t N>
void drawChoice(PanelContext& context, const char* name, const std::array<Action, N>& actions, Action on) {
  drawChoice(name, labelOf(on), [&] {
    for (const Action action : actions)
      if (ImGui::Selectable(labelOf(action).c_str(), action == on)) context.perform(action);
  });
}

/// Draws the choice of the quantity that colours the liquid.
void drawColourChoice(PanelContext& context) {
  const Field chosen = chosenColour(context.state, context.view).value_or(kLookField);
  const auto draw = [&] {
    for (const Field& field : quantitiesOf(context.view))
      if (ImGui::Selectable(colourWords(field).c_str(), field == chosen)) context.state.colour = field.key;
  };
  drawChoice("Shows", colourWords(chosen), draw);
}

/// Draws a row for a colour, 0xAABBGGRR. @return the channels, 0 .. 1, after a change
std::array<float, 3> drawColour(const PanelContext& context, const char* name, const char* explanation,
                                std::uint32_t colour, bool& changed) {
  const float width = ImGui::GetContentRegionAvail().x, label = 0.44f * width;
  std::array<float, 3> channels{};
  for (std::size_t i = 0; i < 3; ++i) channels[i] = static_cast<float>(colour >> (8 * i) & 0xff) / 255.f;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  tooltip(context.theme, explanation);
  ImGui::SameLine(ImGui::GetCursorPosX() + label);
  ImGui::SetNextItemWidth(width - label);
  ImGui::PushID(name);
  changed = ImGui::ColorEdit3("##colour", channels.data(), ImGuiColorEditFlags_DisplayHex);
  ImGui::PopID();
  return channels;
}

void drawLiquidColour(PanelContext& context, const MaterialDefinition& material) {
  bool changed = false;
  const std::array<float, 3> colour = drawColour(
      context, "Colour", "Colour of this liquid, including existing particles", material.colour, changed);
  followItem(
      context.session, ("colour of " + material.name).c_str(), changed, "colour of " + material.name,
      SetValue{{SettingOwner::Material, material.name, "colour"}, Vec3{colour[0], colour[1], colour[2]}});
}

void drawLiquidLook(PanelContext& context, const MaterialDefinition& material) {
  const float width = ImGui::GetContentRegionAvail().x, label = 0.44f * width;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Drawn as");
  tooltip(context.theme, "How the liquid transmits and reflects light. Its motion does not change");
  ImGui::SameLine(ImGui::GetCursorPosX() + label);
  ImGui::SetNextItemWidth(width - label);
  if (!ImGui::BeginCombo("##look", material.look.c_str())) return;
  for (const std::string_view look : kLooks)
    if (ImGui::Selectable(std::string(look).c_str(), look == material.look))
      submitAs(context.session, "look of " + material.name,
               {SetValue{{SettingOwner::Material, material.name, "look"}, SettingValue(std::string(look))}});
  ImGui::EndCombo();
}

void explain(const Theme& theme, const char* text) {
  beginExplanation(theme);
  ImGui::TextUnformatted(text);
  endExplanation();
}

/// Labels and formats of a look's numbers, in the order of kOpticalProperties.
struct LookWords {
  const char *label, *format, *explanation;
  bool depth = false;  ///< the number is a coefficient [1/m] that is shown as a depth [mm]
};
constexpr LookWords kLookWords[] = {
    {"Absorption depth", "%.0f mm",
     "Depth at which light takes on the liquid's colour. With less, thin sheets have full colour", true},
    {"Cloudiness", "%.3g 1/m", "How fast the background fades in the liquid. High values look like milk"},
    {"Roughness", "%.2f", "0 reflects like wet glass, 1 is matt like chalk"},
    {"Refraction", "%.2f",
     "Index of refraction: water 1.33, honey 1.5, diamond 2.4. More bends and reflects more light"}};
static_assert(std::size(kLookWords) == kOpticalProperties.size());

/// Converts between a look's number and its displayed value, in both directions.
float shownAs(const LookWords& words, float number) { return words.depth ? 1000.f / number : number; }

/// Draws a number of the look. Without an override the liquid uses the look's own value.
void drawLookNumber(PanelContext& context, const MaterialDefinition& material, std::size_t i,
                    const std::optional<float>& asLoaded) {
  const OpticalProperty& n = kOpticalProperties[i];
  const LookWords& words = kLookWords[i];
  const float own = std::clamp(findLook(material.look)->own.*n.member, n.lower, n.upper);
  const auto [least, most] = std::minmax({shownAs(words, n.lower), shownAs(words, n.upper)});
  float value = shownAs(words, material.lookOverrides[i].value_or(own));
  const char* const format = words.depth && value < 10.f ? "%.1f mm" : words.format;
  const SliderRow row{words.label, least, most, n.scale, shownAs(words, asLoaded.value_or(own)), format};
  const SliderEvents events = drawSliderRow(context.theme, n.key, row, value);
  // A reset restores the loaded value exactly, without conversion.
  const bool back = events.edit == Edit::Reset;
  const std::optional<float> number =
      back ? asLoaded : std::optional(std::clamp(shownAs(words, value), n.lower, n.upper));
  followSlider(context.session, events, std::string(words.label) + " of " + material.name,
               SetValue{{SettingOwner::Material, material.name, std::string(n.key)}, number});
  if (events.hovered) explain(context.theme, words.explanation);
}

void drawLookNumbers(PanelContext& context, const MaterialDefinition& material) {
  const LiquidLook* look = findLook(material.look);
  if (!look) return;
  LookOverrides asLoaded;
  if (context.view.scene)
    for (const MaterialDefinition& loaded : context.view.scene->world.materials)
      if (loaded.name == material.name) asLoaded = loaded.lookOverrides;
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    if (isSeen(kOpticalProperties[i], *look)) drawLookNumber(context, material, i, asLoaded[i]);
}

/// Draws a slider row for a number that affects only how the scene is drawn, such as exposure. Undo ignores
/// these changes.
void drawNumber(PanelContext& context, std::string_view id, const SliderRow& row, float& value,
                const char* explanation) {
  if (drawSliderRow(context.theme, id, row, value).hovered) explain(context.theme, explanation);
}

/// Labels and formats of the light's numbers, in the order of kLightParameters.
struct LightWords {
  const char *label, *format, *explanation;
};
constexpr LightWords kLightWords[] = {{"Light from", "%.0f deg", "Turns all lamps about the vertical"},
                                      {"Light higher", "%.0f deg", "Raises the lamp that casts the shadows"},
                                      {"Brightness", "%.2f", "Brightness of the lamp that casts the shadows"},
                                      {"Exposure", "%+.2f stops", "Each stop doubles the brightness"}};
static_assert(std::size(kLightWords) == kLightParameters.size());

void drawLight(PanelContext& context, const LightSpec& original) {
  LightSpec& light = context.state.light;
  for (std::size_t i = 0; i < kLightParameters.size(); ++i) {
    const LightParameter& n = kLightParameters[i];
    const LightWords& words = kLightWords[i];
    drawNumber(context, n.key,
               {words.label, n.lower, n.upper, Scale::Linear, original.*n.member, words.format},
               light.*n.member, words.explanation);
  }
  bool changed = false;
  const std::array<float, 3> colour =
      drawColour(context, "Light colour", "Colour of the lamp that casts the shadows", light.colour, changed);
  if (!changed) return;
  light.colour = 0xff000000u;
  for (std::size_t i = 0; i < 3; ++i)
    light.colour |= static_cast<std::uint32_t>(std::lround(255.f * std::clamp(colour[i], 0.f, 1.f)))
                    << (8 * i);
}

// Half the height of a 24 mm film frame [mm], for focal lengths as photographers state them.
constexpr float kHalfPicture = 12.f;

float focalLength(float fieldOfView) { return kHalfPicture / std::tan(0.5f * glm::radians(fieldOfView)); }

void drawSpray(PanelContext& context, float original) {
  drawNumber(context, "spray", {"Spray", 0.f, 1.f, Scale::Linear, original, "%.2f"}, context.state.spray,
             "Adds droplets, foam and bubbles to liquid drawn as water. They do not affect the simulation");
}

void drawLens(PanelContext& context, float original) {
  float length = focalLength(context.state.fieldOfView);
  const float before = length;
  drawNumber(context, "lens",
             {"Focal length", 15.f, 200.f, Scale::Logarithmic, focalLength(original), "%.0f mm"}, length,
             "A longer lens has a narrower view and less perspective");
  if (length != before) context.state.fieldOfView = glm::degrees(2.f * std::atan(kHalfPicture / length));
}

}  // namespace

void drawLookPanel(PanelContext& context) {
  drawChoice(context, "View",
             std::array{Action::ViewSurface, Action::ViewTracked, Action::ViewLiquid, Action::ViewSpheres,
                        Action::ViewPoints},
             context.state.view);
  drawColourChoice(context);
  drawChoice(context, "Surroundings",
             std::array{Action::BackgroundStudio, Action::BackgroundSky, Action::BackgroundDark,
                        Action::BackgroundWhite, Action::BackgroundPicture},
             context.state.panorama.empty() ? context.state.background : Action::BackgroundPicture);
  if (!context.state.panorama.empty()) {
    ImGui::TextDisabled("%s", context.state.panorama.filename().c_str());
    tooltip(context.theme, context.state.panorama.string());
  }
  if (context.view.scene) {
    drawLight(context, context.view.scene->look.light);
    drawLens(context, context.view.scene->camera.fieldOfView);
    drawSpray(context, context.view.scene->look.spray);
  }
  if (context.state.material >= context.live.materials.size()) return;
  const MaterialDefinition& material = context.live.materials[context.state.material];
  heading(context.theme, material.name);
  drawLiquidColour(context, material);
  drawLiquidLook(context, material);
  drawLookNumbers(context, material);
}

}  // namespace ooze::ui
