// The control particles of a world: controls of the specification, changed and extended by commands.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/liquid/posed_controls.h"
#include "ooze/world/world.h"

#include "world/commands/command_scope.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Saves the values of a control that commands set one at a time.
void saveControl(ByteWriter& out, const Control& control);

class WorldControls {
 public:
  /// Starts with the controls of the specification, which must outlive this object.
  explicit WorldControls(const WorldSpec& spec);
  WorldControls(const WorldControls&) = delete;
  WorldControls& operator=(const WorldControls&) = delete;

  [[nodiscard]] const std::vector<Control>& list() const { return list_; }
  /// Sets a value of a control.
  void write(const ResolvedSetting& setting, const SettingValue& value);
  /// Adds a control, or replaces the control of this name.
  /// @param control  null: removes the control
  void set(std::string_view name, const Control* control);
  /// Returns the text of control.NAME.whole for a control.
  /// @param index  index in list(); ResolvedSetting::kNotThere gives the text for no control
  [[nodiscard]] std::string textOf(std::size_t index) const;
  /// Returns true if commands have added, replaced or removed controls.
  [[nodiscard]] bool anySet() const;

  /// Updates the poses of the controls for a time [s]. The bodies must already be at that time.
  void pose(const std::vector<Body>& bodies, double time) { posed_.pose(list_, bodies, time); }
  [[nodiscard]] const PosedControls& posed() const { return posed_; }
  [[nodiscard]] bool anyActive(double time) const;
  /// Returns the greatest speed that the controls active at `time` or at `time + seconds` give to liquid
  /// [m/s].
  /// @param time     start of the time span [s]
  /// @param seconds  length of the time span [s]
  [[nodiscard]] float fastest(const std::vector<Body>& bodies, double time, double seconds) const;

  /// @param wholes  also writes the names of all controls, and the text of those set by commands
  void save(ByteWriter& out, bool wholes) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, bool wholes);

 private:
  [[nodiscard]] const Control* ofScene(std::string_view name) const;
  [[nodiscard]] std::size_t rankOf(std::string_view name) const;
  [[nodiscard]] std::string textOf(const Control& control) const;

  const WorldSpec* spec_;
  std::vector<Control> list_;  ///< controls of the scene in scene order, then others in order of arrival
  /// Text of each control set by a command; null if the control is as in the scene.
  std::vector<std::shared_ptr<const std::string>> controlTexts_;
  PosedControls posed_;  ///< poses of the controls; points into list_
};

}  // namespace ooze
