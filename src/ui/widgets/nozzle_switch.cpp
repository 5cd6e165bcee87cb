#include "ui/widgets/nozzle_switch.h"

#include "liquid/nozzle_times.h"

#include <fmt/format.h>

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
  if (!nozzle.enabled) return "";
  if (time >= nozzle.stop) return fmt::format("stopped at {:g} s", nozzle.stop);
  if (time < nozzle.start) return fmt::format("from {:g} s", nozzle.start);
  return nozzle.stop < kNeverStops ? fmt::format("until {:g} s", nozzle.stop) : "";
}

}  // namespace ooze::ui
