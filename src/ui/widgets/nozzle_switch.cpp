#include "ui/widgets/nozzle_switch.h"

#include "liquid/nozzle_times.h"

#include <fmt/format.h>

namespace ooze::ui {

void switchNozzle(Session& session, const EmitterSpec& nozzle, double time, bool open) {
  const std::string prefix = "emitter." + nozzle.name + ".";
  if (!open || time < nozzle.stop) return session.submit({prefix + "enabled", {open ? 1.f : 0.f}});
  session.beginEdit("Open " + nozzle.name);
  session.submit({prefix + "stop", {static_cast<float>(kNeverStops)}});
  session.submit({prefix + "enabled", {1.f}});
  session.endEdit();
}

std::string nozzleTimes(const EmitterSpec& nozzle, double time) {
  if (!nozzle.enabled) return "";
  if (time >= nozzle.stop) return fmt::format("stopped at {:g} s", nozzle.stop);
  if (time < nozzle.start) return fmt::format("from {:g} s", nozzle.start);
  return nozzle.stop < kNeverStops ? fmt::format("until {:g} s", nozzle.stop) : "";
}

}  // namespace ooze::ui
