// Where the session has been: any frame that was reached can be gone back to.
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>

namespace ooze::ui {

void drawTimelinePanel(PanelContext& context) {
  const Snapshot* snapshot = context.view.snapshot.get();
  if (!snapshot) return ImGui::TextDisabled("No scene is open.");
  const Timeline& timeline = context.view.timeline;
  std::uint64_t frame = timeline.seeking.value_or(snapshot->frame);
  const std::uint64_t first = 0, last = std::max(timeline.last, snapshot->frame);
  ImGui::SetNextItemWidth(-1.f);
  if (ImGui::SliderScalar("##frame", ImGuiDataType_U64, &frame, &first, &last, "frame %llu"))
    context.session.seek(frame);
}

}  // namespace ooze::ui
