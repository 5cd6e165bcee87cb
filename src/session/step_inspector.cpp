#include "session/step_inspector.h"

#include <exception>
#include <utility>

namespace ooze {

bool StepInspector::want(bool on, std::optional<std::uint32_t> particle) {
  const std::lock_guard lock(mutex_);
  if (on == on_ && (particle == particle_ || !on)) return false;
  on_ = due_ = on;
  particle_ = particle;
  if (!on) record_.reset();
  return true;
}

bool StepInspector::due() const {
  const std::lock_guard lock(mutex_);
  return due_;
}

std::string StepInspector::look(const World& world, int threads, const std::function<void(World&)>& prepare) {
  std::optional<std::uint32_t> particle;
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(due_, false)) return "";
    particle = particle_;
  }
  std::shared_ptr<const StepRecord> record;
  std::string problem;
  try {
    record = std::make_shared<const StepRecord>(recordStep(world, particle, threads, prepare));
  } catch (const std::exception& error) {
    problem = std::string("The microscope cannot look inside the next step: ") + error.what();
  }
  const std::lock_guard lock(mutex_);
  if (on_) record_ = std::move(record);
  return problem;
}

void StepInspector::forget() {
  const std::lock_guard lock(mutex_);
  record_.reset();
  due_ = on_;
}

std::shared_ptr<const StepRecord> StepInspector::record() const {
  const std::lock_guard lock(mutex_);
  return record_;
}

}  // namespace ooze
