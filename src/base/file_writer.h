// Atomic file writing: a file appears complete or not at all.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Resolves symbolic links, even if the target does not exist yet. A cycle of links resolves to a link.
std::filesystem::path resolveLinks(std::filesystem::path path);

/// Writes a file atomically, piece by piece. The data goes to a nameless file in the same folder (or to a
/// temporary name if the file system has no nameless files), which gets its name once all data is on the
/// disk. Otherwise nothing is left; a nameless file disappears even if the program is killed. An existing
/// file keeps its mode. Writing to a symbolic link replaces the link's target.
class FileWriter {
 public:
  /// Opens the temporary file. An existing path that is no regular file is refused.
  /// @throws RunError "cannot write PATH: reason", as do all other member functions
  /// @param work  cancellation token; once cancelled, write() and finish() throw Cancelled
  explicit FileWriter(std::filesystem::path path, const CancellationToken* work = nullptr);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }
  /// Flushes the data and gives the file its name, replacing an older file of that name.
  void finish();

 private:
  void openNameless();
  void openNamed();
  [[nodiscard]] bool linkTemporaryName();
  void flush();
  void send(std::span<const std::byte> bytes);
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path path_, target_;  ///< requested path; its target after resolving symbolic links
  std::string temporary_;                ///< path of the temporary file; "" while the file has no name
  const CancellationToken* work_;
  int descriptor_;
  std::vector<std::byte> buffer_;
};

/// Runs one of several independent writes, so that a failure does not stop the others.
/// @param failed  gets a line if `write` throws a RunError
template <class Write>
void writeOrReport(std::vector<std::string>& failed, const Write& write) {
  try {
    write();
  } catch (const RunError& error) {
    failed.emplace_back(error.what());
  }
}

}  // namespace ooze
