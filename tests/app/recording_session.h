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
  void load(std::string, std::optional<Detail>) override {}
  void loadMaterial(std::size_t, std::string) override {}
  void setSpeed(float) override {}

  std::vector<Command> commands;
};

}  // namespace ooze::ui
