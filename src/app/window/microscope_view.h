// Connects the window to the step inspector ("microscope"): requests step records and shows the selected
// stage.
#pragma once

#include "app/window/session_report.h"
#include "app/window/world_view_model.h"
#include "ui/overlays/orbit_camera.h"
#include "ui/panels/panel.h"
#include "world/history/step_record.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ooze {

class MicroscopeView {
 public:
  /// All arguments must outlive the view. @param camera  moved for a close-up of a particle
  MicroscopeView(ui::InterfaceState& state, const WorldViewModel& seen, ui::OrbitCamera& camera,
                 Session& session)
      : state_(state), seen_(seen), camera_(camera), session_(session) {}

  void toggle();
  /// Selects another stage if a step record is available.
  void moveStage(int by);
  /// Updates the shown stage. Call after every update of the world, once a world exists.
  void follow();

  /// Returns the liquid at the selected stage of the time step, shown instead of the world's snapshot; null
  /// if none.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
  /// Returns the state of the microscope for the report; unset while the microscope is off.
  [[nodiscard]] std::optional<WindowNumbers::Microscope> numbers() const;

 private:
  /// Inputs from which the snapshot was made.
  struct MicroscopeFrame {
    std::shared_ptr<const StepRecord> record;
    std::size_t stage = 0;
    bool closeUp = false;
    std::shared_ptr<const Snapshot> of;
    bool operator==(const MicroscopeFrame&) const = default;
  };
  struct PanelStrip {
    std::string tab;
    float height = 0.f;  ///< height of the bottom strip [design pixels]
  };
  [[nodiscard]] const StepRecord* record() const;
  void followCloseUp(const StepRecord* record);

  ui::InterfaceState& state_;
  const WorldViewModel& seen_;
  ui::OrbitCamera& camera_;
  Session& session_;
  MicroscopeFrame shot_;
  std::shared_ptr<const Snapshot> snapshot_;
  std::optional<std::uint32_t> closeUpParticle_;  ///< id of the particle in the close-up; unset: no close-up
  ui::OrbitCamera cameraBefore_;                  ///< camera before the close-up
  PanelStrip stripBefore_;                        ///< bottom strip before the microscope was opened
};

}  // namespace ooze
