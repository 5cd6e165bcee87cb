#include "geometry/mesh_folder.h"

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Opens a regular file. Never waits for the other end of a pipe, nor makes a terminal the controlling
/// terminal.
File openRegular(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
  struct stat is {};
  if (descriptor < 0 || ::fstat(descriptor, &is) != 0 || !S_ISREG(is.st_mode)) {
    if (descriptor >= 0) ::close(descriptor);
    return {nullptr, std::fclose};
  }
  return {::fdopen(descriptor, "rb"), std::fclose};
}

class ReadStream final : public Assimp::IOStream {
 public:
  explicit ReadStream(File file) : file_(std::move(file)) {}
  std::size_t Read(void* to, std::size_t size, std::size_t count) override {
    return std::fread(to, size, count, file_.get());
  }
  std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    const int from = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return std::fseek(file_.get(), static_cast<long>(offset), from) == 0 ? aiReturn_SUCCESS
                                                                         : aiReturn_FAILURE;
  }
  [[nodiscard]] std::size_t Tell() const override {
    return static_cast<std::size_t>(std::ftell(file_.get()));
  }
  [[nodiscard]] std::size_t FileSize() const override {
    struct stat is {};
    return ::fstat(::fileno(file_.get()), &is) == 0 ? static_cast<std::size_t>(is.st_size) : 0;
  }
  void Flush() override {}

 private:
  File file_;
};

bool isWithin(const fs::path& file, const fs::path& folder) {
  const auto [ofFolder, ofFile] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return ofFolder == folder.end() && ofFile != file.end();
}

}  // namespace

MeshFolder::MeshFolder(fs::path mesh)
    : mesh_(std::move(mesh)), folder_(fs::weakly_canonical(mesh_.parent_path())) {}

fs::path MeshFolder::allowed(const char* path) const {
  std::error_code failed;
  const fs::path asked(path);
  fs::path file = fs::canonical(asked, failed);
  if (failed || (asked != mesh_ && !isWithin(file, folder_)) || !fs::is_regular_file(file, failed)) return {};
  return file;
}

bool MeshFolder::Exists(const char* path) const { return !allowed(path).empty(); }

char MeshFolder::getOsSeparator() const { return '/'; }

Assimp::IOStream* MeshFolder::Open(const char* path, const char* mode) {
  File file(nullptr, std::fclose);
  if (std::string_view(mode).find_first_of("wa+") == std::string_view::npos)
    if (const fs::path there = allowed(path); !there.empty()) file = openRegular(there);
  if (file) return new ReadStream(std::move(file));  // Assimp takes ownership
  refused_ = path;
  return nullptr;
}

void MeshFolder::Close(Assimp::IOStream* file) { delete file; }

bool MeshFolder::CreateDirectory(const std::string&) { return false; }
bool MeshFolder::ChangeDirectory(const std::string&) { return false; }
bool MeshFolder::DeleteFile(const std::string&) { return false; }

}  // namespace ooze
