#include "session/session_requests.h"

#include "ooze/base/error.h"

#include "session/detail_choice.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

std::unique_ptr<LiveWorld> openSessionFile(const LoadRequest& request, int threads) try {
  auto live = std::make_unique<LiveWorld>(readSave(request.name), threads);
  if (!request.method.empty() && request.method != live->scene()->world.method)
    throw InputError(
        fmt::format("the session uses the method {}, not {}", live->scene()->world.method, request.method));
  std::vector<EditPiece> assigned;
  for (const std::string& text : request.assignments)
    assigned.push_back({.commands = {parseAssignment(text, live->scene()->world.method)}});
  for (const std::string& line : live->presentEdits().apply(std::move(assigned), true))
    throw InputError(line);
  return live;
} catch (const InputError& error) {
  const std::string line = error.what();
  throw InputError(line.starts_with(request.name) ? line : fmt::format("{}: {}", request.name, line));
}

std::unique_ptr<LiveWorld> openScene(LoadRequest& request, int threads) {
  if (!request.detail) {
    const DetailChoice choice = chooseDetailFor(request.name, threads, request.method);
    request.detail = choice.detail;
    request.detailReason = choice.reason;
  }
  auto scene = std::make_shared<const Scene>(loadScene(request.name, *request.detail, request.method));
  std::vector<Command> commands;
  for (const std::string& text : request.assignments)
    commands.push_back(parseAssignment(text, scene->world.method));
  return std::make_unique<LiveWorld>(std::move(scene), threads, commands);
}

}  // namespace

void SessionRequests::pause(SessionStatus& status) {
  status.playing = false;
  isPausedWhileLoading = true;
}

void SessionRequests::open(std::string nameOrPath, std::optional<Detail> detail,
                           std::vector<std::string> assignments, bool plays, SessionView& view) {
  if (detail) usersDetail = detail;
  view.status.loading = currentSceneName(std::filesystem::path(nameOrPath).stem().string());
  LoadRequest wanted{std::move(nameOrPath), usersDetail, std::move(assignments), {}};
  std::error_code ignored;
  wanted.keepsEdits = detail && view.scene && view.scene->detail != *detail &&
                      std::filesystem::equivalent(view.scene->file, wanted.name, ignored);
  if (wanted.keepsEdits) wanted.method = view.scene->world.method;
  if (isSession(wanted.name)) wanted.sessionFile = std::filesystem::absolute(wanted.name, ignored);
  // A newly opened scene plays; the same scene at another detail continues as before.
  wanted.plays = plays && !wanted.keepsEdits;
  isPausedWhileLoading = false;
  load = std::move(wanted);
}

void SessionRequests::changeMethod(std::string method, SessionView& view) {
  load = LoadRequest{view.scene->file.string(), view.scene->detail, {}, view.detailReason};
  load->method = std::move(method);
  load->plays = true;
  view.status.loading = titleWithMethod(view.scene->title, load->method);
  isPausedWhileLoading = false;
}

void SessionRequests::reset(bool forget, SessionView& view) {
  if (!forget) {
    restart = true;
    return;
  }
  load = LoadRequest{view.scene->file.string(), view.scene->detail, {}, view.detailReason};
  load->method = view.scene->world.method;
  view.status.loading = titleWithMethod(view.scene->title, load->method);
}

void SessionRequests::goTo(std::uint64_t frame) {
  seek = frame;
  cancelSeek = false;
  stepsBack = 0;
}

void SessionRequests::stay() {
  seek.reset();
  stepsBack = 0;
  cancelSeek = true;
}

bool SessionRequests::changesMoment() const {
  return load || restart || cancelSeek || seek || branch || stepsBack > 0 || !materials.empty();
}

bool SessionRequests::any() const {
  return changesMoment() || publish || autosave || playBack || !saves.empty() || !scenes.empty() ||
         !copies.empty() || !replaySources.empty();
}

SessionRequests SessionRequests::take() {
  SessionRequests taken = std::exchange(*this, {});
  singleSteps = taken.singleSteps;
  isPausedWhileLoading = taken.isPausedWhileLoading;
  usersDetail = taken.usersDetail;
  return taken;
}

bool isSession(const std::string& name) { return std::filesystem::path(name).extension() == ".ooze"; }

std::unique_ptr<LiveWorld> openWorld(LoadRequest& request, int threads) {
  if (request.session) return std::make_unique<LiveWorld>(*request.session, threads);
  return isSession(request.name) ? openSessionFile(request, threads) : openScene(request, threads);
}

}  // namespace ooze
