// The control particles of a world: those of its specification, with what commands set of them.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/liquid/posed_controls.h"
#include "ooze/world/world.h"

#include "world/targets.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// What commands set of a control, one number at a time.
void saveControl(ByteWriter& out, const Control& control);

class WorldControls {
 public:
  /// Those of the specification, which outlives this.
  explicit WorldControls(const WorldSpec& spec);
  WorldControls(const WorldControls&) = delete;
  WorldControls& operator=(const WorldControls&) = delete;

  [[nodiscard]] const std::vector<Control>& list() const { return list_; }
  /// Sets what the target names of the control that it names.
  void write(const Target& target, const Command& command);
  /// Puts a control in place of the one of this name, or beside the others. @param control  null: it goes
  void set(std::string_view name, const Control* control);
  /// All of a control, as control.NAME.whole takes it. @param index  Target::kNotThere: none is there
  [[nodiscard]] std::string textOf(std::size_t index) const;
  /// True if commands put some in, or took some out.
  [[nodiscard]] bool anySet() const;

  /// Takes them to a time [s], for bodies that are there already.
  void pose(const std::vector<Body>& bodies, double time) { posed_.pose(list_, bodies, time); }
  [[nodiscard]] const PosedControls& posed() const { return posed_; }
  [[nodiscard]] bool anyActive(double time) const;
  /// The fastest that those make liquid which act at a time, or so long after it [s, m/s].
  [[nodiscard]] float fastest(const std::vector<Body>& bodies, double time, double seconds) const;

  /// @param wholes  with those that commands put in, and the names of all
  void save(ByteWriter& out, bool wholes) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, bool wholes);

 private:
  [[nodiscard]] const Control* ofScene(std::string_view name) const;
  [[nodiscard]] std::size_t rankOf(std::string_view name) const;
  [[nodiscard]] std::string textOf(const Control& control) const;

  const WorldSpec* spec_;
  std::vector<Control> list_;  ///< those of the scene in its order, then others as they came
  /// Of each, as a command put it in; null: it is the scene's.
  std::vector<std::shared_ptr<const std::string>> wholes_;
  PosedControls posed_;  ///< points into the list
};

}  // namespace ooze
