// Persistent user settings: read once, and written shortly after each change and at the end.
#pragma once

#include "session/session.h"
#include "ui/state/settings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Reads and writes the JSON file of the user settings.
class SettingsFile {
 public:
  /// Reads the file. Invalid JSON is renamed to settings.broken.json, with a message. Missing values and
  /// values of the wrong type keep their defaults. Never throws.
  explicit SettingsFile(std::filesystem::path file);

  [[nodiscard]] const ui::InterfaceSettings& settings() const { return settings_; }

  /// Writes settings that differ from the file and have been stable for a while. Call often.
  /// @param time  now [s]
  void follow(const ui::InterfaceSettings& now, double time);
  /// Writes settings that differ from the file. Never throws.
  void finish();

  /// Returns messages about a broken or unwritable file, each once.
  std::vector<Message> takeMessages();

 private:
  void read(const std::string& text);
  void keepBroken(const std::string& reason);
  void write();

  std::filesystem::path file_;
  std::string others_;  ///< text of the file, whose unknown keys (from other versions) are preserved
  ui::InterfaceSettings settings_, written_;
  double changed_ = 0.0;  ///< time of the last change of settings_ [s]
  bool failed_ = false;
  std::vector<Message> messages_;
};

}  // namespace ooze
