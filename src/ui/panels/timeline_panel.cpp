// Timeline panel: seeks to any simulated frame, on this branch or another.
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kRuler = 16.f, kTrack = 24.f, kLane = 16.f;  // heights [design pixels]
constexpr float kMarkReach = 5.f;                            // pick distance of the mouse [design pixels]
constexpr std::uint64_t kFewestFrames = 60;                  // fewest frames that the track shows

/// Mapping between frames and screen positions along a line.
struct FrameAxis {
  float left, width;
  std::uint64_t frames;

  [[nodiscard]] float at(std::uint64_t frame) const {
    return left + width * static_cast<float>(static_cast<double>(frame) / static_cast<double>(frames));
  }
  [[nodiscard]] std::uint64_t frameAt(float x) const {
    const double part = std::clamp((x - left) / std::max(width, 1.f), 0.f, 1.f);
    return static_cast<std::uint64_t>(std::llround(part * static_cast<double>(frames)));
  }
};

std::uint64_t lastOf(const PanelContext& context) {
  return std::max(context.view.timeline.last, context.view.snapshot->frame);
}

/// Draws the name of the branch that is shown, as a list of all branches to choose from.
void drawBranchChoice(PanelContext& context) {
  const Timeline& timeline = context.view.timeline;
  if (timeline.branches.size() < 2 || timeline.branch >= timeline.branches.size()) return;
  const std::string shown =
      fmt::format("Branch {} of {}", timeline.branches[timeline.branch].name, timeline.branches.size());
  ImGui::SameLine(0.f, 14.f * context.theme.scale);
  ImGui::SetNextItemWidth(ImGui::CalcTextSize(shown.c_str()).x + 2.f * ImGui::GetFrameHeight());
  if (!ImGui::BeginCombo("##branch", shown.c_str())) return;
  for (std::size_t i = 0; i < timeline.branches.size(); ++i) {
    const Branch& branch = timeline.branches[i];
    const std::string line = fmt::format("{}, frames {} to {}", branch.name, branch.from, branch.last);
    if (ImGui::Selectable(line.c_str(), i == timeline.branch) && i != timeline.branch)
      context.session.switchBranch(i);
  }
  ImGui::EndCombo();
}

void drawButtons(PanelContext& context) {
  const Theme& theme = context.theme;
  const Timeline& timeline = context.view.timeline;
  const bool playing = context.view.status.moves();
  const auto button = [&](const char* icon, const char* word, const std::string& text, bool on = false) {
    const bool pressed = iconButton(theme, icon, word, on, text);
    ImGui::SameLine(0.f, 3.f * theme.scale);
    return pressed;
  };
  if (button(icon::kFirst, "Start", "To the first frame")) context.session.seek(0);
  if (button(icon::kStepBack, "Back", describe(Action::StepBack, context.state.keyMap)))
    context.perform(Action::StepBack);
  if (button(playing ? icon::kPause : icon::kPlay, playing ? "Pause" : "Play",
             describe(Action::PlayPause, context.state.keyMap)))
    context.perform(Action::PlayPause);
  if (button(icon::kStep, "Step", describe(Action::SingleStep, context.state.keyMap)))
    context.perform(Action::SingleStep);
  if (button(icon::kLast, "End", "To the last simulated frame")) context.session.seek(timeline.last);
  if (button(icon::kFilm, "Play back",
             describe(Action::PlayBack, context.state.keyMap) + " at real time, again and again",
             context.view.status.playingBack))
    context.perform(Action::PlayBack);
  const Snapshot& now = *context.view.snapshot;
  ImGui::SameLine(0.f, 10.f * theme.scale);
  ImGui::AlignTextToFramePadding();
  ImGui::Text("%s", fmt::format("Frame {} of {}", now.frame, lastOf(context)).c_str());
  ImGui::SameLine();
  ImGui::TextDisabled("%.2f s", now.time);
  drawBranchChoice(context);
}

void drawSeeking(PanelContext& context) {
  const Timeline& timeline = context.view.timeline;
  if (!timeline.seeking) return;
  const std::uint64_t goal = *timeline.seeking, now = context.view.snapshot->frame;
  ImGui::SameLine(0.f, 14.f * context.theme.scale);
  ImGui::TextColored(context.theme.accent, "%s", fmt::format("going to {}, now {}", goal, now).c_str());
  ImGui::SameLine();
  if (ImGui::SmallButton("Stop here")) context.session.cancelSeek();
  tooltip(context.theme, "Stay at the present frame");
}

void drawRuler(const PanelContext& context, const FrameAxis& axis, float top) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double perSecond = std::max(context.view.snapshot->framesPerSecond, 1.0);
  const double seconds = static_cast<double>(axis.frames) / perSecond;
  // Chooses the distance of the labels in seconds so that they do not overlap.
  double step = 0.1;
  const double room =
      56.0 * static_cast<double>(context.theme.scale) * seconds / static_cast<double>(axis.width);
  for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5, 2.0, 2.0, 2.5, 2.0, 2.0, 2.5, 2.0})
    if (step < room) step *= factor;
  for (double t = 0.0; t <= seconds + 1e-9; t += step) {
    const float x = axis.left + axis.width * static_cast<float>(t / seconds);
    list.AddLine({x, top + (kRuler - 4.f) * context.theme.scale}, {x, top + kRuler * context.theme.scale},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled));
    const std::string label = fmt::format("{:g} s", t);
    const float begin = x + 3.f * context.theme.scale, size = context.theme.small->FontSize;
    if (begin + context.theme.small->CalcTextSizeA(size, 1e9f, 0.f, label.c_str()).x <=
        axis.left + axis.width)
      list.AddText(context.theme.small, size, {begin, top}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                   label.c_str());
  }
}

// Draws the track: simulated part, keyframes (stored states of the world), edits, and the current frame.
void drawTrack(const PanelContext& context, const FrameAxis& axis, float top) {
  const float scale = context.theme.scale, bottom = top + kTrack * scale;
  const Timeline& timeline = context.view.timeline;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 accent = context.theme.accent;
  const ImU32 strong = ImGui::GetColorU32(accent),
              quiet = ImGui::GetColorU32(ImVec4(accent.x, accent.y, accent.z, 0.28f));
  list.AddRectFilled({axis.left, top}, {axis.left + axis.width, bottom}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     3.f * scale);
  list.AddRectFilled({axis.left, top}, {axis.at(lastOf(context)), bottom}, quiet, 3.f * scale);
  for (const std::uint64_t frame : timeline.keyframes)
    list.AddLine({axis.at(frame), bottom - 5.f * scale}, {axis.at(frame), bottom},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled));
  for (const TimelineMarker& edit : timeline.edits)
    list.AddNgonFilled({axis.at(edit.frame), top + 7.f * scale}, 4.5f * scale,
                       ImGui::GetColorU32(ImGuiCol_Text), 4);
  if (timeline.seeking)
    list.AddLine({axis.at(*timeline.seeking), top}, {axis.at(*timeline.seeking), bottom}, strong, scale);
  const float now = axis.at(context.view.snapshot->frame);
  list.AddRectFilled({now - 1.f * scale, top - 4.f * scale}, {now + 1.f * scale, bottom + 2.f * scale},
                     strong);
  list.AddTriangleFilled({now - 5.f * scale, top - 6.f * scale}, {now + 5.f * scale, top - 6.f * scale},
                         {now, top + 1.f * scale}, strong);
}

void explainTrack(const PanelContext& context, const FrameAxis& axis) {
  const float mouse = ImGui::GetIO().MousePos.x;
  std::string text = fmt::format("Frame {}", axis.frameAt(mouse));
  for (const TimelineMarker& edit : context.view.timeline.edits)
    if (std::abs(axis.at(edit.frame) - mouse) <= kMarkReach * context.theme.scale)
      text += fmt::format("\n{} at frame {}", capitalised(edit.label), edit.frame);
  tooltip(context.theme, text);
}

// Seeks whenever the mouse moves to another frame, even if the last seek is not finished.
void scrub(PanelContext& context, const FrameAxis& axis) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("asked");
  if (!ImGui::IsItemActive()) return storage.SetInt(key, -1);
  const std::uint64_t wanted = std::min(axis.frameAt(ImGui::GetIO().MousePos.x), lastOf(context));
  if (storage.GetInt(key, -1) == static_cast<int>(wanted)) return;
  storage.SetInt(key, static_cast<int>(wanted));
  context.session.seek(wanted);
}

// Draws a branch's name behind the end of its line, or without room in a gap of the line.
void drawLaneName(const Theme& theme, const std::string& name, float end, float right, float middle,
                  ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = theme.small->FontSize, gap = 8.f * theme.scale;
  const float width = theme.small->CalcTextSizeA(size, 1e9f, 0.f, name.c_str()).x;
  const float left = std::min(end + gap, right - width - gap), top = middle - 0.5f * size;
  if (left < end)
    list.AddRectFilled({left - 0.5f * gap, top}, {left + width + 0.5f * gap, top + size},
                       ImGui::GetColorU32(ImGuiCol_WindowBg));
  list.AddText(theme.small, size, {left, top}, colour, name.c_str());
}

// Draws a line for each branch: first the branch that is shown, so that it is in view in a low panel, too.
void drawLanes(PanelContext& context, const FrameAxis& axis) {
  const Timeline& timeline = context.view.timeline;
  if (timeline.branches.size() < 2) return;
  const float scale = context.theme.scale, height = kLane * scale;
  std::vector<std::size_t> order(timeline.branches.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return i == timeline.branch; });
  for (const std::size_t i : order) {
    const Branch& branch = timeline.branches[i];
    const bool on = i == timeline.branch;
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("lane", {axis.width, height}) && !on) context.session.switchBranch(i);
    const bool hovered = ImGui::IsItemHovered();
    tooltip(context.theme,
            on ? "The branch that is shown"
               : fmt::format("Go to {}, which branches off at frame {}", branch.name, branch.from));
    const ImU32 colour = ImGui::GetColorU32(on        ? context.theme.accent
                                            : hovered ? ImGui::GetStyleColorVec4(ImGuiCol_Text)
                                                      : context.theme.dim);
    const float y = corner.y + 0.5f * height;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({axis.at(branch.from), y}, {axis.at(std::max(branch.last, branch.from)), y}, colour,
                 (on ? 3.f : 2.f) * scale);
    list.AddCircleFilled({axis.at(branch.from), y}, 3.f * scale, colour, 12);
    drawLaneName(context.theme, branch.name, axis.at(branch.last), axis.left + axis.width, y, colour);
    ImGui::PopID();
  }
}

}  // namespace

void drawTimelinePanel(PanelContext& context) {
  if (!context.view.snapshot) {
    if (!context.view.status.loading.empty()) return;  // the view shows what is loading
    ImGui::TextDisabled("No scene is open.");
    ImGui::SameLine();
    if (ImGui::SmallButton("Choose one")) context.perform(Action::Gallery);
    return;
  }
  drawButtons(context);
  drawSeeking(context);
  const float scale = context.theme.scale, inset = 6.f * scale;
  std::uint64_t frames = std::max(lastOf(context), kFewestFrames);
  for (const Branch& branch : context.view.timeline.branches) frames = std::max(frames, branch.last);
  const TourSpotRecorder mark(context.state);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const FrameAxis axis{corner.x + inset, std::max(ImGui::GetContentRegionAvail().x - 2.f * inset, 1.f),
                       frames};
  drawRuler(context, axis, corner.y);
  drawTrack(context, axis, corner.y + (kRuler + 4.f) * scale);
  ImGui::InvisibleButton("track", {axis.width + 2.f * inset, (kRuler + kTrack + 6.f) * scale});
  mark.noteItem("track");
  explainTrack(context, axis);
  scrub(context, axis);
  drawLanes(context, axis);
}

}  // namespace ooze::ui
