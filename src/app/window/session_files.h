// Opening and saving sessions in the window, autosave, and recovery of sessions after a crash.
#pragma once

#include "session/session_folders.h"
#include "session/simulation_thread.h"
#include "ui/panels/panel.h"
#include "ui/state/recovery.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

class SessionFiles final : public ui::Recovery {
 public:
  /// @param autosaveSeconds  interval between autosaves; 0 for none
  SessionFiles(SimulationThread& simulation, double autosaveSeconds);

  /// Removes recovered autosaves whose sessions are safe in another file. Call between frames.
  void settle();
  /// Returns messages about the folders, each once.
  std::vector<Message> takeMessages();
  /// Opens the file dialog if a file name is needed.
  void open(ui::InterfaceState& state);
  void save(ui::InterfaceState& state, const SessionView& view, bool underAnotherName);
  /// Asks for a file name and saves the state as a scene. @param write  called with the chosen file
  static void saveScene(ui::InterfaceState& state, const SessionView& view,
                        std::function<void(std::filesystem::path file)> write);
  /// Removes the autosave at a clean end, unless only the autosave has the unsaved work. Call after the
  /// simulation ended.
  void finish();

  [[nodiscard]] const std::vector<ui::LostSession>& lost() const override { return shown_; }
  void restore(std::size_t index) override;
  void discard(std::size_t index) override;
  void postpone() override;

 private:
  void remove(std::size_t index);

  SimulationThread& simulation_;
  std::optional<AutosaveSlot> own_;
  std::vector<AutosaveSlot> slots_;     ///< autosaves that the user can recover
  std::vector<ui::LostSession> shown_;  ///< descriptions of slots_ for the recovery dialog, in the same order
  /// Recovered autosaves, kept until their sessions are saved elsewhere.
  std::vector<AutosaveSlot> restored_;
  std::vector<Message> messages_;
};

}  // namespace ooze
