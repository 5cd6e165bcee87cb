#include "export/frame_name.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <regex>
#include <unistd.h>

namespace ooze {
namespace fs = std::filesystem;

bool isSequence(const fs::path& name) {
  const std::string text = name.string();
  const auto percents = std::count(text.begin(), text.end(), '%');
  if (percents == 0) return false;
  static const std::regex field("%(0?[1-9])?d");
  if (percents > 1 || !std::regex_search(text, field))
    throw InputError(fmt::format("{}: name the place of the frame number once, as %04d", text));
  return true;
}

fs::path frameName(const fs::path& name, std::uint64_t frame) {
  if (!isSequence(name)) return name;
  std::string text = name.string();
  const auto begin = text.find('%');
  const auto end = text.find('d', begin);
  const std::string spec = text.substr(begin + 1, end - begin - 1);  // width between % and d: "", "4" or "04"
  std::string digits = std::to_string(frame);
  if (!spec.empty()) {
    const auto width = static_cast<std::size_t>(spec.back() - '0');
    if (digits.size() < width) digits.insert(0, width - digits.size(), spec.size() == 2 ? '0' : ' ');
  }
  return text.replace(begin, end - begin + 1, digits);
}

void requireWritable(const fs::path& name) {
  std::error_code ignored;
  const auto refuse = [&](std::string_view why) {
    throw InputError(fmt::format("cannot write {}: {}", name.string(), why));
  };
  if (!name.has_filename()) refuse("it names a folder");
  if (fs::is_directory(name, ignored)) refuse("is a directory");
  if (fs::exists(name, ignored) && !fs::is_regular_file(name, ignored)) refuse("not a regular file");
  // Try to create a file, because permissions, read-only mounts and root's rights cannot be predicted.
  std::string trial = name.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(trial.data());
  if (descriptor < 0) refuse(std::strerror(errno));
  ::close(descriptor);
  ::unlink(trial.c_str());
}

}  // namespace ooze
