// The folder that all jobs of one command share: what they read, what they have made so far, and their logs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ooze {

/// A file that every node must read with the same content.
struct SharedInput {
  std::filesystem::path file;  ///< absolute path
  std::uint64_t content = 0;   ///< hash of the content
  bool operator==(const SharedInput&) const = default;
};

/// The command that a job folder belongs to.
struct JobRecord {
  std::filesystem::path directory;     ///< working directory of the command
  std::vector<std::string> arguments;  ///< its command line, without the program
  std::vector<SharedInput> inputs;     ///< the program, the scene and all files that the scene names
  std::string token;                   ///< random text, which the jobs know from their script

  /// Returns true if both records describe the same work.
  [[nodiscard]] bool isSameWork(const JobRecord& other) const;
};

/// Describes the command that runs now.
/// @param inputs  files that the command reads, besides the program; empty paths do not count
/// @throws InputError if a file cannot be read
[[nodiscard]] JobRecord makeJobRecord(const std::vector<std::string>& arguments,
                                      const std::vector<std::filesystem::path>& inputs);

/// The end of all jobs.
struct JobResult {
  std::vector<std::string> notes;  ///< notes that the command prints
  std::string stopped;             ///< why the run stopped early; "": it did not
};

/// A job folder. Every file of it appears whole or not at all, so that a job that is run again begins with
/// what is there.
class JobFolder {
 public:
  /// @param path  an absolute path; the folder need not exist
  explicit JobFolder(std::filesystem::path path) : path_(std::move(path)) {}
  /// Returns the folder for an output, which lies beside it: sheet.png.jobs for sheet.png.
  [[nodiscard]] static JobFolder beside(const std::filesystem::path& output);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] bool exists() const;
  /// Makes the folder and its subfolders, and writes the record. @throws RunError
  void create(const JobRecord& record) const;
  /// Reads the record. @throws InputError if the folder is no job folder
  [[nodiscard]] JobRecord record() const;
  /// Removes the folder with everything in it. Never fails.
  void remove() const;

  /// Returns the file of a picture, or of a save, by its number.
  [[nodiscard]] std::filesystem::path picture(std::uint64_t number) const;
  [[nodiscard]] std::filesystem::path save(std::uint64_t number) const;
  /// Returns the file of what belongs to a save but is no part of a world: spray and scale of colours.
  [[nodiscard]] std::filesystem::path saveExtras(std::uint64_t number) const;
  /// Returns the file that describes a finished picture of a sweep.
  [[nodiscard]] std::filesystem::path cell(std::uint64_t number) const;
  [[nodiscard]] std::filesystem::path logs() const { return path_ / "logs"; }
  /// Returns the number of finished pictures.
  [[nodiscard]] std::uint64_t pictures() const;

  /// Keeps and returns the ids of the submitted jobs, by their parts.
  void writeIds(const std::map<std::string, std::string>& ids) const;
  [[nodiscard]] std::map<std::string, std::string> ids() const;

  /// Keeps and returns a short text; "" if none was kept.
  void writeText(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string text(const std::string& name) const;

  /// Notes that a part has failed, or has not. `part` is a name such as draw_3.
  void noteFailure(const std::string& part, const std::string& line) const;
  void forgetFailure(const std::string& part) const;
  /// Returns the first failure, or ""; and removes all failures and logs, for a new attempt.
  [[nodiscard]] std::string firstFailure() const;
  void forgetAttempt() const;
  /// Returns true if any job has written a log.
  [[nodiscard]] bool hasLogs() const;

  void writeResult(const JobResult& result) const;
  [[nodiscard]] bool hasResult() const;
  [[nodiscard]] JobResult result() const;
  /// Removes the pictures and saves, which are large.
  void removePieces() const;

 private:
  std::filesystem::path path_;
};

/// Checks on a node that the job folder and the inputs are those of the submitted command.
/// @param token  token that the script of the job holds; "" accepts any
/// @return the record of the folder
/// @throws InputError in one line that names the node and what is not shared
[[nodiscard]] JobRecord requireShared(const JobFolder& folder, const std::string& token);

}  // namespace ooze
