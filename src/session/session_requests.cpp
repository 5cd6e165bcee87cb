#include "session/session_requests.h"

#include <system_error>

namespace ooze {

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

bool SessionRequests::any() const {
  return load || restart || publish || cancelSeek || autosave || seek || branch || stepsBack > 0 ||
         !materials.empty() || !saves.empty() || !scenes.empty() || !copies.empty() || !replaySources.empty();
}

SessionRequests SessionRequests::take() {
  SessionRequests taken = std::exchange(*this, {});
  singleSteps = taken.singleSteps;
  isPausedWhileLoading = taken.isPausedWhileLoading;
  usersDetail = taken.usersDetail;
  return taken;
}

}  // namespace ooze
