#include "export/vtk_series.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "export/frame_name.h"
#include "scene/json_text.h"

#include <system_error>

namespace ooze {
namespace {

using SeriesJson = nlohmann::ordered_json;

/// Returns the "files" of an older list; empty if there is no such list.
SeriesJson olderEntries(const std::filesystem::path& file) try {
  const SeriesJson list = SeriesJson::parse(readText(file));
  SeriesJson entries = SeriesJson::array();
  for (const SeriesJson& entry : list.at("files"))
    if (entry.at("name").is_string() && entry.at("time").is_number()) entries.push_back(entry);
  return entries;
} catch (const InputError&) {
  return SeriesJson::array();
} catch (const SeriesJson::exception&) {
  return SeriesJson::array();
}

}  // namespace

bool VtkSeries::isFor(const std::filesystem::path& name) {
  return name.extension() == ".vtk" && isSequence(name);
}

std::filesystem::path VtkSeries::file() const { return nameWithoutNumber(name_).concat(".series"); }

void VtkSeries::add(std::uint64_t frame, double time) {
  entries_.push_back({frameName(name_, frame).filename().string(), time});
}

void VtkSeries::write() const {
  if (entries_.empty()) return;
  SeriesJson files = SeriesJson::array();
  for (SeriesJson& older : olderEntries(file())) {
    std::error_code ignored;
    const std::filesystem::path there = name_.parent_path() / older["name"].get<std::string>();
    if (older["time"].get<double>() < entries_.front().time && std::filesystem::exists(there, ignored))
      files.push_back(std::move(older));
  }
  for (const SeriesEntry& entry : entries_) files.push_back({{"name", entry.name}, {"time", entry.time}});
  writeFile(file(), jsonText({{"file-series-version", "1.0"}, {"files", std::move(files)}}));
}

}  // namespace ooze
