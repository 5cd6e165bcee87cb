#include "ui/state/manual_state.h"

#include "ui/panels/panel.h"

namespace ooze::ui {
namespace {

constexpr std::size_t kMostVisits = 100;

std::string_view toolSection(Action tool) {
  switch (tool) {
    case Action::PourTool:
      return "pour";
    case Action::GrabTool:
      return "grab";
    case Action::CutTool:
      return "cut";
    case Action::DropTool:
    case Action::ColliderTool:
      return "drop-and-place-a-collider";
    case Action::GizmoTool:
      return "place";
    case Action::ControlTool:
      return "direct";
    default:
      return "tools";
  }
}

}  // namespace

void visitPage(ManualState& manual, std::string_view page) {
  manual.section.clear();
  manual.spot.reset();
  manual.scrollTo.reset();
  manual.visited.push_back({manual.page, manual.scroll});
  if (manual.visited.size() > kMostVisits) manual.visited.erase(manual.visited.begin());
  if (manual.page != page) manual.scrollTo = 0.f;
  manual.page = page;
}

void goBack(ManualState& manual) {
  if (manual.visited.empty()) return;
  manual.page = manual.visited.back().page;
  manual.section.clear();
  manual.spot.reset();
  manual.scrollTo = manual.visited.back().scroll;
  manual.visited.pop_back();
}

void openManual(ManualState& manual, std::string_view page, std::string_view section) {
  std::string name(page);
  if (!name.ends_with(".md")) name += ".md";
  visitPage(manual, name);
  manual.section = section;
  if (section.empty()) manual.scrollTo = 0.f;
  manual.open = true;
}

std::string manualTopic(const InterfaceState& state, std::string_view method) {
  if (state.helpVisible) return "keys.md#keys";
  if (state.explained && !method.empty()) return "method_" + std::string(method) + ".md#parameters";
  if (state.tool != Action::CameraTool) return "window.md#" + std::string(toolSection(state.tool));
  if (state.microscopeOn) return "panels.md#microscope";
  if (state.comparing) return "window.md#compare-two-worlds";
  return "";
}

void openManualForTopic(InterfaceState& state, std::string_view method) {
  ManualState& manual = state.manual;
  const std::string topic = manualTopic(state, method);
  if (topic.empty() || topic == manual.topic) {
    manual.open = true;
  } else {
    const std::size_t hash = topic.find('#');
    openManual(manual, topic.substr(0, hash), std::string_view(topic).substr(hash + 1));
  }
  manual.topic = topic;
  state.helpVisible = false;
}

}  // namespace ooze::ui
