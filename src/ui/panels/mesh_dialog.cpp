// Asks what a mesh file is to become: a collider, liquid, a mould or a body that moves, where and how large.
#include "ui/mesh_desk.h"
#include "ui/panels/body_density.h"
#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

constexpr float kWidth = 340.f;              // [design pixels]
constexpr float kLeast = 2.f, kMost = 10.f;  // heights [h], and in usual heights
constexpr float kLightest = 10.f, kHeaviest = 20'000.f;

struct UseRow {
  MeshUse use;
  const char* word;
  const char* sentence;
};
constexpr std::array kUses{
    UseRow{MeshUse::Collider, "Collider", "Stands where it is, and the liquid flows round it."},
    UseRow{MeshUse::Liquid, "Liquid", "Its inside is filled with liquid, which then flows."},
    UseRow{MeshUse::Mould, "Mould", "A hollow of this shape in endless solid: liquid stays inside of it."},
    UseRow{MeshUse::Dynamic, "Moving body", "Falls, floats, and is moved by the liquid and the mouse."},
};

struct PlaceRow {
  MeshChoice::Place place;
  const char* word;
};
constexpr std::array kPlaces{PlaceRow{MeshChoice::Place::Dropped, "Dropped"},
                             PlaceRow{MeshChoice::Place::Ground, "On the ground"},
                             PlaceRow{MeshChoice::Place::Camera, "In the middle"}};

void drawFacts(const PanelContext& context, const MeshFacts& facts, const MeshChoice& choice) {
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
                           ? ". A body that moves must be closed: its weight is not known."
                           : ". Small holes are filled by guess; where an opening is wide, look "
                             "whether what comes is what you want."))
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
    if (row.place == MeshChoice::Place::Dropped && !dropped) continue;
    if (!std::exchange(first, false)) ImGui::SameLine(0.f, gap);
    if (toggleButton(context.theme, row.word, choice.place == row.place, width)) choice.place = row.place;
  }
}

void drawHeight(PanelContext& context, MeshChoice& choice) {
  if (!choice.height) return;
  float millimetres = *choice.height * 1000.f;
  const float least = kLeast * context.view.snapshot->interactionRadius * 1000.f;
  const float usual = choice.usualHeight * 1000.f;
  const SliderRow row{
      "Height", std::min(least, usual), std::max(kMost * usual, 2.f * least), Scale::Logarithmic, usual,
      "%.0f mm"};
  if (sliderRow(context.theme, "height", row, millimetres, [] {
        ImGui::TextUnformatted("From its lowest to its highest point; the rest keeps its proportions.");
      }) != Edit::None)
    choice.height = millimetres / 1000.f;
}

void drawLiquid(PanelContext& context, const MeshFacts& facts, const MeshChoice& choice) {
  const std::vector<MaterialDefinition>& liquids = context.live.materials;
  std::size_t& chosen = context.state.tools.material;
  chosen = std::min(chosen, std::max<std::size_t>(liquids.size(), 1) - 1);
  if (liquids.size() > 1) {
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::BeginCombo("##liquid", liquids[chosen].name.c_str())) {
      for (std::size_t i = 0; i < liquids.size(); ++i)
        if (ImGui::Selectable(liquids[i].name.c_str(), i == chosen)) chosen = i;
      ImGui::EndCombo();
    }
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

void drawDensity(PanelContext& context, const MeshFacts& facts, MeshChoice& choice) {
  const SliderRow row{"Density",          kLightest, kHeaviest, Scale::Logarithmic, MeshChoice().density,
                      "%.0f kg/m\xc2\xb3"};
  sliderRow(context.theme, "density", row, choice.density, [&] { explainDensity(context, choice.density); });
  const double scale = choice.height.value_or(1.f) / std::max(facts.size.y, 1e-9f);
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("%.3g kg: it %s.", choice.density * facts.volume * std::pow(scale, 3.0),
                      fate(context, choice.density));
  ImGui::PopFont();
}

void answer(PanelContext& context, MeshDesk& desk, const MeshFacts& facts, const MeshChoice& choice) {
  const bool sound = choice.use != MeshUse::Dynamic || facts.open.empty();
  const bool able = sound && choice.height && choice.centre;
  const float width = 90.f * context.theme.scale, gap = ImGui::GetStyle().ItemSpacing.x;
  alignRight(2.f * width + gap);
  const bool cancel = ImGui::Button("Cancel", {width, 0.f});
  ImGui::SameLine(0.f, gap);
  ImGui::BeginDisabled(!able);
  const bool add = mainButton(context.theme, "Add", {width, 0.f});
  ImGui::EndDisabled();
  // Not the Enter that ends typing a number.
  const bool confirmed = able && !ImGui::IsAnyItemActive() && !ImGui::GetIO().WantTextInput &&
                         ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
  if (!sound) tooltip(context.theme, "A body that moves must be closed.");
  if (cancel)
    desk.dismiss();
  else if (add || confirmed)
    desk.accept({choice.file, choice.use, *choice.centre, *choice.height, choice.density,
                 context.state.tools.material, context.view.snapshot->interactionRadius});
}

void drawQuestions(PanelContext& context, MeshDesk& desk, const MeshOffer& offer) {
  MeshChoice& choice = context.state.mesh;
  const MeshFacts facts = *offer.facts;  // the desk forgets them with the answer
  drawFacts(context, facts, choice);
  ImGui::Spacing();
  drawUses(context, choice);
  ImGui::Spacing();
  drawPlaces(context, choice, offer.at.has_value());
  drawHeight(context, choice);
  if (choice.use == MeshUse::Liquid) drawLiquid(context, facts, choice);
  if (choice.use == MeshUse::Dynamic) drawDensity(context, facts, choice);
  ImGui::Spacing();
  answer(context, desk, facts, choice);
}

}  // namespace

void drawMeshDialog(PanelContext& context) {
  MeshDesk* desk = context.services.meshes;
  const MeshOffer* offer = desk ? desk->current() : nullptr;
  if (!offer || !context.view.snapshot) return;
  const float scale = context.theme.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  // Low in the view, so that the mesh in the middle stays in sight; it grows upward when the file is read.
  ImGui::SetNextWindowPos({0.5f * screen.x, screen.y - 60.f * scale}, ImGuiCond_Always, {0.5f, 1.f});
  ImGui::SetNextWindowSize({kWidth * scale, 0.f});
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
