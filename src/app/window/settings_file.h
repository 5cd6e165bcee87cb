// The settings between two runs: read once, written a little after they have changed and at the end.
#pragma once

#include "session/session.h"
#include "ui/settings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

class SettingsFile {
 public:
  /// Reads the file. One that is no JSON is put aside as settings.broken.json, with a message; what is
  /// missing or of the wrong kind has its usual value. Never throws.
  explicit SettingsFile(std::filesystem::path file);

  [[nodiscard]] const ui::Settings& settings() const { return settings_; }

  /// To be called often: writes what has been the same for a while but is not in the file.
  /// @param time  now [s]
  void follow(const ui::Settings& now, double time);
  /// Writes what is not in the file. Never throws.
  void finish();

  /// That the file was broken, or cannot be written: once each.
  std::vector<Message> takeMessages();

 private:
  void read(const std::string& text);
  void keepBroken(const std::string& reason);
  void write();

  std::filesystem::path file_;
  std::string others_;  ///< the file's text: what another version has written there stays
  ui::Settings settings_, written_;
  double changed_ = 0.0;  ///< when settings_ last did [s]
  bool failed_ = false;
  std::vector<Message> messages_;
};

}  // namespace ooze
