// The options of the armed tool, with a sentence that says what it does.
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

// A length that follows the liquid until it is chosen.
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
  void (*draw)(PanelContext&);  ///< null: there are none
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
