#include "app/cluster/job_folder.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "base/file.h"
#include "export/frame_name.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <random>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace ooze {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 6> kSubfolders{"pictures", "saves", "cells", "logs", "failed", "texts"};

Json readJobJson(const fs::path& file) {
  try {
    return Json::parse(readText(file));
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{} is damaged", file.string()));
  }
}

std::string randomToken() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

std::string hostName() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "this node";
}

std::uint64_t contentOf(const fs::path& file) { return hashBytes(readBytes(file)); }

fs::path numbered(const fs::path& folder, std::uint64_t number, const char* kind) {
  return folder / fmt::format("{:08}{}", number, kind);
}

std::vector<fs::path> filesIn(const fs::path& folder) {
  std::error_code none;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none))
    files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

bool JobRecord::isSameWork(const JobRecord& other) const {
  const auto withoutDetach = [](std::vector<std::string> words) {
    std::erase(words, "--detach");
    return words;
  };
  return directory == other.directory && inputs == other.inputs &&
         withoutDetach(arguments) == withoutDetach(other.arguments);
}

JobRecord makeJobRecord(const std::vector<std::string>& arguments, const std::vector<fs::path>& inputs) {
  JobRecord record{fs::current_path(), arguments, {}, randomToken()};
  std::error_code unknown;
  std::vector<fs::path> files{fs::read_symlink("/proc/self/exe", unknown)};
  files.insert(files.end(), inputs.begin(), inputs.end());
  for (const fs::path& file : files)
    if (!file.empty()) record.inputs.push_back({fs::absolute(file), contentOf(file)});
  return record;
}

JobFolder JobFolder::beside(const fs::path& output) {
  fs::path base = fs::absolute(output).lexically_normal();
  if (!base.has_filename()) base = base.parent_path();
  if (isSequence(base)) base = nameWithoutNumber(base);
  return JobFolder(base += ".jobs");
}

bool JobFolder::exists() const {
  std::error_code unknown;
  return fs::exists(path_, unknown);
}

void JobFolder::create(const JobRecord& record) const {
  for (const char* name : kSubfolders) {
    std::error_code failed;
    fs::create_directories(path_ / name, failed);
    if (failed) throw RunError(fmt::format("cannot make {}: {}", (path_ / name).string(), failed.message()));
  }
  Json json{{"directory", record.directory.string()},
            {"arguments", record.arguments},
            {"token", record.token},
            {"inputs", Json::array()}};
  for (const SharedInput& input : record.inputs)
    json["inputs"].push_back({{"file", input.file.string()}, {"content", input.content}});
  writeFile(path_ / "job.json", json.dump(1) + "\n");
}

JobRecord JobFolder::record() const {
  const fs::path file = path_ / "job.json";
  try {
    const Json json = readJobJson(file);
    JobRecord record{json.at("directory").get<std::string>(),
                     json.at("arguments").get<std::vector<std::string>>(),
                     {},
                     json.at("token").get<std::string>()};
    for (const Json& input : json.at("inputs"))
      record.inputs.push_back(
          {input.at("file").get<std::string>(), input.at("content").get<std::uint64_t>()});
    return record;
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{} is damaged", file.string()));
  }
}

// The last job may still be removing files of the folder, which can end remove_all() early.
void JobFolder::remove() const {
  constexpr int kTries = 50;
  for (int i = 0; i < kTries && exists(); ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
}

fs::path JobFolder::picture(std::uint64_t number) const {
  return numbered(path_ / "pictures", number, ".picture");
}
fs::path JobFolder::save(std::uint64_t number) const { return numbered(path_ / "saves", number, ".ooze"); }
fs::path JobFolder::saveExtras(std::uint64_t number) const {
  return numbered(path_ / "saves", number, ".extras");
}
fs::path JobFolder::cell(std::uint64_t number) const { return numbered(path_ / "cells", number, ".json"); }

std::uint64_t JobFolder::pictures() const {
  return std::max(filesIn(path_ / "pictures").size(), filesIn(path_ / "cells").size());
}

void JobFolder::writeIds(const std::map<std::string, std::string>& ids) const {
  writeFile(path_ / "ids.json", Json(ids).dump() + "\n");
}

std::map<std::string, std::string> JobFolder::ids() const {
  std::error_code unknown;
  if (!fs::exists(path_ / "ids.json", unknown)) return {};
  try {
    return readJobJson(path_ / "ids.json").get<std::map<std::string, std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{} is damaged", (path_ / "ids.json").string()));
  }
}

void JobFolder::writeText(const std::string& name, const std::string& text) const {
  writeFile(path_ / "texts" / name, text);
}

std::string JobFolder::text(const std::string& name) const {
  std::error_code unknown;
  const fs::path file = path_ / "texts" / name;
  return fs::exists(file, unknown) ? readText(file) : "";
}

void JobFolder::noteFailure(const std::string& part, const std::string& line) const {
  writeFile(path_ / "failed" / part, fmt::format("{}: {}\n", hostName(), line));
}

void JobFolder::forgetFailure(const std::string& part) const {
  std::error_code ignored;
  fs::remove(path_ / "failed" / part, ignored);
}

std::string JobFolder::firstFailure() const {
  const std::vector<fs::path> files = filesIn(path_ / "failed");
  if (files.empty()) return "";
  std::string line = readText(files.front());
  while (!line.empty() && line.back() == '\n') line.pop_back();
  return fmt::format("{}: {}", files.front().filename().string(), line);
}

void JobFolder::forgetAttempt() const {
  for (const char* name : {"failed", "logs"})
    for (const fs::path& file : filesIn(path_ / name)) {
      std::error_code ignored;
      fs::remove(file, ignored);
    }
}

bool JobFolder::hasLogs() const { return !filesIn(logs()).empty(); }

void JobFolder::writeResult(const JobResult& result) const {
  writeFile(path_ / "result.json", Json{{"notes", result.notes}, {"stopped", result.stopped}}.dump(1) + "\n");
}

// Lists the folder, because a network file system may remember for a while that a file does not exist.
bool JobFolder::hasResult() const {
  const std::vector<fs::path> files = filesIn(path_);
  return std::find(files.begin(), files.end(), path_ / "result.json") != files.end();
}

JobResult JobFolder::result() const {
  const Json json = readJobJson(path_ / "result.json");
  return {json.value("notes", std::vector<std::string>{}), json.value("stopped", "")};
}

void JobFolder::removePieces() const {
  for (const char* name : {"pictures", "saves", "cells"}) {
    std::error_code ignored;
    fs::remove_all(path_ / name, ignored);
  }
}

JobRecord requireShared(const JobFolder& folder, const std::string& token) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("{} {}", hostName(), what));
  };
  if (!folder.exists())
    refuse(fmt::format("has no folder {}: the folder is not shared with this node", folder.path().string()));
  JobRecord record = folder.record();
  if (!token.empty() && record.token != token)
    refuse(fmt::format("has another folder {}: the folder is not shared with this node",
                       folder.path().string()));
  for (const SharedInput& input : record.inputs) {
    std::error_code unknown;
    if (!fs::exists(input.file, unknown))
      refuse(fmt::format("has no {}: put the file into a shared folder", input.file.string()));
    if (contentOf(input.file) != input.content)
      refuse(fmt::format("has another {} than at submission", input.file.string()));
  }
  return record;
}

}  // namespace ooze
