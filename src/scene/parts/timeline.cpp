// The timeline of a scene: commands at given times.
#include "scene/parts/parts.h"
#include "world/commands/command_scope.h"

namespace ooze::parts {
namespace {

/// The values of a command: a number, or a list of numbers.
struct CommandValues {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key,
            std::vector<float>& out) const {
    if (value.kind != JsonValue::JsonKind::Array)
      NumberKind(kAnyNumber).read(reader, value, key, out.emplace_back());
    else
      ListOf<NumberKind>{kAnyNumber}.read(reader, value, key, out);
  }
  Written write(const WriteContext& context, const std::vector<float>& values) const {
    if (values.empty()) return {};
    if (values.size() == 1) return shortest(values.front());
    return ListOf<NumberKind>{kAnyNumber}.write(context, values);
  }
  Json schema(Json&) const {
    return {{"oneOf",
             {{{"type", "number"}},
              {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 1}, {"maxItems", 32}}}}};
  }
};

/// Returns the command of an entry, checked against the things that exist at that time.
Command commandOf(const JsonObject& o, const TimelineEntry& entry, CommandScope& scope) {
  const bool action = o.find("do") != nullptr;
  if (action && (o.find("set") || o.find("to")))
    o.fail("an entry of the timeline needs either \"do\", or \"set\" and \"to\"");
  const std::string_view key = action ? "do" : "set";
  const int line = o.require(key).line;
  const CommandText text{action ? entry.action : entry.set, entry.to};
  const TargetForm form = o.file().at(line, [&] { return requireTarget(text.target, scope); });
  if (form.isText)
    o.file().fail(line, fmt::format("{} takes a text, which a timeline cannot give", text.target));
  if (action != form.isAction)
    o.file().fail(
        line, action ? fmt::format("{0} takes numbers: \"set\": \"{0}\", \"to\": ...", text.target)
                     : fmt::format("{0} is an action and takes no numbers: \"do\": \"{0}\"", text.target));
  if (action) return parseCommand(text);
  Command command;
  o.file().at(o.require("to").line, [&] {
    command = parseCommand(text);
    requireValid(command, scope);
  });
  scope.expect(command);
  return command;
}

}  // namespace

const Part<TimelineEntry>& timelinePart() {
  using E = TimelineEntry;
  static const Part<E> kPart{
      "timeline",
      "an entry of the timeline",
      "A value that changes at a time (set and to), or an action (do).",
      {member("time", &E::time, Time(), "s", "").required(),
       member("set", &E::set, TextKind(), "",
              "The target of the command, such as \"clavet.yield_ratio_stretch\", \"emitter.nozzle.speed\", "
              "\"body.mould.present\" or \"liquid.freeze\"."),
       member("to", &E::to, CommandValues(), "", "The value: as many numbers as the target takes."),
       member("do", &E::action, TextKind(), "",
              "An action, such as \"springs.add\", \"springs.remove\", \"bodies.remove_added\" or "
              "\"body.duck.release\".")},
      nullptr,
      [](Json& schema) {
        schema["oneOf"] = {{{"required", {"set", "to"}}}, {{"required", {"do"}}}};
        schema["dependentSchemas"] = {{"do", {{"properties", {{"set", false}, {"to", false}}}}}};
      }};
  return kPart;
}

void readTimeline(SceneReader& reader, const JsonValue& list) {
  WorldSpec& world = reader.scene.world;
  CommandScope scope = scopeOf(world);
  for (const JsonValue& item : itemsOf(reader.file, list, "timeline")) {
    const JsonObject o(reader.file, item, timelinePart().what, timelinePart().keys());
    TimelineEntry entry;
    readRows(reader, o, timelinePart(), entry);
    Command command = commandOf(o, entry, scope);
    if (!world.timeline.empty() && entry.time < world.timeline.back().time)
      reader.file.fail(o.lineOf("time"), "the timeline must ascend in time");
    world.timeline.push_back({entry.time, std::move(command)});
  }
}

}  // namespace ooze::parts
