// Tool panel: options of the armed tool, with a sentence about its effect.
#include "ui/control_edits.h"
#include "ui/control_overlay.h"
#include "ui/panels/body_density.h"
#include "ui/panels/panel.h"
#include "ui/panels/place_fields.h"
#include "ui/panels/pouring_note.h"
#include "ui/widgets.h"

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
  const Edit edit =
      sliderRow(context.theme, label, row, millimetres, [&] { ImGui::TextUnformatted(explanation); });
  if (edit == Edit::Changed) length.chosen = millimetres / 1000.f;
  if (edit == Edit::Reset) length.chosen.reset();
}

void drawBrush(PanelContext& context) {
  drawLength(context, "Size", context.state.tools.brush,
             "How far the brush reaches from its middle. Ctrl + wheel changes it in the view.");
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
  tooltip(context.theme, "Which of the world's liquids comes out: the one that is selected");
}

void drawPour(PanelContext& context) {
  ToolOptions& tools = context.state.tools;
  drawLiquidChoice(context);
  drawPouringNote(context, context.state.material);
  const SliderRow speed{"Speed", 0.05f, 10.f, Scale::Logarithmic, ToolOptions().pourSpeed, "%.2f m/s"};
  sliderRow(context.theme, "speed", speed, tools.pourSpeed, [] {
    ImGui::TextUnformatted("How fast the liquid leaves the nozzle; with the width it sets how much.");
  });
  drawLength(context, "Radius", tools.nozzle,
             "Half the width of the nozzle's opening. Ctrl + wheel changes it in the view.");
  drawLength(context, "Height", tools.height, "How far above what is under the pointer the nozzle hangs.");
  drawLength(context, "Suction", tools.brush, "How far the right button's suction reaches.");
}

void drawPush(PanelContext& context) {
  drawBrush(context);
  const SliderRow strength{"Strength",        1.f, 1000.f, Scale::Logarithmic, ToolOptions().push,
                           "%.0f m/s\xc2\xb2"};
  sliderRow(context.theme, "strength", strength, context.state.tools.push, [] {
    ImGui::TextUnformatted("How hard it pushes or pulls at its middle. Gravity is about 10.");
  });
}

void drawCut(PanelContext& context) {
  const SliderRow part{"Parting", 0.f, 3.f, Scale::Linear, ToolOptions().part, "%.2f m/s"};
  sliderRow(context.theme, "part", part, context.state.tools.part, [] {
    ImGui::TextUnformatted(
        "How fast the two sides of a cut leave the blade.\n"
        "Gel, clay, mud and slime stay cut; water, honey and paint flow together again.");
  });
}

void drawDrop(PanelContext& context) {
  DropChoice& drop = context.state.drop;
  drawShape(drop.shape);
  const float usual = usualDropSize(context.view.snapshot->interactionRadius) * 1000.f;
  float millimetres = dropSize(drop, *context.view.snapshot) * 1000.f;
  const SliderRow size{"Size",   kSmallestDrop * usual, kLargestDrop * usual, Scale::Logarithmic, usual,
                       "%.0f mm"};
  if (sliderRow(context.theme, "size", size, millimetres, [] {
        ImGui::TextUnformatted("From its middle to its side. The smallest is as fine as the liquid itself.");
      }) != Edit::None)
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
  drawLength(context, "Size", context.state.tools.collider, "From its middle to its side.");
}

/// Draws a labelled combo box for a few words.
template <class T, std::size_t count>
void drawChoiceOf(const char* label, const std::array<const char*, count>& words, T& chosen) {
  constexpr float kLabel = 4.f;  // [text heights]
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
  tooltip(context.theme, "Where the liquid is to go");
  if (choice.aim == ControlAim::Still) return;
  const SliderRow speed{"Speed", 0.02f, 5.f, Scale::Logarithmic, ControlChoice().speed, "%.2f m/s"};
  sliderRow(context.theme, "speed", speed, choice.speed,
            [] { ImGui::TextUnformatted("How fast the liquid is to go there."); });
}

void drawControlValue(PanelContext& context, ControlChoice& choice) {
  if (choice.kind == ControlKind::Velocity) drawPaintedVelocity(context, choice);
  const SliderRow viscosity{"Viscosity",       1e-4f, 1000.f, Scale::Logarithmic, ControlChoice().viscosity,
                            "%.3g m\xc2\xb2/s"};
  if (choice.kind == ControlKind::Viscosity)
    sliderRow(context.theme, "viscosity", viscosity, choice.viscosity,
              [] { ImGui::TextUnformatted("How thick the liquid is to be there."); });
  const SliderRow swelling{"Swelling", -20.f, 20.f, Scale::Linear, ControlChoice().divergence, "%.2f 1/s"};
  if (choice.kind == ControlKind::Divergence)
    sliderRow(context.theme, "divergence", swelling, choice.divergence, [] {
      ImGui::TextUnformatted("By how much of itself it swells in a second; below 0 it shrinks.");
    });
  const SliderRow temperature{"Temperature",
                              -50.f,
                              300.f,
                              Scale::Linear,
                              ControlChoice().temperature,
                              "%.0f \xc2\xb0"
                              "C"};
  if (choice.kind == ControlKind::Temperature)
    sliderRow(context.theme, "temperature", temperature, choice.temperature,
              [] { ImGui::TextUnformatted("How warm the liquid is to be there."); });
}

void drawControlReach(PanelContext& context, ControlChoice& choice) {
  drawChoiceOf("Shape", std::array{"Sphere", "Cylinder"}, choice.shape);
  tooltip(context.theme, "What a particle reaches; a cylinder stands on the surface");
  drawChoiceOf("Falloff", std::array{"Whole up to its rim", "Less towards its rim", "Smoothly less"},
               choice.falloff);
  tooltip(context.theme, "How much it counts away from its middle");
  drawLength(context, "Radius", choice.radius,
             "How far each particle reaches. Ctrl + wheel changes it in the view.");
  if (choice.shape == ControlShape::Cylinder)
    drawLength(context, "Length", choice.length, "Of the cylinder.");
}

void drawDirecting(PanelContext& context) {
  ControlChoice& choice = context.state.controls;
  if (const std::string why = whyNoControls(context.view); !why.empty()) {
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextUnformatted(why.c_str());
    ImGui::PopTextWrapPos();
    return;
  }
  drawChoiceOf("Tells",
               std::array{controlWord(ControlKind::Velocity), controlWord(ControlKind::Viscosity),
                          controlWord(ControlKind::AddLiquid), controlWord(ControlKind::EraseLiquid),
                          controlWord(ControlKind::Divergence), controlWord(ControlKind::Temperature)},
               choice.kind);
  tooltip(context.theme, "What it tells the liquid");
  drawControlValue(context, choice);
  drawControlReach(context, choice);
  const SliderRow strength{"Strength", 0.f, 1.f, Scale::Linear, ControlChoice().strength, "%.2f"};
  sliderRow(context.theme, "strength", strength, choice.strength, [] {
    ImGui::TextUnformatted("How much of it the liquid takes at the middle. Above 0.9 it must.");
  });
  const SliderRow spacing{"Spacing", 0.2f, 3.f, Scale::Linear, ControlChoice().spacing, "%.2f radii"};
  sliderRow(context.theme, "spacing", spacing, choice.spacing,
            [] { ImGui::TextUnformatted("Between the particles of a stroke."); });
  if (toggleButton(context.theme, "Key what is dragged", choice.keyed, -1.f))
    context.perform(Action::KeyControls);
  tooltip(context.theme, describe(Action::KeyControls) +
                             ". A drag while time goes is played again after a restart; while the world "
                             "stands it sets the place for this moment.");
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
    tooltip(context.theme, describe(action));
  }
  if (const auto chosen = chosenPlacement(context.live, context.state)) {
    ImGui::TextUnformatted(chosen->name.c_str());
    drawPlaceFields(context, *chosen);
  } else {
    ImGui::TextDisabled("Nothing is chosen yet.");
  }
  if (ImGui::Button("Add a nozzle", {-1.f, 0.f})) context.perform(Action::AddNozzle);
  tooltip(context.theme,
          "A nozzle that stays, over the middle of the view (N). It pours at once: E closes it.");
}

struct Options {
  Action tool;
  const char* sentence;
  void (*draw)(PanelContext&);  ///< null: no options
};

constexpr std::array kOptions{
    Options{Action::CameraTool, "Look round. Bodies and nozzles can be dragged, too.", nullptr},
    Options{Action::PourTool, "Pours where the pointer is; the right button sucks liquid away.", drawPour},
    Options{Action::GrabTool, "Holds bodies and handfuls of liquid, and throws them.", nullptr},
    Options{Action::PushTool, "Blows liquid and bodies away; the right button draws them near.", drawPush},
    Options{Action::CutTool, "Cuts and parts the liquid; the right button leaves a slit.", drawCut},
    Options{Action::FreezeTool, "Liquid stands like a wall; the right button lets it flow again.", drawBrush},
    Options{Action::EraseTool, "Rubs liquid out; the right button takes a solid out.", drawBrush},
    Options{Action::DropTool, "Puts bodies in that the liquid carries.", drawDrop},
    Options{Action::ColliderTool, "Places solids that stay. Drag one to move it.", drawCollider},
    Options{Action::ControlTool, "Paints control particles, which tell the liquid what to do.",
            drawDirecting},
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
