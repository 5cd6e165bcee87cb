#include "app/pictures/sweep_plan.h"

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "world/commands/setting_names.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <regex>
#include <utility>

namespace ooze {
namespace {

constexpr int kMaxSheetSide = 16384;    // greatest width and height of the contact sheet [pixels]
constexpr int kColourSteps = 64;        // number of colours in the legend
constexpr double kRoundingPart = 0.01;  // fraction of the distance to the next value

/// Rounds a value to the fewest digits that change it by at most `tolerance`.
double roundToFewDigits(double value, double tolerance) {
  constexpr int kMostDigits = 9;
  for (int digits = 1; digits < kMostDigits; ++digits)
    if (const double rounded = std::stod(fmt::format("{:.{}g}", value, digits));
        std::abs(rounded - value) <= tolerance)
      return rounded;
  return value;
}

double numberOf(const std::string& text, std::string_view whole) {
  double value = 0.0;
  const char* const end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, value);
      error != std::errc() || stop != end || !std::isfinite(value))
    throw InputError(fmt::format("--vary {}: \"{}\" is not a number", whole, text));
  return value;
}

void requireWithin(const SweepAxis& axis, const SettingWords& words) {
  if (!(words.upper > words.lower)) return;
  for (const float v : axis.values)
    if (!(v >= words.lower && v <= words.upper))
      throw InputError(fmt::format("{} = {:g} is out of range [{:g}, {:g}]", axis.setting.text(), v,
                                   words.lower, words.upper));
}

std::string axisTitle(const SweepPlan& plan, const SweepAxis& axis) {
  const std::string title = describeSetting(axis.setting, plan.scene->world.method).title();
  return axis.values.size() > 1 ? title + (axis.logarithmic ? ",  logarithmic" : ",  linear") : title;
}

SheetAxis sheetAxis(const SweepPlan& plan, const SweepAxis& axis) {
  SheetAxis shown{axisTitle(plan, axis), {}};
  for (const float v : axis.values) shown.values.push_back(fmt::format("{:g}", v));
  return shown;
}

std::string subtitleOf(const SweepPlan& plan) {
  std::string text = fmt::format("Frame {}, {:.2f} s.  Detail: {}.", plan.frame,
                                 static_cast<double>(plan.frame) / plan.scene->world.framesPerSecond,
                                 detailWord(plan.scene->detail));
  constexpr std::size_t kMostNamed = 6;
  std::string edits;
  for (std::size_t i = 0; i < plan.edits.size() && i < kMostNamed; ++i) {
    const CommandText edit = textOf(plan.edits[i]);
    edits += (edits.empty() ? "" : ", ") + edit.target;
    for (std::size_t k = 0; k < edit.values.size(); ++k)
      edits += fmt::format("{}{:g}", k == 0 ? " = " : ", ", edit.values[k]);
    // Leave out the text of an added material, which is too long for a subtitle.
    if (!edit.text.empty() && edit.text.find('\n') == std::string::npos) edits += " = " + edit.text;
  }
  if (plan.edits.size() > kMostNamed) edits += fmt::format(" and {} more", plan.edits.size() - kMostNamed);
  return edits.empty() ? text : text + "  With " + edits + ".";
}

SheetColours coloursOf(const Field& quantity, const QuantityScale& scale) {
  SheetColours colours{
      titleOf(quantity), fmt::format("{:g}", scale.low), fmt::format("{:g}", scale.high), {}};
  for (int i = 0; i < kColourSteps; ++i) {
    const float part = (static_cast<float>(i) + 0.5f) / kColourSteps;
    const std::uint32_t c = quantityColour(quantity, scale, scale.low + part * (scale.high - scale.low));
    colours.colours.push_back({static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(c >> 8u),
                               static_cast<std::uint8_t>(c >> 16u)});
  }
  return colours;
}

}  // namespace

std::vector<float> spacedValues(double from, double to, std::size_t count, bool logarithmic) {
  if (count < 1) throw InputError("there must be at least one value");
  if (count == 1 && from != to)
    throw InputError(fmt::format(
        "one value cannot span {:g} to {:g}: give the same value twice, or ask for more values", from, to));
  if (count > 1 && from == to)
    throw InputError(fmt::format("{:g} to {:g} is a single value, so N must be 1", from, to));
  if (logarithmic && (from <= 0.0 || to <= 0.0))
    throw InputError(
        fmt::format("from {:g} to {:g} cannot be spaced logarithmically: both must be above 0", from, to));
  const auto exact = [&](std::size_t i) {
    const double part = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0.0;
    return logarithmic ? from * std::pow(to / from, part) : from + part * (to - from);
  };
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) {
    const bool end = i == 0 || i + 1 == count;
    const double value = i + 1 == count ? to : exact(i);
    const double gap = end ? 0.0 : std::min(std::abs(exact(i + 1) - value), std::abs(value - exact(i - 1)));
    values.push_back(static_cast<float>(end ? value : roundToFewDigits(value, kRoundingPart * gap)));
  }
  return values;
}

SweepAxis parseVariation(std::string_view text, std::string_view method) {
  static const std::regex form("([^=]+)=([^:]+):([^:]+):([^:]+)(?::(.*))?");
  const std::string whole(text);
  std::smatch m;
  if (!std::regex_match(whole, m, form))
    throw InputError(
        fmt::format("--vary {}: is not of the form KEY=A:B:N, KEY=A:B:N:log or KEY=A:B:N:linear", text));
  const std::string scale = m[5];
  if (m[5].matched && scale != "log" && scale != "linear")
    throw InputError(fmt::format("--vary {}: \"{}\" is neither log nor linear{}", text, scale,
                                 suggestion(scale, {"log", "linear"})));
  const double from = numberOf(m[2], text), to = numberOf(m[3], text), count = numberOf(m[4], text);
  if (count < 1.0 || count > static_cast<double>(kMaxSweepCells) || count != std::floor(count))
    throw InputError(fmt::format("--vary {}: the number of values must be 1 to {}", text, kMaxSweepCells));
  SweepAxis axis;
  const Command command = parseAssignment(m[1].str() + "=0", method);
  const auto* set = std::get_if<SetValue>(&command);
  if (!set) throw InputError(fmt::format("--vary {}: {} is not a setting", text, targetOf(command)));
  axis.setting = set->setting;
  const bool mayBeLogarithmic = from > 0.0 && to > 0.0;
  axis.logarithmic =
      m[5].matched ? scale == "log"
                   : mayBeLogarithmic && describeSetting(axis.setting, method).scale == Scale::Logarithmic;
  try {
    axis.values = spacedValues(from, to, static_cast<std::size_t>(count), axis.logarithmic);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--vary {}: {}", text, error.what()));
  }
  const bool takesWholeNumbers = axis.setting.owner == SettingOwner::World &&
                                 (axis.setting.key == "substeps" || axis.setting.key == "sleep");
  if (takesWholeNumbers)
    for (float& value : axis.values) value = std::round(value);
  return axis;
}

std::vector<SetValue> SweepPlan::valuesOf(std::size_t cell) const {
  std::vector<SetValue> values;
  for (std::size_t a = 0; a < axes.size(); ++a)
    values.push_back({axes[a].setting, axes[a].values[a == 0 ? cell % columns() : cell / columns()]});
  return values;
}

std::vector<Command> SweepPlan::commandsOf(std::size_t cell) const {
  std::vector<Command> commands = edits;
  for (SetValue& value : valuesOf(cell)) commands.push_back(std::move(value));
  return commands;
}

void requireSound(const SweepPlan& plan) {
  if (plan.axes.empty() || plan.axes.size() > 2) throw InputError("a sweep varies one or two parameters");
  const WorldSpec& world = plan.scene->world;
  if (plan.axes.size() > 1 &&
      settingsOverlap(plan.axes[0].setting, plan.axes[1].setting, world.method, world.materials))
    throw InputError(fmt::format("{} cannot be on both axes", plan.axes[0].setting.text()));
  if (plan.cells() > kMaxSweepCells)
    throw InputError(fmt::format("{} x {} are {} pictures: at most {} fit", plan.columns(), plan.rows(),
                                 plan.cells(), kMaxSweepCells));
  const glm::ivec2 most = glm::ivec2(kMaxSheetSide) / plan.picture.size;
  if (plan.columns() > static_cast<std::size_t>(most.x) || plan.rows() > static_cast<std::size_t>(most.y))
    throw InputError(
        fmt::format("{} x {} pictures of {}x{} pixels make the sheet too large: each side may have {} pixels",
                    plan.columns(), plan.rows(), plan.picture.size.x, plan.picture.size.y, kMaxSheetSide));
  for (const SweepAxis& axis : plan.axes) requireWithin(axis, describeSetting(axis.setting, world.method));
  World probe(world, 1);  // validates the rest: names, and ranges of settings without a parameter row
  for (const Command& edit : plan.edits) probe.submit(edit);
  for (const SweepAxis& axis : plan.axes)
    for (const float value : axis.values) probe.submit(SetValue{axis.setting, value});
}

SheetFrame sheetOf(const SweepPlan& plan) {
  SheetFrame frame;
  frame.title = shownTitle(*plan.scene);
  frame.subtitle = subtitleOf(plan);
  frame.across = sheetAxis(plan, plan.axes.front());
  frame.down = plan.axes.size() > 1 ? sheetAxis(plan, plan.axes[1]) : SheetAxis{"", {""}};
  frame.cell = plan.picture.size;
  if (const auto& scale = plan.picture.quantityScale; scale && scale->isNumber())
    frame.colours = coloursOf(plan.picture.quantity, *scale);
  return frame;
}

}  // namespace ooze
