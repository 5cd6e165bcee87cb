#include "session/linked_session.h"

#include <utility>

namespace ooze {

void LinkedSession::choose(bool a, bool b) { chosen_ = {a || !b, b}; }

void LinkedSession::submit(Command command) {
  chosen([&](Session& s) { s.submit(command); });
}

void LinkedSession::submitWithoutUndo(Command command) {
  chosen([&](Session& s) { s.submitWithoutUndo(command); });
}

void LinkedSession::loadMaterial(std::size_t index, std::string nameOrPath) {
  chosen([&](Session& s) { s.loadMaterial(index, nameOrPath); });
}

void LinkedSession::beginEdit(std::string label) {
  endEdit();
  editing_ = chosen_;
  chosen([&](Session& s) { s.beginEdit(label); });
}

// Edits end in the worlds where they began, because the choice may have changed since.
void LinkedSession::endEdit() {
  for (std::size_t i = 0; i < both_.size(); ++i)
    if (std::exchange(editing_[i], false)) both_[i]->endEdit();
}

void LinkedSession::undo() {
  chosen([](Session& s) { s.undo(); });
}
void LinkedSession::redo() {
  chosen([](Session& s) { s.redo(); });
}

void LinkedSession::switchBranch(std::size_t branch) { firstChosen().switchBranch(branch); }
void LinkedSession::save(std::filesystem::path file) { firstChosen().save(std::move(file)); }

void LinkedSession::saveScene(std::filesystem::path file, SceneView view) {
  firstChosen().saveScene(std::move(file), std::move(view));
}
void LinkedSession::inspect(bool on, std::optional<std::uint32_t> particle) {
  firstChosen().inspect(on, particle);
}

void LinkedSession::setPlaying(bool playing) {
  for (Session* s : both_) s->setPlaying(playing);
}
void LinkedSession::singleStep() {
  for (Session* s : both_) s->singleStep();
}
void LinkedSession::reset(bool forget) {
  for (Session* s : both_) s->reset(forget);
}
void LinkedSession::setSpeed(float speed) {
  for (Session* s : both_) s->setSpeed(speed);
}
void LinkedSession::seek(std::uint64_t frame) {
  for (Session* s : both_) s->seek(frame);
}
void LinkedSession::cancelSeek() {
  for (Session* s : both_) s->cancelSeek();
}
void LinkedSession::stepBack() {
  for (Session* s : both_) s->stepBack();
}

void LinkedSession::load(std::string nameOrPath, std::optional<Detail> detail) {
  both_[0]->load(std::move(nameOrPath), detail);
}

void LinkedSession::changeMethod(std::string key) {
  for (std::size_t i = 0; i < both_.size(); ++i)
    if (chosen_[i])
      both_[i]->changeMethod(key);
    else
      both_[i]->reset(false);
  setPlaying(true);
}

}  // namespace ooze
