// Labels of settings and commands for people, and relations between them. These functions do not look at a
// world; the named things need not exist.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/liquid/emitter.h"
#include "ooze/world/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The label, unit and range of a setting, for the user interface.
struct SettingWords {
  std::string label;   ///< "Viscosity of honey"
  std::string symbol;  ///< symbol in the paper, or ""
  std::string unit;    ///< "" for a dimensionless number
  Scale scale = Scale::Linear;
  float lower = 0.f, upper = 0.f;  ///< allowed range; both 0 if the setting does not take exactly one number

  /// Returns label, symbol and unit: "Viscosity of honey  σ  [1/frame]".
  [[nodiscard]] std::string title() const;
};

/// Returns the description of a setting. An unknown setting is its own label.
/// @param method  key of the method whose parameters are looked up, here and below
SettingWords describeSetting(const SettingName& setting, std::string_view method);
SettingWords describeSetting(std::string_view setting, std::string_view method);

/// Returns a label for a command, for the menu and the timeline: "Viscosity of honey", "Drop a ball", "Take
/// out duck".
std::string commandLabel(const Command& command, std::string_view method);
/// Returns a label for the target of a command whose values are not known.
std::string targetLabel(std::string_view target, std::string_view method);

/// Returns the whole setting that a setting belongs to. For a point of a pair function, that is the function.
SettingName enclosingSetting(const SettingName& setting, std::string_view method);

/// Expands a setting into settings of one thing each. EveryMaterial expands to every material; the two
/// materials of a pair are put into index order.
std::vector<SettingName> expandSetting(const SettingName& setting, std::string_view method,
                                       const std::vector<MaterialDefinition>& materials);
/// Returns true if a later command leaves no effect of an earlier one: both set the same value, or the later
/// command sets every material instead of one, or a whole function instead of a part. Added materials are
/// never overruled.
bool overrules(const Command& later, const Command& earlier, std::string_view method);
/// Returns true if the two settings set a common value.
bool settingsOverlap(const SettingName& a, const SettingName& b, std::string_view method,
                     const std::vector<MaterialDefinition>& materials);

/// Returns true for names that are reserved for bodies or nozzles added by commands.
bool isAddedBodyName(std::string_view name);
bool isAddedEmitterName(std::string_view name);

/// Returns true for the names "poured 1", "poured 2", ...: nozzles of emitters.add that follow the mouse.
inline bool isAddedNozzle(std::string_view name) { return name.starts_with("poured "); }
/// Returns the number in the name of such a nozzle: 3 for "poured 3". Returns 0 for other names.
std::uint64_t addedNozzleNumber(std::string_view name);

/// Returns true if the renderer draws this nozzle. Nozzles of the scene are always drawn. Nozzles that follow
/// the mouse are drawn only while pouring.
inline bool isShown(const EmitterSpec& nozzle) { return nozzle.enabled || !isAddedNozzle(nozzle.name); }

}  // namespace ooze
