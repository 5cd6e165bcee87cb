// Dialog for an imported mesh: role (collider, liquid, mould or dynamic body), placement and size.
#include "ooze/methods/method.h"

#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/state/mesh_import_queue.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"
#include "ui/window_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

constexpr float kMeshWidth = 340.f;                 // width of the dialog [design pixels]
constexpr float kLeast = 2.f, kMostHeights = 10.f;  // lower [h] and upper [usual heights] limit of the height
constexpr float kLightest = 10.f, kHeaviest = 20'000.f;

struct UseRow {
  MeshUse use;
  const char* word;
  const char* sentence;
};
constexpr std::array kUses{
    UseRow{MeshUse::Collider, "Collider", "A fixed solid that liquid flows around."},
    UseRow{MeshUse::Liquid, "Liquid", "The inside is filled with liquid."},
    UseRow{MeshUse::Mould, "Mould", "A hollow of this shape in an endless solid. Liquid stays inside."},
    UseRow{MeshUse::Dynamic, "Moving body", "A body that falls and floats. Liquid and mouse move it."},
};

struct PlaceRow {
  MeshChoice::MeshPlace place;
  const char* word;
};
constexpr std::array kPlaces{PlaceRow{MeshChoice::MeshPlace::Dropped, "Dropped"},
                             PlaceRow{MeshChoice::MeshPlace::Ground, "On the ground"},
                             PlaceRow{MeshChoice::MeshPlace::Camera, "In the middle"}};

void drawFacts(const PanelContext& context, const MeshProperties& facts, const MeshChoice& choice) {
  const float scale = choice.height.value_or(1.f) / std::max(facts.size.y, 1e-9f);
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("%s triangles, %s.  %.0f x %.0f x %.0f mm", grouped(facts.triangles).c_str(),
                      facts.open.empty() ? "closed" : "not closed", 1000.f * scale * facts.size.x,
                      1000.f * scale * facts.size.y, 1000.f * scale * facts.size.z);
  if (!facts.open.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.accent);
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextUnformatted(
        (facts.open + (choice.use == MeshUse::Dynamic
                           ? ". A moving body must be closed, because its mass follows from its volume."
                           : ". Small holes are closed automatically. Check the result at wide openings."))
            .c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
  }
  ImGui::PopFont();
}

void drawUses(PanelContext& context, MeshChoice& choice) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - gap) / 2.f;
  for (std::size_t i = 0; i < kUses.size(); ++i) {
    if (i % 2 == 1) ImGui::SameLine(0.f, gap);
    if (toggleButton(context.theme, kUses[i].word, choice.use == kUses[i].use, width))
      choice.use = kUses[i].use;
    tooltip(context.theme, kUses[i].sentence);
  }
  ImGui::PushFont(context.theme.small);
  for (const UseRow& row : kUses)
    if (row.use == choice.use) ImGui::TextDisabled("%s", row.sentence);
  ImGui::PopFont();
}

void drawPlaces(PanelContext& context, MeshChoice& choice, bool dropped) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float count = dropped ? 3.f : 2.f;
  const float width = (ImGui::GetContentRegionAvail().x - (count - 1.f) * gap) / count;
  bool first = true;
  for (const PlaceRow& row : kPlaces) {
    if (row.place == MeshChoice::MeshPlace::Dropped && !dropped) continue;
    if (!std::exchange(first, false)) ImGui::SameLine(0.f, gap);
    if (toggleButton(context.theme, row.word, choice.place == row.place, width)) choice.place = row.place;
  }
}

struct UnitRow {
  const char* word;
  float metres;
};
constexpr std::array kMeshUnits{UnitRow{"m", 1.f}, UnitRow{"cm", 0.01f}, UnitRow{"mm", 0.001f},
                                UnitRow{"inch", 0.0254f}};

// Draws the choice of the file's length unit, which most mesh files do not state.
void drawUnits(const PanelContext& context, const MeshProperties& facts, MeshChoice& choice) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - (kMeshUnits.size() - 1) * gap) / kMeshUnits.size();
  for (std::size_t i = 0; i < kMeshUnits.size(); ++i) {
    const UnitRow& row = kMeshUnits[i];
    const float height = row.metres * facts.size.y;
    if (i > 0) ImGui::SameLine(0.f, gap);
    if (toggleButton(context.theme, row.word, choice.unit == row.metres, width)) {
      choice.unit = row.metres;
      choice.height = choice.usualHeight = height;
    }
    tooltip(context.theme, fmt::format("The file is in {}: the mesh is {:.4g} m high", row.word, height));
  }
  if (std::any_of(kMeshUnits.begin(), kMeshUnits.end(),
                  [&](const UnitRow& r) { return r.metres == choice.unit; }))
    return;
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("Fitted to the view. In metres the mesh would be %.3g m high.",
                      static_cast<double>(facts.size.y));
  ImGui::PopFont();
}

void drawHeight(PanelContext& context, MeshChoice& choice) {
  if (!choice.height) return;
  float millimetres = *choice.height * 1000.f;
  const float least = kLeast * context.view.snapshot->interactionRadius * 1000.f;
  const float usual = choice.usualHeight * 1000.f;
  const SliderRow row{"Height",
                      std::min(least, usual),
                      std::max(kMostHeights * usual, 2.f * least),
                      Scale::Logarithmic,
                      usual,
                      "%.0f mm"};
  if (sliderRow(context.theme, "height", row, millimetres,
                "Height of the mesh as it is in the file. The proportions are kept.") != Edit::None)
    choice.height = millimetres / 1000.f;
}

/// Draws a row of three numbers that the user drags, or types after a double click.
/// @return true if a number changed
bool drawThree(const char* label, const char* id, Vec3& values, float speed, const char* format) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  ImGui::SameLine(0.27f * ImGui::GetWindowWidth());
  ImGui::SetNextItemWidth(-1.f);
  return numberFields(id, {&values.x, 3}, speed, 0.f, 0.f, format);
}

void drawNumbers(PanelContext& context, MeshChoice& choice) {
  if (!choice.height || !choice.centre) return;
  float scale = *choice.height / std::max(choice.usualHeight, 1e-9f);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Scale");
  ImGui::SameLine(0.27f * ImGui::GetWindowWidth());
  ImGui::SetNextItemWidth(-1.f);
  if (numberFields("##scale", {&scale, 1}, 0.01f, 1e-4f, 1e4f, "%.3f x"))
    choice.height = scale * choice.usualHeight;
  tooltip(context.theme, "1 is the original size. Drag, or double click to type.");

  Vec3 place = 1000.f * *choice.centre;
  if (drawThree("Position", "##position", place, 1.f, "%.0f mm")) {
    choice.centre = place / 1000.f;
    choice.place = MeshChoice::MeshPlace::Typed;
  }
  tooltip(context.theme, "Centre of the bounding box: x, y (up), z. Drag, or double click to type.");
  drawThree("Turned", "##turned", choice.turn, 1.f, "%.0f\xc2\xb0");
  choice.turn = glm::clamp(choice.turn, Vec3(-360.f), Vec3(360.f));
  tooltip(context.theme, "Rotation about x, y (up) and z. Drag, or double click to type.");
}

float valueOf(const PanelContext& context, const MaterialDefinition& material, std::string_view key) {
  const std::size_t row = findParameter(findMethod(context.view.snapshot->method).parameters(), key);
  return row < material.values.size() ? material.values[row] : 0.f;
}

/// Returns the method's action that makes liquid keep its shape. Null unless the liquid is a gel that can
/// keep a shape.
const MethodAction* shapeKeepingActionOf(const PanelContext& context, std::size_t liquid) {
  const std::vector<MaterialDefinition>& liquids = context.live.materials;
  if (liquid >= liquids.size() || liquids[liquid].look != "gel") return nullptr;
  const MethodAction* action =
      findAction(findMethod(context.view.snapshot->method), MethodAction::Shape::Kept);
  return action && valueOf(context, liquids[liquid], action->holdingParameter) > 0.f ? action : nullptr;
}

// Sets the parameters to 0 by which the shape relaxes over time. Otherwise the mesh would soon slump.
void disableRelaxation(PanelContext& context, const MethodAction& action, const MaterialDefinition& jelly) {
  std::vector<Command> commands;
  for (const std::string_view key : action.relaxingParameters)
    if (valueOf(context, jelly, key) > 0.f)
      commands.push_back(SetValue{{SettingOwner::Material, jelly.name, std::string(key)}, 0.f});
  if (!commands.empty()) submitAs(context.session, jelly.name + " keeps its shape", commands);
}

void drawLiquid(PanelContext& context, const MeshProperties& facts, MeshChoice& choice) {
  const std::vector<MaterialDefinition>& liquids = context.live.materials;
  std::size_t& chosen = context.state.material;
  chosen = std::min(chosen, std::max<std::size_t>(liquids.size(), 1) - 1);
  if (liquids.size() > 1) {
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::BeginCombo("##liquid", liquids[chosen].name.c_str())) {
      for (std::size_t i = 0; i < liquids.size(); ++i)
        if (ImGui::Selectable(liquids[i].name.c_str(), i == chosen)) chosen = i;
      ImGui::EndCombo();
    }
  }
  if (const MethodAction* action = shapeKeepingActionOf(context, chosen)) {
    ImGui::Checkbox("Firm", &choice.firm);
    tooltip(context.theme, std::string(action->meshExplanation));
  }
  const double scale = choice.height.value_or(1.f) / std::max(facts.size.y, 1e-9f);
  const double spacing = context.view.snapshot->restSpacing;
  if (spacing <= 0.0) return;
  const double particles = facts.volume * std::pow(scale / spacing, 3.0);
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("About %s particles; there are %s now.",
                      grouped(static_cast<std::uint64_t>(std::llround(particles))).c_str(),
                      grouped(context.view.snapshot->positions.size()).c_str());
  ImGui::PopFont();
}

void drawDensity(PanelContext& context, const MeshProperties& facts, MeshChoice& choice) {
  const SliderRow row{"Density",          kLightest, kHeaviest, Scale::Logarithmic, MeshChoice().density,
                      "%.0f kg/m\xc2\xb3"};
  sliderRow(context.theme, "density", row, choice.density, [&] { explainDensity(context, choice.density); });
  const double scale = choice.height.value_or(1.f) / std::max(facts.size.y, 1e-9f);
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("%.3g kg: the body %s.", choice.density * facts.volume * std::pow(scale, 3.0),
                      buoyancyWord(context, choice.density));
  ImGui::PopFont();
}

void answer(PanelContext& context, MeshImportQueue& desk, const MeshProperties& facts,
            const MeshChoice& choice) {
  const bool sound = choice.use != MeshUse::Dynamic || facts.open.empty();
  const bool able = sound && choice.height && choice.centre;
  const float width = 90.f * context.theme.scale, gap = ImGui::GetStyle().ItemSpacing.x;
  alignRight(2.f * width + gap);
  const bool cancel = ImGui::Button("Cancel", {width, 0.f});
  ImGui::SameLine(0.f, gap);
  ImGui::BeginDisabled(!able);
  const bool add = mainButton(context.theme, "Add", {width, 0.f});
  ImGui::EndDisabled();
  const bool confirmed = able && entered();
  if (!sound) tooltip(context.theme, "A moving body must be closed.");
  if (cancel)
    desk.dismiss();
  else if (add || confirmed) {
    const std::size_t liquid = context.state.material;
    const MethodAction* firm =
        choice.use == MeshUse::Liquid && choice.firm ? shapeKeepingActionOf(context, liquid) : nullptr;
    if (firm) disableRelaxation(context, *firm, context.live.materials[liquid]);
    desk.accept({choice.file, choice.use, *choice.centre, *choice.height, choice.density,
                 context.state.material, context.view.snapshot->interactionRadius,
                 leastWall(findMethod(context.view.snapshot->method),
                           {.interactionRadius = context.view.snapshot->interactionRadius}),
                 choice.turn, std::string(firm ? firm->key : "")});
  }
}

void drawQuestions(PanelContext& context, MeshImportQueue& desk, const MeshImport& offer) {
  MeshChoice& choice = context.state.mesh;
  const MeshProperties facts = *offer.facts;  // a copy, because the queue drops the facts with the answer
  drawFacts(context, facts, choice);
  ImGui::Spacing();
  drawUses(context, choice);
  ImGui::Spacing();
  drawPlaces(context, choice, offer.at.has_value());
  drawUnits(context, facts, choice);
  drawHeight(context, choice);
  drawNumbers(context, choice);
  if (choice.use == MeshUse::Liquid) drawLiquid(context, facts, choice);
  if (choice.use == MeshUse::Dynamic) drawDensity(context, facts, choice);
  ImGui::Spacing();
  answer(context, desk, facts, choice);
}

}  // namespace

void drawMeshDialog(PanelContext& context) {
  MeshImportQueue* desk = context.services.meshes;
  const MeshImport* offer = desk ? desk->current() : nullptr;
  if (!offer || !context.view.snapshot) return;
  const float scale = context.theme.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  // Places the window low, and at the left of a wide view, to keep the mesh in the middle visible. The window
  // grows upwards once the file is read.
  const ViewRect view = arrangeWindow(screen, context.state, scale).view;
  const float centre =
      view.width > 1.8f * kMeshWidth * scale ? view.x + (0.5f * kMeshWidth + 8.f) * scale : 0.5f * screen.x;
  ImGui::SetNextWindowPos({centre, screen.y - 60.f * scale}, ImGuiCond_Always, {0.5f, 1.f});
  ImGui::SetNextWindowSize({kMeshWidth * scale, 0.f});
  ImGui::SetNextWindowBgAlpha(0.96f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8.f * scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16.f * scale, 12.f * scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.f);
  if (ImGui::Begin("Mesh", nullptr,
                   ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                       ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings)) {
    ImGui::TextUnformatted(offer->file.filename().string().c_str());
    if (const std::size_t more = desk->waiting(); more > 0) {
      ImGui::SameLine();
      ImGui::TextDisabled("and %zu more", more);
    }
    ImGui::Separator();
    if (offer->facts) {
      drawQuestions(context, *desk, *offer);
    } else {
      ImGui::TextDisabled("Reading ...");
      if (ImGui::Button("Cancel")) desk->dismiss();
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace ooze::ui
