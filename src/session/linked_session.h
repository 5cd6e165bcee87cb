// One Session that controls two worlds: time controls go to both, edits to the chosen ones.
#pragma once

#include "session/session.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace ooze {

class LinkedSession final : public Session {
 public:
  /// Both sessions must outlive this object.
  LinkedSession(Session& a, Session& b) : both_{&a, &b} {}

  /// Chooses the worlds that receive edits: commands, materials, undo. Saves are taken from the first chosen
  /// world.
  void choose(bool a, bool b);

  void submit(Command command) override;
  void submitWithoutUndo(Command command) override;
  void loadMaterial(std::size_t index, std::string nameOrPath) override;
  void beginEdit(std::string label) override;
  void endEdit() override;
  void undo() override;
  void redo() override;
  void switchBranch(std::size_t branch) override;
  void save(std::filesystem::path file) override;
  void saveScene(std::filesystem::path file, SceneView view) override;
  void inspect(bool on, std::optional<std::uint32_t> particle) override;

  void setPlaying(bool playing) override;
  void singleStep() override;
  void reset(bool forget) override;
  void setSpeed(float speed) override;
  void seek(std::uint64_t frame) override;
  void cancelSeek() override;
  void stepBack() override;
  /// Loads in the first world only, because worlds with different scenes are not compared.
  void load(std::string nameOrPath, std::optional<Detail> detail) override;
  /// Changes the method of the chosen worlds; the other world restarts.
  void changeMethod(std::string key) override;

 private:
  template <class Call>
  void chosen(Call call) const {
    for (std::size_t i = 0; i < both_.size(); ++i)
      if (chosen_[i]) call(*both_[i]);
  }
  [[nodiscard]] Session& firstChosen() const { return *both_[chosen_[0] ? 0 : 1]; }

  std::array<Session*, 2> both_;
  std::array<bool, 2> chosen_{true, false};
  std::array<bool, 2> editing_{};  ///< worlds with an edit in progress
};

}  // namespace ooze
