#include "ui/panels/panel.h"

#include <array>

namespace ooze::ui {

std::span<const Panel> panels() {
  static constexpr std::array kPanels{
      Panel{"Scene", Side::Left, drawScenePanel},
      Panel{"Tool", Side::Left, drawToolPanel},
      Panel{"Nozzle", Side::Left, drawEmitterPanel},
      Panel{"Material", Side::Left, drawMaterialPanel},
      Panel{"Bodies", Side::Left, drawBodiesPanel},
      Panel{"Parameters", Side::Right, drawParameterPanel},
      Panel{"World", Side::Right, drawWorldPanel},
      Panel{"Profiler", Side::Bottom, drawProfilerPanel},
      Panel{kMicroscopeTab, Side::Bottom, drawMicroscopePanel},
  };
  return kPanels;
}

std::span<const Dialog> dialogs() {
  static const std::vector<Dialog> kDialogs{drawMeshDialog, drawSweepDialog, drawFileDialog, drawRecovery};
  return kDialogs;
}

}  // namespace ooze::ui
