#include "ui/widgets/nozzle.h"

#include "ooze/methods/method.h"

#include "liquid/nozzle_times.h"

#include <fmt/format.h>
#include <string>

namespace ooze::ui {

void switchNozzle(Session& session, const EmitterSpec& nozzle, double time, bool open) {
  const SetValue enable{{SettingOwner::Emitter, nozzle.name, "enabled"}, open ? 1.f : 0.f};
  if (!open || time < nozzle.stop) return session.submit(enable);
  session.beginEdit("Open " + nozzle.name);
  session.submit(SetValue{{SettingOwner::Emitter, nozzle.name, "stop"}, static_cast<float>(kNeverStops)});
  session.submit(enable);
  session.endEdit();
}

std::string nozzleTimes(const EmitterSpec& nozzle, double time) {
  if (hasReachedVolumeLimit(nozzle, time)) {
    const double litres = 1000.0 * static_cast<double>(nozzle.volumeLimit);
    return litres >= 1.0 ? fmt::format("poured its {:.3g} l", litres)
                         : fmt::format("poured its {:.3g} ml", 1000.0 * litres);
  }
  if (!nozzle.enabled) return "";
  if (time >= nozzle.stop) return fmt::format("stopped at {:g} s", nozzle.stop);
  if (time < nozzle.start) return fmt::format("from {:g} s", nozzle.start);
  return nozzle.stop < kNeverStops ? fmt::format("until {:g} s", nozzle.stop) : "";
}

void drawPouringNote(const PanelContext& context, std::size_t liquid) {
  if (!context.view.snapshot || !context.view.scene || liquid >= context.live.materials.size()) return;
  const std::string note =
      findMethod(context.view.snapshot->method)
          .pouringLimitation(context.view.scene->world.methodSettings, context.live.materials[liquid]);
  if (note.empty()) return;
  ImGui::PushFont(context.theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.accent);
  ImGui::TextWrapped("%s", note.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace ooze::ui
