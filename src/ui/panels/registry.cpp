#include "ui/panels/panel.h"

#include <array>
#include <vector>

namespace ooze::ui {

std::span<const Panel> panels() {
  static constexpr std::array kPanels{
      Panel{"Scene", PanelSide::Left, drawScenePanel},
      Panel{"Tool", PanelSide::Left, drawToolPanel},
      Panel{"Nozzle", PanelSide::Left, drawEmitterPanel},
      Panel{"Bodies", PanelSide::Left, drawBodiesPanel},
      Panel{"Controls", PanelSide::Left, drawControlPanel, hasControls},
      Panel{"Material", PanelSide::Right, drawMaterialPanel},
      Panel{"Pairs", PanelSide::Right, drawPairPanel, hasPairs},
      Panel{"Parameters", PanelSide::Right, drawParameterPanel},
      Panel{"Look", PanelSide::Right, drawLookPanel},
      Panel{"World", PanelSide::Right, drawWorldPanel},
      Panel{"Timeline", PanelSide::Bottom, drawTimelinePanel},
      Panel{"Profiler", PanelSide::Bottom, drawProfilerPanel},
      Panel{kMicroscopeTab, PanelSide::Bottom, drawMicroscopePanel},
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
