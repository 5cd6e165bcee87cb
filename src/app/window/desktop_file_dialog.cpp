#include "app/window/desktop_file_dialog.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "image/child_process.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

// Longest delay between close() and the end of the program.
constexpr std::chrono::milliseconds kCancelDelay{20};

constexpr const char* kChoice = "OOZE_FILE_DIALOG";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

const Strings& knownChoices() {
  static const Strings kKnown{"system", "portal", "zenity", "kdialog", "ooze"};
  return kKnown;
}

/// Returns the wanted kind of dialog, "system" for an unknown one.
std::string wantedDialog() {
  const std::string wanted = variable(kChoice);
  const Strings& known = knownChoices();
  return std::find(known.begin(), known.end(), wanted) == known.end() ? "system" : wanted;
}

/// Finds a program in PATH. @return "" if there is none
fs::path findProgram(const std::string& name) {
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path(folder) / name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

/// Finds Ooze's own program that asks the portal. @return "" if it is not installed, or there is no D-Bus
fs::path findPortalProgram() {
  std::error_code ignored;
  const std::string folder = variable("XDG_RUNTIME_DIR");
  const bool bus = !variable("DBUS_SESSION_BUS_ADDRESS").empty() ||
                   (!folder.empty() && fs::exists(fs::path(folder) / "bus", ignored));
  if (!bus) return {};
  for (const fs::path& candidate : programFolders("", "lib/ooze"))
    if (const fs::path file = candidate / "ooze_portal"; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

/// Returns a pattern that ignores upper and lower case: "*.[oO][oO][zZ][eE]".
std::string anyCase(const std::string& extension) {
  std::string pattern = "*";
  for (const char c : extension) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalpha(byte))
      pattern +=
          fmt::format("[{}{}]", static_cast<char>(std::tolower(byte)), static_cast<char>(std::toupper(byte)));
    else
      pattern += c;
  }
  return pattern;
}

Strings patterns(const ui::FileRequest& request) {
  Strings all;
  for (const std::string& extension : request.extensions) all.push_back(anyCase(extension));
  return all;
}

/// Returns the name of a request's filter: "*.ooze, *.json".
std::string filterName(const ui::FileRequest& request) {
  return fmt::format("*{}", fmt::join(request.extensions, ", *"));
}

bool isSave(const ui::FileRequest& request) { return request.kind == ui::FileRequest::RequestKind::Save; }

/// Returns the path that the dialog proposes. A folder ends in a slash.
std::string proposal(const ui::FileRequest& request, const fs::path& folder) {
  return (folder / (isSave(request) ? request.name : "")).string();
}

Strings portalCommand(const fs::path& program, const ui::FileRequest& request, const fs::path& folder) {
  Strings command{program.string(), isSave(request) ? "save" : "open",
                  request.title,    folder.string(),
                  request.name,     filterName(request)};
  for (std::string& pattern : patterns(request)) command.push_back(std::move(pattern));
  return command;
}

Strings zenityCommand(const fs::path& program, const ui::FileRequest& request, const fs::path& folder,
                      unsigned long window) {
  Strings command{program.string(), "--file-selection", "--title=" + request.title,
                  "--filename=" + proposal(request, folder)};
  if (isSave(request)) command.insert(command.end(), {"--save", "--confirm-overwrite"});
  if (!request.extensions.empty()) {
    command.push_back(
        fmt::format("--file-filter={} | {}", filterName(request), fmt::join(patterns(request), " ")));
    command.emplace_back("--file-filter=All files | *");
  }
  if (window != 0) command.insert(command.end(), {"--modal", fmt::format("--attach={}", window)});
  return command;
}

Strings kdialogCommand(const fs::path& program, const ui::FileRequest& request, const fs::path& folder,
                       unsigned long window) {
  Strings command{program.string(), "--title", request.title};
  if (window != 0) command.insert(command.end(), {"--attach", fmt::format("{}", window)});
  command.emplace_back(isSave(request) ? "--getsavefilename" : "--getopenfilename");
  command.push_back(proposal(request, folder));
  if (!request.extensions.empty())
    command.push_back(fmt::format("Known files (*{});;All files (*)", fmt::join(request.extensions, " *")));
  return command;
}

/// Returns whether the user's locale has UTF-8. In other locales, zenity and kdialog replace letters of
/// names.
bool hasUtf8Locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = variable(name);
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

/// Returns the text without the line break at its end. A path may hold other line breaks.
std::string firstPath(std::string output) {
  if (output.ends_with('\n')) output.pop_back();
  return output;
}

}  // namespace

std::vector<DialogProgram> dialogPrograms(const ui::FileRequest& request, const fs::path& folder,
                                          unsigned long window) {
  const std::string wanted = wantedDialog();
  const auto allows = [&wanted](const char* name) { return wanted == "system" || wanted == name; };
  std::vector<DialogProgram> programs;
  const auto add = [&](const char* name, auto command) {
    const fs::path program = allows(name) ? findProgram(name) : fs::path();
    if (program.empty()) return;
    Strings words = command(program, request, folder, window);
    if (!hasUtf8Locale()) words.insert(words.begin(), {"env", "LC_ALL=C.UTF-8"});
    programs.push_back({name, std::move(words)});
  };
  if (const fs::path portal = allows("portal") ? findPortalProgram() : fs::path(); !portal.empty())
    programs.push_back({"portal", portalCommand(portal, request, folder)});
  const bool plasma = variable("XDG_CURRENT_DESKTOP").find("KDE") != std::string::npos;
  if (plasma) add("kdialog", kdialogCommand);
  add("zenity", zenityCommand);
  if (!plasma) add("kdialog", kdialogCommand);
  return programs;
}

DesktopFileDialog::DesktopFileDialog(std::function<void()> wake, unsigned long window)
    : wake_(std::move(wake)), window_(window) {
  const std::string wanted = variable(kChoice);
  const Strings& known = knownChoices();
  if (!wanted.empty() && std::find(known.begin(), known.end(), wanted) == known.end())
    messages_.push_back(
        {Message::MessageKind::Error, fmt::format("{}: unknown dialog \"{}\"{} (known: {})", kChoice, wanted,
                                                  suggestion(wanted, known), fmt::join(known, ", "))});
}

DesktopFileDialog::~DesktopFileDialog() {
  close();
  if (thread_.joinable()) thread_.join();
}

bool DesktopFileDialog::open(const ui::FileRequest& request, const fs::path& folder) {
  close();
  auto job = std::make_shared<DialogJob>();
  job->programs = dialogPrograms(request, folder, window_);
  if (job->programs.empty()) return false;
  if (thread_.joinable()) thread_.join();
  job_ = std::move(job);
  thread_ = std::thread([job = job_, wake = wake_] {
    run(*job);
    job->done = true;
    wake();
  });
  return true;
}

// Tries one program after another. A program that cannot show a dialog ends at once, so the user sees only
// the first that can.
void DesktopFileDialog::run(DialogJob& job) {
  using AnswerKind = ui::SystemDialogAnswer::AnswerKind;
  job.answer.kind = AnswerKind::Failed;
  for (const DialogProgram& program : job.programs) {
    try {
      ChildProcess child(program.command, ChildProcess::CapturedStream::Output);
      std::optional<ChildProcess::End> end;
      while (!end && !job.cancelled) end = child.endWithin(kCancelDelay);
      if (!end) return;
      std::string path = firstPath(std::move(end->output));
      if (end->code == 1) job.answer = {AnswerKind::Cancelled, {}, ""};
      if (end->succeeded && !path.empty()) job.answer = {AnswerKind::Chosen, std::move(path), ""};
      if (job.answer.kind != AnswerKind::Failed) return;
      // A portal that does not answer is common, and no failure for the user.
      if (program.name != "portal")
        job.answer.problem = fmt::format("{} ended without an answer. Choose the file here.", program.name);
    } catch (const std::exception& error) {
      job.answer.problem = fmt::format("{}. Choose the file here.", error.what());
    }
  }
}

std::optional<ui::SystemDialogAnswer> DesktopFileDialog::takeAnswer() {
  if (!follow()) return std::nullopt;
  return std::exchange(job_, nullptr)->answer;
}

void DesktopFileDialog::close() {
  if (const std::shared_ptr<DialogJob> job = std::exchange(job_, nullptr)) job->cancelled = true;
}

bool DesktopFileDialog::follow() const { return job_ && job_->done; }

std::vector<Message> DesktopFileDialog::takeMessages() { return std::exchange(messages_, {}); }

}  // namespace ooze
