// Tool panel: options of the armed tool, with a sentence about its effect.
#include "ui/overlays/control_overlay.h"
#include "ui/panels/panel.h"
#include "ui/state/control_edits.h"
#include "ui/state/placement.h"
#include "ui/widgets/nozzle.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace ooze::ui {
namespace {

// Draws the slider of a tool length, whose default scales with the liquid until the user chooses a value.
void drawLength(PanelContext& context, const char* label, ToolLength& length, const char* explanation) {
  const float h = context.view.snapshot->interactionRadius * 1000.f;
  float millimetres = length.in(*context.view.snapshot) * 1000.f;
  const SliderRow row{label,    length.least * h, length.most * h, Scale::Logarithmic, length.usual * h,
                      "%.0f mm"};
  const Edit edit = sliderRow(context.theme, label, row, millimetres, explanation);
  if (edit == Edit::Changed) length.chosen = millimetres / 1000.f;
  if (edit == Edit::Reset) length.chosen.reset();
}

void drawBrush(PanelContext& context) {
  drawLength(context, "Size", context.state.tools.brush,
             "Radius of the brush. Ctrl + wheel changes it in the view.");
}

void drawShape(std::size_t& shape) {
  const std::span<const DropShape> shapes = dropShapes();
  ImGui::SetNextItemWidth(-1.f);
  if (!ImGui::BeginCombo("##shape", shapes[std::min(shape, shapes.size() - 1)].word)) return;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (ImGui::Selectable(shapes[i].word, i == shape)) shape = i;
  ImGui::EndCombo();
}

void drawLiquidChoice(PanelContext& context) {
  const std::vector<MaterialDefinition>& liquids = context.live.materials;
  std::size_t& chosen = context.state.material;
  chosen = std::min(chosen, std::max<std::size_t>(liquids.size(), 1) - 1);
  if (liquids.size() < 2) return;
  ImGui::SetNextItemWidth(-1.f);
  if (ImGui::BeginCombo("##liquid", context.liquidName(chosen).c_str())) {
    for (std::size_t i = 0; i < liquids.size(); ++i)
      if (ImGui::Selectable(fmt::format("{}##{}", context.liquidName(i), i).c_str(), i == chosen)) chosen = i;
    ImGui::EndCombo();
  }
  tooltip(context.theme, "The liquid that the tool pours");
}

void drawPour(PanelContext& context) {
  ToolOptions& tools = context.state.tools;
  drawLiquidChoice(context);
  drawPouringNote(context, context.state.material);
  const SliderRow speed{"Speed", 0.05f, 10.f, Scale::Logarithmic, ToolOptions().pourSpeed, "%.2f m/s"};
  sliderRow(context.theme, "speed", speed, tools.pourSpeed,
            "Speed of the liquid at the nozzle. Speed and radius set the flow.");
  drawLength(context, "Radius", tools.nozzle,
             "Half the width of the nozzle's opening. Ctrl + wheel changes it in the view.");
  drawLength(context, "Height", tools.height, "Height of the nozzle above the surface under the pointer.");
  drawLength(context, "Suction", tools.brush, "Reach of the suction by the right button.");
}

void drawPush(PanelContext& context) {
  drawBrush(context);
  const SliderRow strength{"Strength",        1.f, 1000.f, Scale::Logarithmic, ToolOptions().push,
                           "%.0f m/s\xc2\xb2"};
  sliderRow(context.theme, "strength", strength, context.state.tools.push,
            "Acceleration at the centre. Gravity is about 10.");
}

void drawGrab(PanelContext& context) {
  drawLength(
      context, "Grip", context.state.tools.grip,
      "Radius of the liquid that the hand holds. A heavy jelly needs a large grip, a thread a small one.\n"
      "Ctrl + wheel changes it in the view.");
}

void drawCut(PanelContext& context) {
  const SliderRow part{"Parting", 0.f, 3.f, Scale::Linear, ToolOptions().part, "%.2f m/s"};
  sliderRow(context.theme, "part", part, context.state.tools.part,
            "How fast the two sides of a cut leave the blade.\n"
            "Gel, clay, mud and slime stay cut; water, honey and paint flow together again.");
}

void drawDrop(PanelContext& context) {
  DropChoice& drop = context.state.drop;
  drawShape(drop.shape);
  const float usual = usualDropSize(context.view.snapshot->interactionRadius) * 1000.f;
  float millimetres = dropSize(drop, *context.view.snapshot) * 1000.f;
  const bool isBox =
      dropShapes()[std::min(drop.shape, dropShapes().size() - 1)].kind == SolidShape::SolidKind::Box;
  const SliderRow size{isBox ? "Half edge" : "Radius",
                       kSmallestDrop * usual,
                       kLargestDrop * usual,
                       Scale::Logarithmic,
                       usual,
                       "%.0f mm"};
  if (sliderRow(context.theme, "size", size, millimetres,
                "Distance from the centre to the side. The smallest body is as fine as the liquid.") !=
      Edit::None)
    drop.size = millimetres / 1000.f;
  const SliderRow density{"Density",          kLightestBody,        kHeaviestBody,
                          Scale::Logarithmic, DropChoice().density, "%.0f"};
  sliderRow(context.theme, "density", density, drop.density, [&] {
    explainDensity(context, drop.density);
    ImGui::TextDisabled("[kg/m\xc2\xb3]");
  });
}

void drawCollider(PanelContext& context) {
  drawShape(context.state.tools.colliderShape);
  drawLength(context, "Size", context.state.tools.collider, "Distance from the centre to the side.");
}

/// Draws a labelled combo box for a few words.
template <class T, std::size_t count>
void drawChoiceOf(const char* label, const std::array<const char*, count>& words, T& chosen) {
  constexpr float kLabel = 4.f;  // width of the label [text heights]
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine(kLabel * ImGui::GetFontSize());
  ImGui::SetNextItemWidth(-1.f);
  if (!ImGui::BeginCombo(fmt::format("##{}", label).c_str(), words[static_cast<std::size_t>(chosen)])) return;
  for (std::size_t i = 0; i < count; ++i)
    if (ImGui::Selectable(words[i], i == static_cast<std::size_t>(chosen))) chosen = static_cast<T>(i);
  ImGui::EndCombo();
}

void drawPaintedVelocity(PanelContext& context, ControlChoice& choice) {
  drawChoiceOf("Goes",
               std::array{"Stand still", "Upward", "Downward", "Along the stroke", "Into the surface",
                          "Out of the surface"},
               choice.aim);
  tooltip(context.theme, "Direction that the control gives the liquid");
  if (choice.aim == ControlAim::Still) return;
  const SliderRow speed{"Speed", 0.02f, 5.f, Scale::Logarithmic, ControlChoice().speed, "%.2f m/s"};
  sliderRow(context.theme, "speed", speed, choice.speed, "Speed that the control gives the liquid.");
}

void drawControlValue(PanelContext& context, ControlChoice& choice) {
  if (choice.kind == ControlKind::Velocity) drawPaintedVelocity(context, choice);
  const SliderRow viscosity{"Viscosity",       1e-4f, 1000.f, Scale::Logarithmic, ControlChoice().viscosity,
                            "%.3g m\xc2\xb2/s"};
  if (choice.kind == ControlKind::Viscosity)
    sliderRow(context.theme, "viscosity", viscosity, choice.viscosity,
              "Viscosity that the control gives the liquid.");
  const SliderRow swelling{"Swelling", -20.f, 20.f, Scale::Linear, ControlChoice().divergence, "%.2f 1/s"};
  if (choice.kind == ControlKind::Divergence)
    sliderRow(context.theme, "divergence", swelling, choice.divergence,
              "Volume growth of the liquid per second, as a fraction. Below 0 the liquid shrinks.");
  const SliderRow temperature{"Temperature",
                              -50.f,
                              300.f,
                              Scale::Linear,
                              ControlChoice().temperature,
                              "%.0f \xc2\xb0"
                              "C"};
  if (choice.kind == ControlKind::Temperature)
    sliderRow(context.theme, "temperature", temperature, choice.temperature,
              "Temperature that the control gives the liquid.");
}

void drawControlReach(PanelContext& context, ControlChoice& choice) {
  drawChoiceOf("Shape", std::array{"Sphere", "Cylinder"}, choice.shape);
  tooltip(context.theme, "Shape that a control particle reaches. A cylinder stands on the surface");
  drawChoiceOf("Falloff", std::array{"Full up to the rim", "Linear to the rim", "Smooth to the rim"},
               choice.falloff);
  tooltip(context.theme, "How the effect falls off from the centre to the rim");
  drawLength(context, "Radius", choice.radius,
             "Reach of each control particle. Ctrl + wheel changes it in the view.");
  if (choice.shape == ControlShape::Cylinder)
    drawLength(context, "Length", choice.length, "Length of the cylinder.");
}

void drawDirecting(PanelContext& context) {
  ControlChoice& choice = context.state.controls;
  if (const std::string why = whyNoControls(context.view); !why.empty()) {
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextUnformatted(why.c_str());
    ImGui::PopTextWrapPos();
    return;
  }
  drawChoiceOf("Sets",
               std::array{controlWord(ControlKind::Velocity), controlWord(ControlKind::Viscosity),
                          controlWord(ControlKind::AddLiquid), controlWord(ControlKind::EraseLiquid),
                          controlWord(ControlKind::Divergence), controlWord(ControlKind::Temperature)},
               choice.kind);
  tooltip(context.theme, "The quantity that the control sets");
  drawControlValue(context, choice);
  drawControlReach(context, choice);
  const SliderRow strength{"Strength", 0.f, 1.f, Scale::Linear, ControlChoice().strength, "%.2f"};
  sliderRow(context.theme, "strength", strength, choice.strength,
            "How strongly the liquid takes the value at the centre. Above 0.9 the liquid takes it exactly.");
  const SliderRow spacing{"Spacing", 0.2f, 3.f, Scale::Linear, ControlChoice().spacing, "%.2f radii"};
  sliderRow(context.theme, "spacing", spacing, choice.spacing, "Distance between the particles of a stroke.");
  if (toggleButton(context.theme, "Key dragged controls", choice.keyed, -1.f))
    context.perform(Action::KeyControls);
  tooltip(context.theme, describe(Action::KeyControls, context.state.keyMap) +
                             ". A drag while playing is repeated after a restart. A drag while paused sets a "
                             "key for this moment.");
}

void drawGizmo(PanelContext& context) {
  constexpr std::array kModes{std::pair{Action::GizmoMove, "Move"}, std::pair{Action::GizmoTurn, "Turn"},
                              std::pair{Action::GizmoScale, "Scale"}};
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - 2.f * gap) / 3.f;
  for (const auto& [action, word] : kModes) {
    if (action != kModes.front().first) ImGui::SameLine(0.f, gap);
    if (toggleButton(context.theme, word, context.state.gizmo.mode == gizmoMode(action), width))
      context.perform(action);
    tooltip(context.theme, describe(action, context.state.keyMap));
  }
  if (const auto chosen = chosenPlacement(context.live, context.state)) {
    ImGui::TextUnformatted(chosen->name.c_str());
    drawPlaceFields(context, *chosen);
  } else {
    ImGui::TextDisabled("Nothing is chosen yet.");
  }
  drawAddNozzle(context);
}

struct Options {
  Action tool;
  const char* sentence;
  void (*draw)(PanelContext&);  ///< null: no options
};

constexpr std::array kOptions{
    Options{Action::CameraTool, "Turns the view. Bodies and nozzles can be dragged, too.", nullptr},
    Options{Action::PourTool, "Pours at the pointer; the right button sucks liquid away.", drawPour},
    Options{Action::GrabTool, "Holds bodies and handfuls of liquid, and throws them.", drawGrab},
    Options{Action::PushTool, "Pushes liquid and bodies away; the right button pulls them near.", drawPush},
    Options{Action::CutTool, "Cuts and parts the liquid; the right button leaves a slit.", drawCut},
    Options{Action::FreezeTool, "Freezes liquid like a wall; the right button thaws it.", drawBrush},
    Options{Action::EraseTool, "Erases liquid; the right button removes a solid.", drawBrush},
    Options{Action::DropTool, "Adds bodies that the liquid carries.", drawDrop},
    Options{Action::ColliderTool, "Places fixed solids. Drag one to move it.", drawCollider},
    Options{Action::ControlTool, "Paints control particles, which direct the liquid.", drawDirecting},
    Options{Action::GizmoTool, "Moves, turns and scales solids, meshes and nozzles.", drawGizmo},
};

}  // namespace

void drawToolPanel(PanelContext& context) {
  if (!context.view.snapshot) return;
  for (const Options& options : kOptions) {
    if (options.tool != context.state.tool) continue;
    ImGui::PushFont(context.theme.small);
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextUnformatted(options.sentence);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::PopFont();
    if (options.draw) options.draw(context);
  }
}

}  // namespace ooze::ui
