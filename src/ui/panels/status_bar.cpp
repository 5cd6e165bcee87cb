// The honest numbers along the bottom edge.
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <fmt/format.h>

namespace ooze::ui {
namespace {

struct Item {
  std::string text, explanation;
  bool notable = false;
};

std::string grouped(std::size_t n) {
  return n < 1000 ? fmt::format("{}", n) : fmt::format("{} {:03}", grouped(n / 1000), n % 1000);
}

std::string stageTable(const Snapshot& snapshot) {
  std::string table = "Time per stage of the last frame:";
  for (const auto& [stage, ms] : snapshot.stageMilliseconds)
    table += fmt::format("\n{:7.2f} ms  {}", ms, stage);
  return table;
}

std::vector<Item> items(const PanelContext& context) {
  const SessionStatus& status = context.view.status;
  std::vector<Item> list;
  if (!status.loading.empty())
    list.push_back(
        {"Loading " + status.loading + " ...", "The scene before it stays until this one is ready", true});
  if (const Snapshot* snapshot = context.view.snapshot.get()) {
    list.push_back({status.playing ? fmt::format("{:.2f} x real time", status.simulatedOverWall) : "Paused",
                    "Simulated time over wall time. Below 1 you see slow motion, never a different motion.",
                    !status.playing});
    list.push_back({fmt::format("{:.2f} s", snapshot->time),
                    fmt::format("Simulated time; frame {}, step {}", snapshot->frame, snapshot->step)});
    list.push_back(
        {fmt::format("{} particles", grouped(snapshot->positions.size())), "Particles in the world"});
    list.push_back({fmt::format("{} springs", grouped(snapshot->springs)), "Elastic springs between them"});
    list.push_back(
        {fmt::format("{:.0f} steps/s", status.stepsPerSecond), "Steps done per second of wall time"});
    list.push_back({fmt::format("{:.2f} ms/step", status.millisecondsPerStep), stageTable(*snapshot)});
    list.push_back({fmt::format("{} substeps", snapshot->substeps),
                    fmt::format("Steps per frame of 1/{:g} s; their number comes from: {}",
                                snapshot->framesPerSecond, snapshot->substepLimit)});
    if (const RollBack& last = snapshot->lastRollBack; snapshot->rollBacks > 0)
      list.push_back(
          {fmt::format("{} taken again", snapshot->rollBacks),
           fmt::format(
               "Frames that went wrong and were taken again with shorter steps; the last was frame {}, "
               "in {} steps: {}",
               last.frame, last.substeps, last.reason),
           true});
  }
  list.push_back({fmt::format("{:.0f} fps", context.window.framesPerSecond),
                  "Pictures that this window draws per second; it draws only when something changed"});
  if (!context.window.quality.empty())
    list.push_back({context.window.quality, "Drawn simpler so that the window stays quick", true});
  return list;
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
  ImGui::PopFont();
}

}  // namespace ooze::ui
