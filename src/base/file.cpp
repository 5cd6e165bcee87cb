#include "base/file.h"

#include "ooze/base/error.h"

#include "base/file_writer.h"
#include "base/folders.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace ooze {
namespace {

constexpr std::uintmax_t kMostText = 16u << 20;  // far above any text that a person writes

using FileHandle = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

template <class Container>
Container readAll(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw InputError(fmt::format("cannot read {}: is a directory", path.string()));
  // Reading a pipe without a writer would block for ever, and a device might never end.
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw InputError(fmt::format("cannot read {}: not a regular file", path.string()));
  FileHandle file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  Container content;
  std::array<char, 65536> block;
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), file.get())) {
    const auto* p = reinterpret_cast<const typename Container::value_type*>(block.data());
    content.insert(content.end(), p, p + n);
  }
  if (std::ferror(file.get()))
    throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  return content;
}

/// Returns the folder that an environment variable names. The XDG specification says to ignore relative
/// paths.
std::optional<std::filesystem::path> folderIn(const char* variable) {
  const char* const value = std::getenv(variable);
  if (!value || *value != '/') return std::nullopt;
  return value;
}

/// Returns a folder in the home folder, or in a private folder if no home folder is known.
std::filesystem::path userFolder(const char* variable, const char* underHome, const char* otherwise) {
  if (const auto xdg = folderIn(variable)) return *xdg / "ooze";
  if (const auto home = folderIn("HOME")) return *home / underHome / "ooze";
  const auto runtime = folderIn("XDG_RUNTIME_DIR");
  return (runtime && isPrivate(*runtime) ? *runtime / "ooze" : privateFolder()) / otherwise;
}

}  // namespace

std::string readText(const std::filesystem::path& path) {
  std::error_code ignored;
  // On an error (a missing file) file_size() returns the largest number; readAll() reports that error better.
  if (const auto size = std::filesystem::file_size(path, ignored); !ignored && size > kMostText)
    throw InputError(fmt::format("cannot read {}: longer than 16 MiB", path.string()));
  return readAll<std::string>(path);
}
std::vector<std::byte> readBytes(const std::filesystem::path& path) {
  return readAll<std::vector<std::byte>>(path);
}

void writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  FileWriter file(path);
  file.write(bytes);
  file.finish();
}

void writeFile(const std::filesystem::path& path, std::string_view text) {
  writeFile(path, std::as_bytes(std::span(text.data(), text.size())));
}

std::filesystem::path userCacheFolder() { return userFolder("XDG_CACHE_HOME", ".cache", "cache"); }
std::filesystem::path userConfigFolder() { return userFolder("XDG_CONFIG_HOME", ".config", "config"); }
std::filesystem::path userDataFolder() { return userFolder("XDG_DATA_HOME", ".local/share", "data"); }
std::filesystem::path userStateFolder() { return userFolder("XDG_STATE_HOME", ".local/state", "state"); }

}  // namespace ooze
