// Two minutes with a new user: each step points at the real thing, which goes on working meanwhile.
#include "ui/areas.h"
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace ooze::ui {
namespace {

struct Step {
  std::string_view part;  ///< name of the area that it is about
  const char* title;
  const char* text;
};
constexpr std::array kSteps{
    Step{"view", "This honey is alive",
         "Every drop is simulated while you watch. Drag in the picture to turn it, drag with the right "
         "button to "
         "move it, use the wheel to come nearer. Home shows all of it again."},
    Step{"top", "Time is yours",
         "Space stops and goes on. The full stop takes one step, the comma takes it back, R starts the scene "
         "again "
         "with what you have changed."},
    Step{"right", "Every slider acts at once",
         "Drag Viscosity and watch. The question mark beside a slider explains it: the equation, the paper, "
         "what more "
         "and less of it does. An arrow appears beside what you changed; it takes the value back."},
    Step{"left", "Scenes and materials",
         "The picture of the scene opens the gallery. Turn the honey into clay, slime or water with one "
         "click, and "
         "keep what you like as a material of your own."},
    Step{"tools", "Nine tools, keys 1 to 9",
         "Look round, pour, grab, push, cut, freeze, erase, drop bodies, place obstacles. The left button "
         "acts, the "
         "right one does the opposite, Esc goes back to the camera. Drop a mesh file on the window to use "
         "that."},
    Step{"bottom", "Nothing is lost",
         "Ctrl+Z takes back every edit. Drag along the timeline to any earlier moment; change something "
         "there, and "
         "a new branch begins beside the old one."},
    Step{"top", "Look closer",
         "C puts two worlds side by side. Ctrl+P makes a sheet of pictures over a range of values. Pause and "
         "press M "
         "to look inside a single step. All of it is in the menus."},
    Step{"top", "Keep it",
         "Ctrl+S saves the session with all that you did, F9 records a film, F12 takes a picture."},
    Step{"right", "Your turn: a thread that coils",
         "Set Yield ratio, stretched to 0.3 and Plasticity, stretched to 0.5 (double click to type), then "
         "press R: "
         "the honey folds and coils as it lands. Medium detail shows it finer. Save as... keeps it beside "
         "the other "
         "materials, F9 films it. F1 shows every key."},
};
constexpr float kCardWidth = 320.f, kMargin = 14.f;  // [design pixels]

ViewRect rectOf(const PanelContext& context, std::string_view part) {
  const Areas areas = arrange(ImGui::GetIO().DisplaySize, context.state, context.theme.scale);
  for (const auto& [name, rect] : areas.all())
    if (part == name) return rect;
  return areas.view;
}

// Everything but the part that the step is about.
void shade(const Theme& theme, const ViewRect& bright) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.f, 0.f});
  ImGui::SetNextWindowSize(screen);
  ImGui::Begin("Tour shade", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  constexpr ImU32 kShade = IM_COL32(6, 7, 9, 120);
  list.AddRectFilled({0.f, 0.f}, {screen.x, bright.y}, kShade);
  list.AddRectFilled({0.f, bright.bottom()}, screen, kShade);
  list.AddRectFilled({0.f, bright.y}, {bright.x, bright.bottom()}, kShade);
  list.AddRectFilled({bright.right(), bright.y}, {screen.x, bright.bottom()}, kShade);
  const float in = theme.scale;
  list.AddRect({bright.x + in, bright.y + in}, {bright.right() - in, bright.bottom() - in},
               ImGui::GetColorU32(theme.accent), 4.f * theme.scale, 0, 2.f * theme.scale);
  list.PopClipRect();
  ImGui::End();
}

// Beside the part, where there is room; else low inside of it.
ImVec2 cardPlace(const ViewRect& part, const ImVec2& size, float margin) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float left = part.x, right = screen.x - part.right(), above = part.y,
              below = screen.y - part.bottom();
  const float middle = part.x + 0.5f * (part.width - size.x);
  ImVec2 at{middle, part.bottom() - size.y - margin};
  if (right >= size.x + 2.f * margin)
    at = {part.right() + margin, part.y + margin};
  else if (left >= size.x + 2.f * margin)
    at = {part.x - size.x - margin, part.y + margin};
  else if (below >= size.y + 2.f * margin)
    at = {middle, part.bottom() + margin};
  else if (above >= size.y + 2.f * margin)
    at = {middle, part.y - size.y - margin};
  return {std::clamp(at.x, margin, std::max(screen.x - size.x - margin, margin)),
          std::clamp(at.y, margin, std::max(screen.y - size.y - margin, margin))};
}

void drawButtons(PanelContext& context) {
  InterfaceState& state = context.state;
  const bool last = state.tourStep + 1 == kSteps.size();
  const float width = 78.f * context.theme.scale;
  if (ImGui::Button(last ? "Close" : "Skip", {width, 0.f})) state.tourOpen = false;
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - 2.f * width -
                  ImGui::GetStyle().ItemSpacing.x);
  ImGui::BeginDisabled(state.tourStep == 0);
  if (ImGui::Button("Back", {width, 0.f})) --state.tourStep;
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.accent);
  if (ImGui::Button(last ? "Begin again" : "Next", {width, 0.f}))
    state.tourStep = last ? 0 : state.tourStep + 1;
  ImGui::PopStyleColor();
}

}  // namespace

void drawTour(PanelContext& context) {
  InterfaceState& state = context.state;
  if (!state.tourOpen) return;
  state.tourStep = std::min(state.tourStep, kSteps.size() - 1);
  const Step& step = kSteps[state.tourStep];
  const Theme& theme = context.theme;
  const ViewRect part = rectOf(context, step.part);
  shade(theme, part);

  const float margin = kMargin * theme.scale, pad = 16.f * theme.scale;
  const float width = std::min(kCardWidth * theme.scale, ImGui::GetIO().DisplaySize.x - 2.f * margin);
  const float text = ImGui::CalcTextSize(step.text, nullptr, false, width - 2.f * pad).y;
  const ImVec2 size{width, text + 2.f * pad + ImGui::GetTextLineHeightWithSpacing() +
                               ImGui::GetFrameHeightWithSpacing() + 14.f * theme.scale};
  ImGui::SetNextWindowPos(cardPlace(part, size, margin));
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowBgAlpha(0.98f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8.f * theme.scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.f);
  if (ImGui::Begin("Tour", nullptr,
                   ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings)) {
    ImGui::TextUnformatted(step.title);
    const std::string count = fmt::format("{} of {}", state.tourStep + 1, kSteps.size());
    ImGui::SameLine(width - pad - ImGui::CalcTextSize(count.c_str()).x);
    ImGui::TextDisabled("%s", count.c_str());
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextDisabled("%s", step.text);
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPosY(size.y - pad - ImGui::GetFrameHeight());
    drawButtons(context);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace ooze::ui
