#include "session/session_opening.h"

#include "ooze/base/error.h"

#include "session/detail_choice.h"

#include <fmt/format.h>
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
  for (const std::string& line : live->apply(std::move(assigned), true)) throw InputError(line);
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

bool isSession(const std::string& name) { return std::filesystem::path(name).extension() == ".ooze"; }

std::unique_ptr<LiveWorld> openWorld(LoadRequest& request, int threads) {
  if (request.session) return std::make_unique<LiveWorld>(*request.session, threads);
  return isSession(request.name) ? openSessionFile(request, threads) : openScene(request, threads);
}

}  // namespace ooze
