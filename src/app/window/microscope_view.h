// How the window looks inside a step: it asks for the record, and shows what was chosen of it.
#pragma once

#include "app/window/seen_world.h"
#include "app/window/session_report.h"
#include "ui/orbit_camera.h"
#include "ui/panels/panel.h"
#include "world/step_record.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ooze {

class MicroscopeView {
 public:
  /// All of them outlive it. @param camera  comes near for a close-up
  MicroscopeView(ui::InterfaceState& state, const SeenWorld& seen, ui::OrbitCamera& camera, Session& session)
      : state_(state), seen_(seen), camera_(camera), session_(session) {}

  void toggle();
  /// Shows another stage, if there is a record.
  void moveStage(int by);
  /// After every look at the world, once there is one.
  void follow();

  /// The liquid as it is within the step, in the place of the world's; null while there is none to show.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
  /// Unset: it is off.
  [[nodiscard]] std::optional<WindowNumbers::Microscope> numbers() const;

 private:
  /// What the snapshot was made of.
  struct Shot {
    std::shared_ptr<const StepRecord> record;
    std::size_t stage = 0;
    bool closeUp = false;
    std::shared_ptr<const Snapshot> of;
    bool operator==(const Shot&) const = default;
  };
  struct Strip {
    std::string tab;
    float height = 0.f;  ///< [design pixels]
  };
  [[nodiscard]] const StepRecord* record() const;
  void followCloseUp(const StepRecord* record);

  ui::InterfaceState& state_;
  const SeenWorld& seen_;
  ui::OrbitCamera& camera_;
  Session& session_;
  Shot shot_;
  std::shared_ptr<const Snapshot> snapshot_;
  std::optional<std::uint32_t> nearTo_;  ///< the particle of the close-up
  ui::OrbitCamera cameraBefore_;         ///< the close-up
  Strip stripBefore_;                    ///< the microscope
};

}  // namespace ooze
