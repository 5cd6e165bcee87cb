#include "export/frame_name.h"

#include "ooze/base/error.h"

#include "base/file_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <regex>
#include <unistd.h>

namespace ooze {
namespace fs = std::filesystem;

namespace {

bool hasOneNumber(const std::string& text) {
  static const std::regex field("%(0?[1-9])?d");
  return std::count(text.begin(), text.end(), '%') == 1 && std::regex_search(text, field);
}

}  // namespace

bool isSequence(const fs::path& name) {
  const std::string text = name.filename().string();  // a folder's name may hold any %
  if (text.find('%') == std::string::npos) return false;
  if (!hasOneNumber(text))
    throw InputError(fmt::format("{}: name the place of the frame number once, as %04d", name.string()));
  return true;
}

namespace {

/// A file name around the digits of its frame number. `before` is the whole name if there is no number.
struct NameParts {
  std::string before, after;
  bool isPattern = false;
};

NameParts splitName(const fs::path& name) {
  const std::string text = name.filename().string();
  if (!hasOneNumber(text)) return {text, {}, false};  // a name that the user did not choose may hold any %
  const auto begin = text.find('%');
  return {text.substr(0, begin), text.substr(text.find('d', begin) + 1), true};
}

/// Returns true if the text can be the digits of a frame number. Widths without a 0 pad with spaces.
bool isFrameNumber(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || (c >= '0' && c <= '9'); });
}

}  // namespace

fs::path frameName(const fs::path& name, std::uint64_t frame) {
  if (!isSequence(name)) return name;
  std::string text = name.filename().string();
  const auto begin = text.find('%');
  const auto end = text.find('d', begin);
  const std::string spec = text.substr(begin + 1, end - begin - 1);  // width between % and d: "", "4" or "04"
  std::string digits = std::to_string(frame);
  if (!spec.empty()) {
    const auto width = static_cast<std::size_t>(spec.back() - '0');
    if (digits.size() < width) digits.insert(0, width - digits.size(), spec.size() == 2 ? '0' : ' ');
  }
  return name.parent_path() / text.replace(begin, end - begin + 1, digits);
}

fs::path nameWithoutNumber(const fs::path& name) {
  const NameParts parts = splitName(name);
  std::string stem = fs::path(parts.before + parts.after).stem().string();
  while (stem.ends_with('_') || stem.ends_with('-') || stem.ends_with('.')) stem.pop_back();
  if (stem.empty() || fs::path(parts.after).stem() == stem) stem = "frames";
  return name.parent_path() / (stem + name.extension().string());
}

bool canBeSameFile(const fs::path& a, const fs::path& b) {
  std::error_code unknown;
  if (fs::equivalent(a, b, unknown)) return true;
  const auto place = [](const fs::path& file) {
    std::error_code failed;
    return fs::weakly_canonical(fs::absolute(resolveLinks(file), failed), failed);
  };
  const fs::path placeA = place(a), placeB = place(b);
  if (placeA.parent_path() != placeB.parent_path()) return false;
  NameParts one = splitName(placeA), other = splitName(placeB);
  if (!one.isPattern && !other.isPattern) return one.before == other.before;
  if (!one.isPattern) std::swap(one, other);
  if (!other.isPattern) {
    const std::string& name = other.before;
    const std::size_t around = one.before.size() + one.after.size();
    return name.size() > around && name.starts_with(one.before) && name.ends_with(one.after) &&
           isFrameNumber(std::string_view(name).substr(one.before.size(), name.size() - around));
  }
  // Two patterns meet if the longer name differs from the shorter one in digits alone.
  if (one.before.size() > other.before.size()) std::swap(one.before, other.before);
  if (one.after.size() > other.after.size()) std::swap(one.after, other.after);
  return other.before.starts_with(one.before) && other.after.ends_with(one.after) &&
         isFrameNumber(std::string_view(other.before).substr(one.before.size())) &&
         isFrameNumber(std::string_view(other.after).substr(0, other.after.size() - one.after.size()));
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
