#include "app/window/session_report.h"

#include "ooze/world/world.h"

#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

Json valuesOf(std::span<const ParameterInfo> rows, std::span<const float> values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < rows.size() && i < values.size(); ++i)
    object[std::string(rows[i].key)] = values[i];
  return object;
}

Json emittersOf(const std::vector<EmitterSpec>& emitters) {
  Json object = Json::object();
  for (const EmitterSpec& e : emitters)
    object[e.name] = {{"enabled", e.enabled},
                      {"speed", e.speed},
                      {"radius", e.radius},
                      {"position", {e.position.x, e.position.y, e.position.z}}};
  return object;
}

Json bodiesOf(const std::vector<Body>& bodies) {
  Json object = Json::object();
  for (const Body& b : bodies)
    object[b.name] = {{"present", b.present},
                      {"position", {b.pose.position.x, b.pose.position.y, b.pose.position.z}}};
  return object;
}

}  // namespace

std::string sessionReport(const SessionView& view, const std::vector<LoggedCommand>& log,
                          const std::vector<Recording>& recordings, const WindowNumbers& window) {
  Json report;
  if (view.scene) {
    report["scene"] = view.scene->name;
    report["detail"] = detailWord(view.scene->detail);
    report["detail_chosen_for_machine"] = view.detailReason;
    report["simulated_over_wall"] = view.status.simulatedOverWall;
    report["playing"] = view.status.playing;
  }
  if (const Snapshot* now = view.snapshot.get()) {
    report["method"] = now->method;
    report["frame"] = now->frame;
    report["step"] = now->step;
    report["time"] = now->time;
    report["particles"] = now->positions.size();
    Json materials = Json::object();
    for (const MaterialDefinition& m : now->materials)
      materials[m.name] = valuesOf(findMethod(now->method).parameters(), m.values);
    report["values"] = {{"materials", materials},
                        {"world", valuesOf(worldParameters(), now->worldValues)},
                        {"emitters", emittersOf(now->emitters)},
                        {"bodies", bodiesOf(now->bodies)}};
  }
  Json commands = Json::array();
  for (const LoggedCommand& l : log) {
    const CommandText text = textOf(l.command);
    commands.push_back({{"step", l.step}, {"target", text.target}, {"values", text.values}});
  }
  report["commands"] = commands;
  Json films = Json::array();
  for (const Recording& r : recordings)
    films.push_back({{"file", r.file.string()},
                     {"frames", r.frames},
                     {"frames_per_second", r.framesPerSecond},
                     {"first_frame", r.firstFrame},
                     {"last_frame", r.lastFrame},
                     {"failure", r.failure}});
  report["recordings"] = films;
  report["window"] = {{"frames", window.framesDrawn},
                      {"pictures", window.pictures},
                      {"first_frames_seen", window.firstFramesSeen},
                      {"median_ms", window.medianMilliseconds},
                      {"slowest_ms", window.slowestMilliseconds},
                      {"view", window.view},
                      {"colour", window.colour},
                      {"size", {window.size.x, window.size.y}},
                      {"settled", window.settled},
                      {"picture_shown", window.pictureShown},
                      {"panels", window.panels},
                      {"manual", window.manualPage},
                      {"comparing", window.comparing},
                      {"dialog_open", window.dialogOpen},
                      {"menu_open", window.menuOpen},
                      {"mesh_offered", window.meshOffered},
                      {"film_frames", window.filmFrames ? Json(*window.filmFrames) : Json()},
                      {"messages", window.messages}};
  if (const auto& m = window.microscope)
    report["window"]["microscope"] = {
        {"stage", m->stage}, {"step", m->step}, {"particle", m->particle ? Json(*m->particle) : Json()}};
  // Replace invalid UTF-8, since messages may quote arbitrary file names.
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void rewriteSessionReport(const std::filesystem::path& file, const std::string& report) noexcept try {
  // Resolve the path first: a rename would replace a device, or a link instead of the link's target.
  const std::filesystem::path target = std::filesystem::weakly_canonical(file);
  if (std::filesystem::exists(target) && !std::filesystem::is_regular_file(target)) return;
  std::filesystem::path part = target;
  part += fmt::format(".{}.part", ::getpid());  // a name that no other file has
  std::ofstream out(part, std::ios::binary);
  out << report;
  out.close();
  if (out)
    std::filesystem::rename(part, target);
  else
    std::filesystem::remove(part);
} catch (const std::exception&) {
}

}  // namespace ooze
