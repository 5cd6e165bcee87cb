// The control particles of a world: those of its specification, with what commands set of them.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/liquid/posed_controls.h"
#include "ooze/world/world.h"

#include "world/targets.h"

#include <vector>

namespace ooze {

/// What commands set of a control.
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

  /// Takes them to a time [s], for bodies that are there already.
  void pose(const std::vector<Body>& bodies, double time) { posed_.pose(list_, bodies, time); }
  [[nodiscard]] const PosedControls& posed() const { return posed_; }
  [[nodiscard]] bool anyActive(double time) const;
  /// The fastest that those make liquid which act at a time, or so long after it [s, m/s].
  [[nodiscard]] float fastest(const std::vector<Body>& bodies, double time, double seconds) const;

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  const WorldSpec* spec_;
  std::vector<Control> list_;  // never longer or shorter: posed_ points into it
  PosedControls posed_;
};

}  // namespace ooze
