// A session that only remembers what it was asked.
#pragma once

#include "ui/session.h"

#include <utility>
#include <vector>

namespace ooze::ui {

class RecordingSession : public Session {
 public:
  void submit(Command command) override { commands.push_back(std::move(command)); }
  void setPlaying(bool) override {}
  void singleStep() override {}
  void reset(bool) override {}
  void load(std::string nameOrPath, std::optional<Detail>) override { loaded.push_back(std::move(nameOrPath)); }
  void loadMaterial(std::size_t index, std::string name) override {
    materialsLoaded.emplace_back(index, std::move(name));
  }
  void setSpeed(float speed) override { speeds.push_back(speed); }
  void beginEdit(std::string label) override { edits.push_back(std::move(label)); }
  void endEdit() override { ++editsEnded; }
  void undo() override { ++undone; }
  void redo() override { ++redone; }
  void seek(std::uint64_t frame) override { sought.push_back(frame); }
  void cancelSeek() override { ++seeksCancelled; }
  void stepBack() override {}
  void switchBranch(std::size_t branch) override { branches.push_back(branch); }
  void save(std::filesystem::path file) override { saved.push_back(std::move(file)); }

  std::vector<Command> commands;
  std::vector<std::string> loaded;
  std::vector<std::pair<std::size_t, std::string>> materialsLoaded;
  std::vector<std::string> edits;  ///< labels of those that were begun
  int editsEnded = 0, undone = 0, redone = 0;
  std::vector<std::uint64_t> sought;
  int seeksCancelled = 0;
  std::vector<std::size_t> branches;  ///< switched to
  std::vector<float> speeds;
  std::vector<std::filesystem::path> saved;
};

}  // namespace ooze::ui
