#include "base/file_name.h"

#include "base/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ooze {
namespace {

// Leaves room for a number and an extension within the 255 bytes that most file systems allow.
constexpr std::size_t kMaxNameBytes = 120;
constexpr std::string_view kForbiddenInNames = "/\\:*?\"<>|%";

/// Returns true if Windows takes the name for a device, whatever the extension.
bool isDeviceName(std::string_view name) {
  constexpr std::array<std::string_view, 4> kDevices{"CON", "PRN", "AUX", "NUL"};
  std::string stem(name.substr(0, name.find('.')));
  while (stem.ends_with(' ')) stem.pop_back();
  for (char& c : stem) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const bool isPort = stem.size() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT")) &&
                      stem[3] >= '0' && stem[3] <= '9';
  return isPort || std::find(kDevices.begin(), kDevices.end(), stem) != kDevices.end();
}

}  // namespace

std::string fileNameOf(std::string_view text) {
  std::string name;
  while (!text.empty() && name.size() < 2 * kMaxNameBytes) {
    const Utf8Character c = firstCharacter(text);
    const bool allowed =
        c.sound && !isInvisible(c.code) &&
        (c.code >= 0x80 || kForbiddenInNames.find(static_cast<char>(c.code)) == std::string_view::npos);
    if (allowed)
      name += text.substr(0, c.bytes);
    else
      name += '_';
    text.remove_prefix(c.bytes);
  }
  name = shortened(name, kMaxNameBytes - 1);
  while (name.ends_with('.') || name.ends_with(' ')) name.pop_back();  // Windows drops these
  if (name.empty()) return "untitled";
  if (name.front() == '.') name.front() = '_';  // no hidden file
  return isDeviceName(name) ? "_" + name : name;
}

}  // namespace ooze
