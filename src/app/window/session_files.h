// Opening and saving sessions in the window, the autosave, and what programs that ended badly have left.
#pragma once

#include "session/autosave_folder.h"
#include "session/simulation_thread.h"
#include "ui/panels/panel.h"
#include "ui/recovery.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

class SessionFiles final : public ui::Recovery {
 public:
  /// @param autosaveSeconds  between autosaves; 0: none
  SessionFiles(SimulationThread& simulation, double autosaveSeconds);

  /// Between frames: autosaves go whose sessions were restored and are in another file by now.
  void settle();
  /// What there is to say of the folders, once.
  std::vector<Message> takeMessages();
  /// Ask for a file where one is needed, by the dialog.
  void open(ui::InterfaceState& state);
  void save(ui::InterfaceState& state, const SessionView& view, bool underAnotherName);
  /// As a scene to start from. @param write  called with the file once that is chosen
  static void saveScene(ui::InterfaceState& state, const SessionView& view,
                        std::function<void(std::filesystem::path file)> write);
  /// At a clean end, when the simulation has ended: the autosave goes, unless it alone has what was done.
  void finish();

  [[nodiscard]] const std::vector<ui::LostSession>& lost() const override { return shown_; }
  void restore(std::size_t index) override;
  void discard(std::size_t index) override;
  void later() override;

 private:
  void remove(std::size_t index);

  SimulationThread& simulation_;
  std::optional<AutosaveSlot> own_;
  std::vector<AutosaveSlot> slots_;     ///< of what is lost
  std::vector<ui::LostSession> shown_;  ///< the same, in words
  std::vector<AutosaveSlot> restored_;  ///< kept until their sessions are in another file
  std::vector<Message> messages_;
};

}  // namespace ooze
