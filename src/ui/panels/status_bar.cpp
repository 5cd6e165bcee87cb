// Status bar along the bottom edge: speed, counts, timings, and tasks.
#include "ui/panels/panel.h"
#include "ui/state/scene_search.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

struct Item {
  std::string text, explanation;
  bool notable = false;
};

// Shortest delay of the picture behind the world that is reported [simulated s].
constexpr double kBehind = 0.15;
// How long a repeated frame is reported [simulated s].
constexpr double kRepeatReported = 5.0;

std::string stageTable(const Snapshot& snapshot) {
  std::string table = "Time per stage of the last frame:";
  for (const auto& [stage, ms] : snapshot.stageMilliseconds)
    table += fmt::format("\n{:7.2f} ms  {}", ms, stage);
  return table;
}

/// Returns true if a frame was repeated just before this moment.
bool hasJustRepeated(const Snapshot& snapshot) {
  const std::uint64_t repeated = snapshot.lastRollBack.frame;
  return snapshot.rollBacks > 0 && snapshot.frame >= repeated &&
         static_cast<double>(snapshot.frame - repeated) < kRepeatReported * snapshot.framesPerSecond;
}

std::vector<Item> items(const PanelContext& context) {
  const SessionStatus& status = context.view.status;
  std::vector<Item> list;
  if (!status.loading.empty())
    list.push_back({"Opening " + sceneTitle(context.catalog, status.loading) + " ...",
                    "The previous scene stays until this one is ready", true});
  if (const Snapshot* snapshot = context.view.snapshot.get()) {
    if (status.playingBack)
      list.push_back({"Playing back", "These frames were simulated before and come from memory", true});
    else
      list.push_back({status.playing ? fmt::format("{:.2f} x real time", status.simulatedOverWall) : "Paused",
                      "Speed of the simulation against real time. Below 1 you see slow motion; the motion "
                      "itself is the same.",
                      !status.playing});
    // Single steps are shorter than the time that two decimals show.
    list.push_back({status.moves() ? fmt::format("{:.2f} s", snapshot->time)
                                   : fmt::format("{:.2f} s, frame {}, step {}", snapshot->time,
                                                 snapshot->frame, snapshot->step),
                    fmt::format("Simulated time; frame {}, step {}", snapshot->frame, snapshot->step)});
    if (context.window.pictureLag >= kBehind && status.playing && snapshot->statistics.asleep == 0)
      list.push_back({fmt::format("picture {:.2f} s behind", context.window.pictureLag),
                      "Drawing is slower than the simulation, so the picture is older than the numbers and "
                      "the timeline. When paused, it catches up.",
                      true});
    list.push_back(
        {fmt::format("{} particles", grouped(snapshot->positions.size())), "Particles in the world"});
    if (snapshot->statistics.asleep > 0)
      list.push_back({"asleep",
                      "Nothing has moved for half a second, so nothing is simulated until something moves. "
                      "Sleep at rest in World turns this off.",
                      true});
    if (const LinkWords& words = snapshot->linkWords; !words.many.empty())
      list.push_back(
          {fmt::format("{} {}", grouped(snapshot->links), words.many), std::string(words.explanation)});
    if (status.playing && snapshot->statistics.asleep == 0)
      list.push_back({fmt::format("{:.0f} steps/s", status.stepsPerSecond),
                      "Time steps that this machine does per second"});
    list.push_back({fmt::format("{:.2f} ms/step", status.millisecondsPerStep), stageTable(*snapshot)});
    list.push_back(
        {fmt::format("{} substeps", snapshot->substeps),
         fmt::format("Time steps per frame of 1/{:g} s, required by: {}", snapshot->framesPerSecond,
                     snapshot->substepLimit) +
             (snapshot->rollBacks == 0
                  ? ""
                  : fmt::format("\nFrames repeated with shorter steps so far: {}", snapshot->rollBacks))});
    if (const RollBack& last = snapshot->lastRollBack; hasJustRepeated(*snapshot))
      list.push_back({fmt::format("{} repeated", snapshot->rollBacks),
                      fmt::format("Frames that went wrong and were repeated with shorter steps. The last was "
                                  "frame {}, in {} steps: {}",
                                  last.frame, last.substeps, last.reason),
                      true});
    if (std::string warning = snapshot->balance.warning(); !warning.empty())
      list.push_back({snapshot->balance.isMissingLiquid() ? "liquid missing" : "nozzle was blocked",
                      std::move(warning), true});
  }
  if (context.window.framesPerSecond >= 0.5)  // nothing is drawn while nothing changes
    list.push_back({fmt::format("{:.0f} fps", context.window.framesPerSecond),
                    "Pictures per second. The window draws only when something changed"});
  if (!context.window.quality.empty())
    list.push_back({"simpler picture", fmt::format("Keeps the window fast: {}. When paused, the picture has "
                                                   "full quality. Choose with View, Quality.",
                                                   context.window.quality)});
  return list;
}

constexpr float kBar = 84.f;  // width of a task's progress bar [design pixels]

float taskWidth(const Theme& theme, const Task& task) {
  const float cross = task.cancel ? ImGui::GetTextLineHeight() + 6.f * theme.scale : 0.f;
  return ImGui::CalcTextSize(task.name.c_str()).x + (kBar + 24.f) * theme.scale + cross;
}

// Draws a progress bar. Unknown progress is shown as a moving part.
void drawBar(const Theme& theme, float done) {
  const float width = kBar * theme.scale, height = 5.f * theme.scale;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y + 0.5f * (ImGui::GetTextLineHeight() - height), round = 0.5f * height;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, top}, {at.x + width, top + height}, ImGui::GetColorU32(ImGuiCol_FrameBg), round);
  const float part = done < 0.f ? 0.3f : std::clamp(done, 0.f, 1.f);
  const auto swing = static_cast<float>(0.5 + 0.5 * std::sin(3.0 * ImGui::GetTime()));
  const float from = done < 0.f ? at.x + (1.f - part) * width * swing : at.x;
  list.AddRectFilled({from, top}, {from + part * width, top + height}, ImGui::GetColorU32(theme.accent),
                     round);
  ImGui::Dummy({width, ImGui::GetTextLineHeight()});
}

// Draws the tasks at the right end of the bar. Without room they cover the least important items.
void drawTasks(const PanelContext& context) {
  const Theme& theme = context.theme;
  float width = 0.f;
  for (const Task& task : context.window.tasks) width += taskWidth(theme, task);
  if (width <= 0.f) return;
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float from = std::max(size.x - width, 0.f);
  ImGui::GetWindowDrawList()->AddRectFilled(
      {corner.x + from, corner.y}, {corner.x + size.x, corner.y + size.y}, ImGui::GetColorU32(theme.bar));
  float x = from + 8.f * theme.scale;
  for (std::size_t i = 0; i < context.window.tasks.size(); ++i) {
    const Task& task = context.window.tasks[i];
    ImGui::PushID(static_cast<int>(i));
    ImGui::SameLine(x);
    ImGui::TextUnformatted(task.name.c_str());
    ImGui::SameLine(0.f, 6.f * theme.scale);
    drawBar(theme, task.done);
    if (task.cancel) {
      ImGui::SameLine(0.f, 4.f * theme.scale);
      const float side = ImGui::GetTextLineHeight();
      ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.f, 0.f});
      // Only the larger font has the icons.
      ImGui::PushFont(theme.text);
      const bool cancel =
          ImGui::Button(theme.hasIcons ? icon::kClose : "x", {side + 4.f * theme.scale, side});
      ImGui::PopFont();
      ImGui::PopStyleVar();
      tooltip(theme, "Cancel");
      if (cancel) task.cancel();
    }
    x += taskWidth(theme, task);
    ImGui::PopID();
  }
}

}  // namespace

void drawStatusBar(PanelContext& context) {
  const float gap = 16.f * context.theme.scale;
  ImGui::PushFont(context.theme.small);
  bool first = true;
  for (const Item& item : items(context)) {
    if (!first) ImGui::SameLine(0.f, gap);
    first = false;
    if (item.notable)
      ImGui::TextColored(context.theme.accent, "%s", item.text.c_str());
    else
      ImGui::TextDisabled("%s", item.text.c_str());
    tooltip(context.theme, item.explanation);
  }
  drawTasks(context);
  ImGui::PopFont();
}

}  // namespace ooze::ui
