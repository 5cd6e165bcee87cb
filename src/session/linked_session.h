// One session in front of two: time goes to both, edits to those that are chosen.
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
  /// Both must outlive it.
  LinkedSession(Session& a, Session& b) : both_{&a, &b} {}

  /// Which of them edits go to: commands, materials, undo. What comes of the first chosen is saved.
  void choose(bool a, bool b);

  void submit(Command command) override;
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
  /// Of the first alone: another scene is nothing to compare with.
  void load(std::string nameOrPath, std::optional<Detail> detail) override;
  /// Of those that edits go to; the other begins anew beside it.
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
  std::array<bool, 2> editing_{};  ///< whose edit has begun; it ends there too
};

}  // namespace ooze
