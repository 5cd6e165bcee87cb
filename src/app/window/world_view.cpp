#include "app/window/world_view.h"

#include "app/pictures/unused_name.h"
#include "base/file.h"
#include "base/file_name.h"
#include "ui/layout.h"
#include "ui/overlays/orbit_camera.h"
#include "ui/widgets/colour_choice.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace ooze {
namespace {

constexpr float kStepBack = 1.35f;  // factor of the camera's distance while two worlds are compared

/// Returns the quality chosen by the user, or none for automatic quality.
std::optional<int> fixedQuality(ui::Action action) {
  if (action == ui::Action::QualityBest) return 2;
  if (action == ui::Action::QualityGood) return 1;
  if (action == ui::Action::QualitySimple) return 0;
  return std::nullopt;
}

}  // namespace

PanoramaReader::PanoramaReader(std::function<void()> wake) : wake_(std::move(wake)) {}

bool PanoramaReader::follow(std::filesystem::path& wanted) {
  bool changed = false;
  if (read_.valid() && read_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    changed = take(wanted);
  if (wanted.empty()) return std::exchange(current_, nullptr) != nullptr || changed;
  if (read_.valid() || (current_ && current_->file == wanted)) return changed;
  reading_ = wanted;
  read_ = std::async(std::launch::async, [file = wanted, wake = wake_]() -> std::shared_ptr<const Panorama> {
    struct AtEnd {
      const std::function<void()>& wake;
      ~AtEnd() { wake(); }
    } const atEnd{wake};
    return loadPanorama(file);
  });
  return changed;
}

bool PanoramaReader::take(std::filesystem::path& wanted) try {
  std::shared_ptr<const Panorama> read = read_.get();
  if (wanted != reading_) return false;  // the user has chosen another map meanwhile
  current_ = std::move(read);
  return true;
} catch (const std::exception& error) {
  messages_.push_back({Message::MessageKind::Error, error.what()});
  if (wanted == reading_) wanted = current_ ? current_->file : std::filesystem::path();
  return false;
}

std::vector<Message> PanoramaReader::takeMessages() { return std::exchange(messages_, {}); }

WorldView::WorldView(const Sources& sources, std::function<void(const StageSlice&)> drawn)
    : from_(sources),
      microscope_(from_.state, seen_, camera_, from_.simulation),
      pictures_(
          from_.window.handle(), [] { GlfwWindow::wake(); }, std::move(drawn)) {}

void WorldView::follow() {
  ComparedWorlds& compared = from_.compared;
  const bool before = compared.active();
  compared.setActive(from_.state.comparing);
  compared.follow();
  from_.state.comparing = compared.active();
  // A view half as wide shows less, so the camera moves back for a comparison and forward again afterwards.
  if (before != compared.active()) {
    ++steadyFrom_;  // restart temporal smoothing, so that both worlds look alike
    camera_.zoom(before ? 1.f / kStepBack : kStepBack, {0.f, 0.f}, aspect());
  }
  takeWorld();
  if (!world().snapshot) return;
  microscope_.follow();
  camera_.stayAbove(ui::groundOf(*world().snapshot));
  const auto now = std::chrono::steady_clock::now();
  const float seconds = std::chrono::duration<float>(now - std::exchange(followed_, now)).count();
  // The microscope goes close to single particles on purpose.
  if (!microscope_.snapshot())
    camera_.keepOutOf(world().snapshot->positions, world().snapshot->interactionRadius, seconds);
}

void WorldView::takeWorld() {
  seen_.take(from_.compared.active() ? from_.compared.focusedView() : from_.simulation.view());
}

void WorldView::focusOn(std::size_t side) {
  rect_ = rectOf(side);
  from_.compared.setFocus(side);
  takeWorld();
}

// Switches the colour field once a snapshot has the necessary data; until then the picture keeps the old
// field.
void WorldView::followColour() {
  const ui::InterfaceState& state = from_.state;
  const Field wanted =
      microscope_.snapshot()
          ? kLookField
          : ui::chosenColour(state, world()).value_or(defaultQuantity(parseView(ui::viewName(state.view))));
  SnapshotContent content = contentFor(wanted);
  content.droplets = state.spray > 0.f;
  from_.simulation.setContent(content);
  from_.compared.setContent(content);
  const std::shared_ptr<const Snapshot>& shown = picturedSnapshot();
  if (!shown || !hasQuantity(*shown, wanted)) return;
  if (quantity_ == wanted && scaledTo_ == shown) return;
  scaledTo_ = shown;
  quantity_ = wanted;
  scale_.follow(quantityValues(*shown, wanted), wanted, shown->time);
}

void WorldView::place(const ui::ViewRect& whole) {
  whole_ = whole;
  rect_ = from_.compared.active() ? rectOf(from_.compared.focus()) : whole;
}

ui::ViewRect WorldView::rectOf(std::size_t side) const { return ui::halfOf(from_.theme, whole_, side); }

float WorldView::aspect() const { return rect_.width / std::max(rect_.height, 1.f); }

void WorldView::frameScene() {
  if (!world().scene || !world().snapshot) return;
  const CameraView start(world().scene->camera);
  const CameraView all = start.movedToFit(subjectCorners(*world().snapshot), aspect());
  camera_ = ui::OrbitCamera({all.eye, all.target, all.fieldOfView});
}

ui::Pointer WorldView::pointerAt(const Vec2& position, bool shift) const {
  return {
      {2.f * (position.x - rect_.x) / rect_.width - 1.f, 1.f - 2.f * (position.y - rect_.y) / rect_.height},
      shift};
}

ui::ToolContext WorldView::toolContext() {
  return {seen_.view(), seen_.live(), camera_, from_.state, from_.compared.tools(), aspect()};
}

const std::shared_ptr<const Snapshot>& WorldView::picturedSnapshot() const {
  return microscope_.snapshot() ? microscope_.snapshot() : seen_.snapshot();
}

PictureRequest WorldView::picture() const { return pictureIn(rect_, world().scene, picturedSnapshot()); }

PictureRequest WorldView::pictureIn(const ui::ViewRect& rect, std::shared_ptr<const Scene> scene,
                                    std::shared_ptr<const Snapshot> snapshot) const {
  const ui::InterfaceState& state = from_.state;
  const glm::ivec2 pixels = from_.window.framebufferSize(), units = from_.window.size();
  const Vec2 ratio = Vec2(pixels) / glm::max(Vec2(units), Vec2(1.f));
  RenderSettings settings;
  const glm::ivec2 corner{std::lround(rect.x * ratio.x), std::lround(rect.y * ratio.y)};
  settings.size = {std::lround(rect.width * ratio.x), std::lround(rect.height * ratio.y)};
  settings.size = glm::min(settings.size, pixels - corner);
  settings.origin = {corner.x, pixels.y - corner.y - settings.size.y};
  settings.view = parseView(ui::viewName(state.view));
  // The microscope inspects single particles, so draw particles.
  if (microscope_.snapshot() && settings.view != View::Points) settings.view = View::Spheres;
  settings.quantity = quantity_;
  settings.quantityScale = scale();
  settings.background = parseBackground(ui::backgroundName(state.background));
  settings.panorama = from_.panoramas.current();
  settings.light = state.light;
  settings.spray = state.spray;
  settings.averagingSeries = steadyFrom_;
  return {std::move(scene), std::move(snapshot),         CameraView(camera_.spec()),
          settings,         fixedQuality(state.quality), world().status.moves()};
}

PictureThread& WorldView::picturesOf(std::size_t side) {
  if (!from_.compared.active() || side != from_.compared.secondSide()) return pictures_;
  if (!secondPictures_)
    secondPictures_ = std::make_unique<PictureThread>(from_.window.handle(), [] { GlfwWindow::wake(); });
  return *secondPictures_;
}

void WorldView::request(bool recorded) {
  const auto ask = [&](std::size_t side, PictureRequest wanted) {
    // The recorder draws at full quality; in software rendering, refining the view too would slow down the
    // recording.
    wanted.isTransient = recorded && world().status.moves();
    if (wanted.snapshot && wanted.settings.size.x > 0 && wanted.settings.size.y > 0)
      picturesOf(side).request(std::move(wanted));
  };
  const ComparedWorlds& compared = from_.compared;
  if (!compared.active()) return ask(1, picture());
  const std::size_t other = 1 - compared.focus();
  ask(compared.focus(), picture());
  ask(other, pictureIn(rectOf(other), compared.view(other).scene, compared.view(other).snapshot));
}

void WorldView::show() {
  const auto copy = [](PictureThread& pictures, const RenderSettings& settings) {
    if (settings.size.x > 0 && settings.size.y > 0) pictures.show(settings.origin, settings.size);
  };
  if (!from_.compared.active()) return copy(pictures_, picture().settings);
  for (const std::size_t side : {0, 1})
    if (from_.compared.view(side).snapshot)
      copy(picturesOf(side), pictureIn(rectOf(side), nullptr, nullptr).settings);
}

// A comparison shows pairs of worlds: a world that restarts while the other runs stays hidden until it has
// caught up. Without room for a picture (panels, or a minimised window), no picture is drawn.
std::shared_ptr<const Scene> WorldView::visibleScene() const {
  if (from_.compared.active()) return from_.simulation.view().scene;
  const glm::ivec2 size = picture().settings.size;
  const bool expected = size.x > 0 && size.y > 0;
  return !expected || pictures_.sceneShown() == world().scene ? world().scene : nullptr;
}

double WorldView::pictureLag() const {
  const bool isSecond = from_.compared.active() && from_.compared.focus() == from_.compared.secondSide();
  const PictureThread* pictures = isSecond ? secondPictures_.get() : &pictures_;
  if (!pictures || !pictures->shows() || pictures->sceneShown() != world().scene || !world().snapshot)
    return 0.0;
  return std::max(0.0, world().snapshot->time - pictures->timeShown());
}

void WorldView::saveScreenshot() {
  if (!world().snapshot) return;
  try {
    const std::string stem =
        fmt::format("ooze-{}-{:05}", fileNameOf(world().scene->name), world().snapshot->frame);
    pictures_.save(picture(), claimFile(outputFolder(), stem, ".png"));
  } catch (const std::exception& error) {
    messages_.push_back({Message::MessageKind::Error, error.what()});
  }
}

std::vector<Message> WorldView::takeMessages() {
  std::vector<Message> all = std::exchange(messages_, {});
  for (Message& message : pictures_.takeMessages()) all.push_back(std::move(message));
  if (secondPictures_)
    for (Message& message : secondPictures_->takeMessages()) all.push_back(std::move(message));
  return all;
}

}  // namespace ooze
