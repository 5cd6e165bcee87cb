// A file that appears whole or not at all, written piece by piece.
#pragma once

#include "ooze/base/error.h"
#include "ooze/base/long_work.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Writes to a file without a name in the same folder (or with a temporary one, where the file system has no
/// such files), which takes its name when all is there and on the disk; else nothing is left, even of a
/// program that is killed. A file that was there keeps its mode, and a link its place: what it points at is
/// written.
class FileWriter {
 public:
  /// @throws RunError "cannot write PATH: reason", as all that follows; also where something stands that is
  /// no regular file
  /// @param work  if it is called off, write() and finish() throw Cancelled
  explicit FileWriter(std::filesystem::path path, const LongWork* work = nullptr);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }
  /// Gives the file its name, in place of what had it.
  void finish();

 private:
  void openNameless();
  void openNamed();
  [[nodiscard]] bool giveTemporaryName();
  void flush();
  void send(std::span<const std::byte> bytes);
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path path_, target_;  ///< what was asked for; where that is, past links
  std::string temporary_;                ///< "" while it has no name
  const LongWork* work_;
  int descriptor_;
  std::vector<std::byte> buffer_;
};

/// Of files that are each worth having without the others. @param failed  gets a line if `write` throws a
/// RunError
template <class Write>
void writeOrTell(std::vector<std::string>& failed, const Write& write) {
  try {
    write();
  } catch (const RunError& error) {
    failed.emplace_back(error.what());
  }
}

}  // namespace ooze
