// Guided tour for new users. Each step points at a part of the running interface, and suggests an action with
// an immediate effect.
#include "ui/panels/tour.h"

#include "ooze/world/world.h"

#include "liquid/nozzle_times.h"
#include "ui/panels/panel.h"
#include "ui/panels/thickness_slider.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"
#include "ui/window_layout.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace ooze::ui {
namespace {

/// A step of the tour. In the texts {0} is the name of the liquid, {1}, {2}, ... are keys.
struct Step {
  std::string_view area;  ///< name of the part of the window
  std::string_view spot;  ///< part within that area, as TourSpotRecorder::note(); "": the whole area
  const char* title;
  const char* text;
  std::array<Action, 5> keys{};  ///< actions whose keys the text names
  bool flows = false;            ///< the step needs liquid that is being poured
};
// Title and text of the first step once nothing flows any more.
constexpr std::string_view kAtRest = "This {0} has come to rest";
constexpr std::string_view kAtRestText =
    "{2} starts again, from the first drop. Drag in the view to turn it, and use the wheel to zoom. {1} "
    "shows "
    "the whole scene again.";
constexpr std::string_view kGravity = "gravity_y", kMaterials = "materials", kThickness = "thickness";
// Text for a method without ready-made materials.
constexpr std::string_view kNoMaterials =
    "Ready-made liquids appear here. This method has none yet. Set the sliders below and press Save as to "
    "keep a liquid here.";
constexpr std::array kTourSteps{
    Step{"view",
         "",
         "This {0} is alive",
         "Every drop is simulated while you watch. Drag in the view to turn it, and use the wheel to zoom. "
         "{1} shows the whole scene again.",
         {Action::FrameScene, Action::Reset},
         true},
    Step{"top",
         "transport",
         "Time is yours",
         "Press {1} to pause, and again to play. The key \"{2}\" takes one step, the key \"{3}\" takes it "
         "back.",
         {Action::PlayPause, Action::SingleStep, Action::StepBack},
         true},
    Step{"right",
         kMaterials,
         "Another liquid with one click",
         "Click another picture: the {0} becomes that liquid at once. {1} brings the {0} back.",
         {Action::Undo},
         true},
    Step{"right", kGravity, "Every slider acts at once",
         "Drag this slider to its right end: the {0} falls upward. The arrow beside it or Next resets it. "
         "The question mark explains it. The sliders of the {0} are above."},
    Step{"tools",
         "",
         "Eleven tools, a key for each",
         "Press {1} and drag over the {0} to erase it. {2} brings it back. Press {3} to grab the liquid and "
         "throw it, {4} for the camera.",
         {Action::EraseTool, Action::Undo, Action::GrabTool, Action::BackToCamera}},
    Step{"bottom",
         "track",
         "Nothing is lost",
         "Drag along this line: the {0} runs backwards to its start. {1} plays from that frame. An edit "
         "there begins a new branch beside the old one.",
         {Action::PlayPause}},
    Step{"top",
         "view",
         "See what it is made of",
         "{1} shows the particles, {2} the surface again. {3} colours by speed, {4} ends that.",
         {Action::ViewSpheres, Action::ViewSurface, Action::Colour3, Action::Colour1}},
    Step{"view",
         "",
         "Keep it",
         "{1} saves a picture. {2} records a film. {3} saves the session with all of your edits. {4} opens "
         "the scene gallery, {5} the manual.",
         {Action::Screenshot, Action::Record, Action::SaveSession, Action::Gallery, Action::Manual}},
};
// The step about sliders for a liquid with the slider "Runny to thick". Inverted gravity would empty most
// scenes.
constexpr Step kThicknessStep{
    "right",
    kThickness,
    "Every slider acts at once",
    "Drag this slider to its left end: the {0} runs like water. At its right end it "
    "piles up. A click on the words below sets it, too. More sliders are below.",
    {},
    true};

/// Returns the present step, in its form for the present liquid.
const Step& presentStep(const PanelContext& context) {
  const Step& step = kTourSteps[std::min(context.state.tourStep, kTourSteps.size() - 1)];
  return step.spot == kGravity && hasThicknessSlider(context, context.state.material) ? kThicknessStep : step;
}

// Width, margin and padding of the card [design pixels].
constexpr float kTourWidth = 264.f, kTourMargin = 14.f, kTourPad = 14.f;
constexpr float kButton = 78.f;  // width of a button [design pixels]
constexpr int kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                       ImGuiWindowFlags_NoScrollbar;

WindowLayout areasOf(const PanelContext& context) {
  return arrangeWindow(ImGui::GetIO().DisplaySize, context.state, context.theme.scale);
}

ViewRect rectOf(const PanelContext& context, std::string_view area) {
  const WindowLayout areas = areasOf(context);
  for (const auto& [name, rect] : areas.all())
    if (area == name) return rect;
  return areas.view;
}

/// Returns the rectangle of the step: a recorded part, or a whole area of the window.
ViewRect partOf(const PanelContext& context, const Step& step) {
  const ViewRect area = rectOf(context, step.area);
  const std::optional<ViewRect>& spot = context.state.tourSpot.part;
  return step.spot.empty() || !spot ? area : *spot;
}

// Begins a step: makes its part of the window visible.
void begin(PanelContext& context, std::size_t number) {
  InterfaceState& state = context.state;
  state.tourStep = number;
  const Step& step = presentStep(context);
  state.tourSpot = {step.spot, true, std::nullopt};
  state.panelsVisible = true;
  if (step.area == "right") state.stackedSide = PanelSide::Right;
  if (step.area == "bottom") {
    state.bottomVisible = true;
    state.bottomTab = "Timeline";
  }
}

void outline(const Theme& theme, const ViewRect& part) {
  const float in = theme.scale;
  ImGui::GetForegroundDrawList()->AddRect({part.x + in, part.y + in}, {part.right() - in, part.bottom() - in},
                                          ImGui::GetColorU32(theme.accent), 4.f * theme.scale, 0,
                                          2.f * theme.scale);
}

constexpr float kTourBarPad = 8.f;  // padding around the buttons [design pixels]

/// Returns the fixed position of the buttons: low in the view, at the left.
ViewRect barPlace(const PanelContext& context) {
  const Theme& theme = context.theme;
  const ViewRect view = areasOf(context).view;
  const float margin = kTourMargin * theme.scale, pad = kTourBarPad * theme.scale;
  const float width =
      (3.f * kButton + 52.f) * theme.scale + 2.f * pad + 3.f * ImGui::GetStyle().ItemSpacing.x;
  const float height = ImGui::GetFrameHeight() + 2.f * pad;
  const float lowest = std::max(ImGui::GetIO().DisplaySize.x - width, 0.f);
  return {std::clamp(view.x + margin, 0.f, lowest), std::max(view.bottom() - height - margin, 0.f), width,
          height};
}

bool overlap(const ImVec2& at, const ImVec2& size, const ViewRect& other) {
  return at.x < other.right() && other.x < at.x + size.x && at.y < other.bottom() && other.y < at.y + size.y;
}

// Places the card at the right of the view, level with the part if possible. The card covers neither a part,
// nor the middle of the scene, nor the tool hint of up to two lines.
ImVec2 cardPlace(const ViewRect& part, const ViewRect& view, const ImVec2& size, const ViewRect& bar,
                 const Theme& theme) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float margin = kTourMargin * theme.scale, hint = 3.f * theme.small->FontSize;
  const float highest = view.y + margin + hint, lowest = view.bottom() - size.y - margin;
  ImVec2 at{view.right() - size.x - margin, std::clamp(part.y, highest, std::max(highest, lowest))};
  at = {std::clamp(at.x, 0.f, std::max(screen.x - size.x, 0.f)),
        std::clamp(at.y, 0.f, std::max(screen.y - size.y, 0.f))};
  if (overlap(at, size, bar)) at.y = std::max(bar.y - size.y - margin, 0.f);
  return at;
}

void beginCard(const Theme& theme, const char* name, const ImVec2& at, const ImVec2& size, float pad) {
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowBgAlpha(0.96f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8.f * theme.scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.f);
  ImGui::Begin(name, nullptr, kFlags);
}

void endCard() {
  ImGui::End();
  ImGui::PopStyleVar(3);
}

void drawBar(PanelContext& context, const ViewRect& place) {
  InterfaceState& state = context.state;
  const Theme& theme = context.theme;
  const bool last = state.tourStep + 1 == kTourSteps.size();
  const float width = kButton * theme.scale;
  beginCard(theme, "Tour", {place.x, place.y}, {place.width, place.height}, 8.f * theme.scale);
  if (ImGui::Button(last ? "Close" : "Skip", {width, 0.f})) state.tourOpen = false;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", fmt::format("{} of {}", state.tourStep + 1, kTourSteps.size()).c_str());
  ImGui::SameLine(place.width - 8.f * theme.scale - 2.f * width - ImGui::GetStyle().ItemSpacing.x);
  ImGui::BeginDisabled(state.tourStep == 0);
  if (ImGui::Button("Back", {width, 0.f})) begin(context, state.tourStep - 1);
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  if (ImGui::Button(last ? "Again" : "Next", {width, 0.f})) begin(context, last ? 0 : state.tourStep + 1);
  ImGui::PopStyleColor();
  endCard();
}

/// Inserts the name of the liquid and the keys into a text. With several liquids the word is "liquid".
std::string insertWords(const PanelContext& context, const Step& step, std::string_view text) {
  const std::string liquid = context.live.materials.size() == 1 ? context.liquidName(0) : "liquid";
  return insertKeys(text, step.keys, context.state.keyMap, liquid);
}

/// Returns true if the step is about moving liquid, but all liquid of a playing world lies still.
bool liesStill(const PanelContext& context, const Step& step) {
  constexpr double kSlow = 3.0;  // speed of liquid that seems to lie still [interaction radii per second]
  const Snapshot* snapshot = context.view.snapshot.get();
  return step.flows && snapshot && context.view.status.playing && snapshot->time > 1.0 &&
         snapshot->statistics.maxSpeed < kSlow * static_cast<double>(snapshot->interactionRadius);
}

std::string wordsOf(const PanelContext& context, const Step& step) {
  if (liesStill(context, step)) return insertWords(context, step, kAtRestText);
  const std::vector<Listing>& ready = context.catalog.materials;
  const std::string_view method =
      context.view.snapshot ? std::string_view(context.view.snapshot->method) : "";
  const bool none =
      std::none_of(ready.begin(), ready.end(), [&](const Listing& l) { return l.method == method; });
  return insertWords(context, step, step.spot == kMaterials && none ? kNoMaterials : step.text);
}

void drawText(const PanelContext& context, const Step& step, const ViewRect& bar) {
  const Theme& theme = context.theme;
  const float margin = kTourMargin * theme.scale, pad = kTourPad * theme.scale;
  const float width = std::min(kTourWidth * theme.scale, ImGui::GetIO().DisplaySize.x - 2.f * margin);
  const std::string title = insertWords(context, step, liesStill(context, step) ? kAtRest : step.title),
                    words = wordsOf(context, step);
  const float text = ImGui::CalcTextSize(words.c_str(), nullptr, false, width - 2.f * pad).y;
  const ImVec2 size{width, text + 2.f * pad + ImGui::GetTextLineHeightWithSpacing()};
  const ViewRect part = partOf(context, step);
  if (step.area != "view") outline(theme, part);
  beginCard(theme, "Tour card", cardPlace(part, areasOf(context).view, size, bar, theme), size, pad);
  ImGui::TextUnformatted(title.c_str());
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextDisabled("%s", words.c_str());
  ImGui::PopTextWrapPos();
  endCard();
}

// Opens or closes the nozzle without an edit, so that undo reaches the user's own edits.
void openNozzle(PanelContext& context, const std::string& name, bool open) {
  context.session.submitWithoutUndo(SetValue{{SettingOwner::Emitter, name, "enabled"}, open ? 1.f : 0.f});
}

// Adds a nozzle with a thinner stream once all nozzles of the scene are spent. The first card asks for
// nothing, so nothing pours before the user goes on from there.
void beginPouring(PanelContext& context) {
  constexpr float kThinner = 0.6f;  // factor of the speed: still a thread, with less liquid to simulate
  InterfaceState& state = context.state;
  const Snapshot& snapshot = *context.view.snapshot;
  if (state.tourStep == 0 || !presentStep(context).flows || !context.view.status.playing ||
      context.view.timeline.seeking)
    return;
  const std::vector<EmitterSpec>& nozzles = context.live.emitters;
  const auto own = [](const EmitterSpec& e) { return !isAddedNozzle(e.name); };
  const auto first = std::find_if(nozzles.begin(), nozzles.end(), own);
  const bool spent = std::all_of(nozzles.begin(), nozzles.end(), [&](const EmitterSpec& e) {
    return !own(e) || hasReachedVolumeLimit(e, snapshot.time);
  });
  if (first == nozzles.end() || !spent) return;
  TourNozzle pours;
  pours.since = snapshot.time;
  pours.nozzles = nozzles.size();
  pours.own = std::max<std::size_t>(snapshot.positions.size(), 1);
  pours.most = 2 * pours.own;
  pours.step = state.tourStep;
  pours.materials = context.live.materials;
  state.tourNozzleState = std::move(pours);
  context.session.submitWithoutUndo(AddEmitter{.position = first->position,
                                               .direction = first->direction,
                                               .radius = first->radius,
                                               .speed = kThinner * first->speed,
                                               .material = first->material});
}

/// Returns the tour's nozzle, or null before the nozzle exists. The nozzle panel shows a new nozzle at once.
const EmitterSpec* tourNozzle(PanelContext& context, TourNozzle& pours) {
  const std::vector<EmitterSpec>& nozzles = context.live.emitters;
  for (std::size_t i = nozzles.size(); i-- > 0;) {
    const bool itself = pours.nozzle.empty() ? i >= pours.nozzles && isAddedNozzle(nozzles[i].name)
                                             : nozzles[i].name == pours.nozzle;
    if (!itself) continue;
    if (pours.nozzle.empty()) context.state.emitter = i;
    pours.nozzle = nozzles[i].name;
    return &nozzles[i];
  }
  return nullptr;
}

bool sameValues(const std::vector<MaterialDefinition>& a, const std::vector<MaterialDefinition>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const MaterialDefinition& x, const MaterialDefinition& y) { return x.values == y.values; });
}

// Limits the amount of liquid while the user reads: the nozzle pauses at twice the scene's particles. A step
// that needs flowing liquid, or the action suggested by the step, starts the nozzle again for a while.
void followPouring(PanelContext& context, TourNozzle& pours) {
  const bool playing = context.view.status.playing;
  bool acted = !std::exchange(pours.playing, playing) && playing;
  const EmitterSpec* nozzle = tourNozzle(context, pours);
  if (!nozzle || !playing || context.view.timeline.seeking) return;
  if (!sameValues(pours.materials, context.live.materials)) {
    pours.materials = context.live.materials;
    acted = true;
  }
  const bool begins = pours.step != context.state.tourStep;
  pours.step = context.state.tourStep;
  const std::size_t there = context.view.snapshot->positions.size();
  if (begins || acted) pours.most = std::max(pours.most, there + pours.own / (begins ? 2 : 4));
  const bool flows = presentStep(context).flows && there < pours.most;
  if (flows == nozzle->enabled || (flows && !pours.paused)) return;
  if (!flows && there >= pours.most)
    pours.most = 0;  // particles that leave the world do not restart the nozzle
  pours.paused = !flows;
  openNozzle(context, pours.nozzle, flows);
}

void updateTourNozzle(PanelContext& context) {
  std::optional<TourNozzle>& pours = context.state.tourNozzleState;
  if (pours && context.view.snapshot->time < pours->since) pours.reset();  // the world was restarted
  if (pours)
    followPouring(context, *pours);
  else
    beginPouring(context);
}

// Closes the tour's nozzle at the end of the tour.
void stopPouring(PanelContext& context) {
  const std::optional<TourNozzle> pours = std::exchange(context.state.tourNozzleState, std::nullopt);
  if (!pours) return;
  const std::vector<EmitterSpec>& nozzles = context.live.emitters;
  for (const EmitterSpec& nozzle : nozzles)
    if (nozzle.name == pours->nozzle && nozzle.enabled) openNozzle(context, nozzle.name, false);
  std::size_t& shown = context.state.emitter;
  if (shown < nozzles.size() && isAddedNozzle(nozzles[shown].name)) shown = 0;
}

// Restores gravity at the end of its step, because inverted gravity would spoil the following steps. The edit
// can be undone like the user's own, so that each undo changes something.
void restoreGravity(PanelContext& context) {
  InterfaceState& state = context.state;
  const std::size_t row = findParameter(worldParameters(), kGravity);
  if (row >= context.live.worldValues.size()) return;
  const float now = context.live.worldValues[row];
  std::optional<TourGravity>& before = state.tourGravity;
  if (before && before->scene != context.view.scene) before.reset();  // a new scene has its own gravity
  const bool spokenOf = state.tourOpen && presentStep(context).spot == kGravity;
  if (spokenOf && !before) before = TourGravity{now, context.view.scene};
  if (spokenOf || !before) return;
  if (before->upward != now)
    submitAs(context.session, "Gravity, reset by the tour",
             {SetValue{{SettingOwner::World, {}, std::string(kGravity)}, before->upward}});
  before.reset();
}

}  // namespace

float tourBarHeight(const Theme& theme) {
  return ImGui::GetFrameHeight() + (2.f * kTourBarPad + kTourMargin) * theme.scale;
}

void drawTour(PanelContext& context) {
  InterfaceState& state = context.state;
  if (!state.tourOpen) {
    state.tourSpot = {};
    if (context.view.snapshot) stopPouring(context);
    restoreGravity(context);
    return;
  }
  state.tourStep = std::min(state.tourStep, kTourSteps.size() - 1);
  const Step& step = presentStep(context);
  if (state.tourSpot.name != step.spot) begin(context, state.tourStep);
  if (context.view.snapshot) updateTourNozzle(context);
  restoreGravity(context);
  const ViewRect bar = barPlace(context);
  drawText(context, step, bar);
  drawBar(context, bar);
}

}  // namespace ooze::ui
