#include "ui/panels/panel.h"

#include <array>
#include <vector>

namespace ooze::ui {

std::span<const Panel> panels() {
  static constexpr std::array kPanels{
      Panel{"Scene", Side::Left, drawScenePanel},
      Panel{"Tool", Side::Left, drawToolPanel},
      Panel{"Nozzle", Side::Left, drawEmitterPanel},
      Panel{"Bodies", Side::Left, drawBodiesPanel},
      Panel{"Controls", Side::Left, drawControlPanel, hasControls},
      Panel{"Material", Side::Right, drawMaterialPanel},
      Panel{"Pairs", Side::Right, drawPairPanel, hasPairs},
      Panel{"Parameters", Side::Right, drawParameterPanel},
      Panel{"Look", Side::Right, drawLookPanel},
      Panel{"World", Side::Right, drawWorldPanel},
      Panel{"Timeline", Side::Bottom, drawTimelinePanel},
      Panel{"Profiler", Side::Bottom, drawProfilerPanel},
      Panel{kMicroscopeTab, Side::Bottom, drawMicroscopePanel},
  };
  return kPanels;
}

std::span<const Dialog> dialogs() {
  static const std::vector<Dialog> kDialogs{
      drawGallery,    drawTour,        drawLibraryDialog, drawSaveMaterialDialog,
      drawMeshDialog, drawSweepDialog, drawExportDialog,  drawFileDialog,
      drawRecovery};
  return kDialogs;
}

}  // namespace ooze::ui
