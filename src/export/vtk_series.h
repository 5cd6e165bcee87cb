// Lists of the VTK files of a sequence, which ParaView opens as one animation with its times.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// The file "drop.vtk.series" beside the files "drop_0001.vtk", ...: ParaView's JSON format, version 1.0.
class VtkSeries {
 public:
  /// Returns true if files of this name form a sequence of VTK files.
  [[nodiscard]] static bool isFor(const std::filesystem::path& name);
  /// @param name  name of the VTK files, with %04d
  explicit VtkSeries(std::filesystem::path name) : name_(std::move(name)) {}

  /// Returns the path of the list.
  [[nodiscard]] std::filesystem::path file() const;
  /// Adds the file of a frame. @param time  simulated time of the frame [s]
  void add(std::uint64_t frame, double time);
  /// Writes the list. Entries of an older list stay if they are earlier than the first added frame and their
  /// files exist, so that a continued run continues its list. Without frames nothing is written.
  /// @throws RunError "cannot write PATH: reason"
  void write() const;

 private:
  struct SeriesEntry {
    std::string name;
    double time;
  };

  std::filesystem::path name_;
  std::vector<SeriesEntry> entries_;
};

}  // namespace ooze
