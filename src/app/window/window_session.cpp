#include "app/window/window_session.h"

#include "app/commands/terminal.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>
#include <utility>

#define GLFW_INCLUDE_NONE
#include "ooze/base/error.h"
#include "ooze/base/file.h"

#include "app/pictures/fresh_name.h"
#include "app/pictures/picture_textures.h"
#include "ui/ground.h"
#include "ui/panels/compare_bar.h"
#include "ui/scene_values.h"
#include "ui/tools/mesh_place.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

namespace ooze {
namespace {

constexpr double kFrameSeconds = 1.0 / 60.0;  // no need to draw more often
constexpr double kIdleSeconds = 0.5;          // between looks at the world when nothing happens
constexpr double kStatusSeconds = 0.2;        // between updates of the numbers while it runs
constexpr double kLastSeconds = 20.0;         // for a last save when the display is gone
constexpr std::size_t kFramesRemembered = 100'000;

double now() { return glfwGetTime(); }

// One core stays for the picture where the picture is drawn by the processor too.
int simulationThreads(int wanted) {
  if (wanted > 0 || !isSoftwareRenderer()) return wanted;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

/// The quality that the user asks for, or none: then it follows from how long pictures take.
std::optional<int> fixedQuality(ui::Action action) {
  if (action == ui::Action::QualityBest) return 2;
  if (action == ui::Action::QualityGood) return 1;
  if (action == ui::Action::QualitySimple) return 0;
  return std::nullopt;
}

GlfwWindow& loaded(GlfwWindow& window) {
  loadOpenGl([](const char* name) { return glfwGetProcAddress(name); });
  return window;
}

}  // namespace

WindowSession::WindowSession(const WindowOptions& options)
    : settingsFile_(userConfigFolder() / "settings.json"),
      window_(static_cast<int>(settingsFile_.settings().windowWidth),
              static_cast<int>(settingsFile_.settings().windowHeight), "Ooze"),
      gui_(loaded(window_)),
      report_(options.report),
      library_(texturePictures([this] { return thumbnailPainter_.open(); }), [] { GlfwWindow::wake(); }),
      recorder_([this] { return painter_.open(); }, [] { GlfwWindow::wake(); }),
      pictures_(
          window_.handle(), [] { GlfwWindow::wake(); },
          [this](const StageSlice& slice) { monitor_.notePicture(slice); }),
      simulation_(
          simulationThreads(options.choice.threads), [] { GlfwWindow::wake(); },
          [this](const Scene& scene, std::shared_ptr<const Snapshot> frame) {
            monitor_.note(scene.name, *frame);
            recorder_.take(scene, std::move(frame));
          }),
      compared_(simulation_, simulationThreads(options.choice.threads), [] { GlfwWindow::wake(); }),
      sweeps_([this] { return sweepGround(); }, [] { GlfwWindow::wake(); }),
      exports_([this](std::uint64_t frame,
                      std::function<void(Course)> take) { compared_.copyCourse(frame, std::move(take)); },
               [this] { return view_.scene ? view_.scene->name : std::string(); },
               [this] {
                 return WindowExports::Amount{view_.snapshot ? view_.snapshot->positions.size() : 0,
                                              pictures_.surfaceTriangles()};
               },
               [] { GlfwWindow::wake(); }),
      sessions_(simulation_, options.autosave),
      displayLoss_([this] { return simulation_.autosaveNow(kLastSeconds); }) {
  takeOverSettings();
  state_.exporting.folder = outputFolder().string();
  simulation_.open(options.choice.scene, options.choice.detail, options.choice.assignments);
  simulation_.setPlaying(true);
}

void WindowSession::run(InterruptGuard& interrupt) {
  bool shown = false;
  while (!window_.closing() && !interrupt.arrived()) {
    input_.add(window_.wait(redraws_ > 0 || !input_.empty() ? 0.0 : kIdleSeconds));
    const double begin = now();
    handle(input_.next());
    if (const std::exception_ptr error = simulation_.firstLoadError()) std::rethrow_exception(error);
    followSession();
    if (redraws_ > 0 || pictures_.fresh() || (secondPictures_ && secondPictures_->fresh()) ||
        now() - lastFrame_ >= kStatusSeconds) {
      frame();
      if (!std::exchange(shown, true)) window_.show();
      countFrame(begin);
    }
    const double left = kFrameSeconds - (now() - begin);
    if (left > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
  }
  close();
}

// What was recorded is written to its end, and what there is to tell of it goes where it can still be read.
void WindowSession::close() {
  if (recorder_.status()) window_.hide();
  followSettings();
  settingsFile_.finish();
  recorder_.finish();
  exports_.finish();
  simulation_.finish();
  sessions_.finish();
  std::vector<ui::Message> left = recorder_.takeMessages();
  for (ui::Message& message : exports_.takeMessages()) left.push_back(std::move(message));
  for (ui::Message& message : simulation_.takeMessages()) left.push_back(std::move(message));
  for (ui::Message& message : sessions_.takeMessages()) left.push_back(std::move(message));
  for (ui::Message& message : settingsFile_.takeMessages()) left.push_back(std::move(message));
  for (const ui::Message& message : left) tell(message.text);
  if (!report_.empty())
    writeSessionReport(report_, simulation_.view(), simulation_.commandLog(), recorder_.recordings(),
                       numbers());
}

void WindowSession::frame() {
  lastFrame_ = now();
  redraws_ = std::max(redraws_ - 1, 0);
  gui_.begin(scale());
  drawInterface();
  messages_.draw(gui_.theme(), {viewRect_.x + 0.5f * viewRect_.width, viewRect_.y + viewRect_.height},
                 viewRect_.width, now());
  paintView();
  gui_.end();
  window_.swap();
  resetWatch_.look();
}

// Takes over what the simulation has published, and asks for its picture. The panels are drawn again only
// when it is there: in software that costs time which the simulation can use.
void WindowSession::followSession() {
  followWorlds();
  for (ui::Message& message : simulation_.takeMessages()) say(std::move(message));
  sessions_.settle();
  for (ui::Message& message : sessions_.takeMessages()) say(std::move(message));
  for (ui::Message& message : pictures_.takeMessages()) say(std::move(message));
  for (ui::Message& message : monitor_.takeMessages()) say(std::move(message));
  meshes_.settle(compared_.tools(), view_.scene);
  for (ui::Message& message : meshes_.takeMessages()) say(std::move(message));
  recorder_.settle();
  followLibrary();
  for (ui::Message& message : recorder_.takeMessages()) say(std::move(message));
  if (sweeps_.follow()) redraws_ = std::max(redraws_, 2);
  for (ui::Message& message : sweeps_.takeMessages()) say(std::move(message));
  if (exports_.follow()) redraws_ = std::max(redraws_, 2);
  for (ui::Message& message : exports_.takeMessages()) say(std::move(message));
  if (view_.snapshot) {
    followMicroscope();
    camera_.stayAbove(ui::groundOf(*view_.snapshot));
    ui::ToolContext context = toolContext();
    pointer_.follow(context);
  }
  if (view_.scene && view_.scene != framedScene_) {
    const bool first = !framedScene_, another = first || framedScene_->name != view_.scene->name;
    framedScene_ = view_.scene;
    if (another) {
      recorder_.stop();
      frameScene();
      const LookSpec& look = view_.scene->look;
      state_.view = ui::viewAction(look.view);
      state_.colour = look.colour.empty() ? std::nullopt : std::optional(parseQuantity(look.colour));
      state_.background = ui::backgroundAction(look.background);
      state_.light = look.light;
      state_.panorama = look.panorama;
      state_.spray = look.spray;
      if (first) takeOverLook();
    }
    window_.setTitle("Ooze - " + view_.scene->title);
  }
  followSettings();
  if (panoramas_.follow(state_.panorama)) redraws_ = std::max(redraws_, 2);
  for (ui::Message& message : panoramas_.takeMessages()) say(std::move(message));
  followColour();
  PictureRequest wanted = picture();
  recorder_.follow(wanted.camera, wanted.settings);
  // The recorder draws it well; where the processor draws, doing so twice would take the film its time.
  wanted.passing = recorder_.recording() && view_.status.playing;
  requestPictures(std::move(wanted));
}

// Files may have come and gone while the window was not in front.
void WindowSession::followLibrary() {
  const bool focused = glfwGetWindowAttrib(window_.handle(), GLFW_FOCUSED) != 0;
  if (focused && !focused_) library_.refresh();
  focused_ = focused;
  if (library_.settle()) redraws_ = std::max(redraws_, 2);
}

// A nozzle that is moved while the world stands is drawn where it will be.
void WindowSession::showSnapshot() {
  const auto placed = [](const EmitterSpec& a, const EmitterSpec& b) {
    return a.position == b.position && a.direction == b.direction && a.radius == b.radius &&
           a.enabled == b.enabled;
  };
  const auto asIn = [&](const Snapshot& snapshot) {
    return std::equal(snapshot.emitters.begin(), snapshot.emitters.end(), live_.emitters.begin(),
                      live_.emitters.end(), placed);
  };
  if (view_.status.playing || asIn(*view_.snapshot)) {
    shownSnapshot_ = view_.snapshot;
  } else if (!shownSnapshot_ || shownSnapshot_->step != view_.snapshot->step || !asIn(*shownSnapshot_)) {
    auto moved = std::make_shared<Snapshot>(*view_.snapshot);
    moved->emitters = live_.emitters;
    shownSnapshot_ = std::move(moved);
  }
}

// What is gathered for a quantity comes with the next snapshot; until then the picture stays as it was.
void WindowSession::followColour() {
  const Quantity wanted = microscopeSnapshot_
                              ? Quantity::Look
                              : state_.colour.value_or(defaultQuantity(parseView(ui::viewName(state_.view))));
  SnapshotContent content = contentFor(wanted);
  content.droplets = state_.spray > 0.f;
  simulation_.setContent(content);
  compared_.setContent(content);
  const std::shared_ptr<const Snapshot>& shown = pictured();
  if (!shown || !hasQuantity(*shown, wanted)) return;
  if (status_.colour == wanted && scaledSnapshot_ == shown) return;
  scaledSnapshot_ = shown;
  status_.colour = wanted;
  status_.scale = scale_.follow(quantityValues(*shown, wanted), wanted);
}

// As the scene's camera does, but as far away as this view needs to hold liquid and bodies.
void WindowSession::frameScene() {
  if (!view_.scene || !view_.snapshot) return;
  const CameraView start(view_.scene->camera);
  const CameraView all =
      start.holding(subjectCorners(*view_.snapshot), viewRect_.width / std::max(viewRect_.height, 1.f));
  camera_ = ui::OrbitCamera({all.eye, all.target, all.fieldOfView});
}

void WindowSession::drawInterface() {
  status_.quality = pictures_.qualityNote();
  status_.pictureShown = pictures_.shows();
  status_.recording = recorder_.status();
  if (status_.recording) status_.recording->waiting = !view_.status.playing;
  ui::PanelContext context{
      view_,        live_,  library_.catalog(), status_,
      gui_.theme(), state_, compared_.edits(),  [this](ui::Action action) { perform(action); }};
  context.services.monitor = &monitor_;
  context.services.library = &library_;
  context.services.recovery = &sessions_;
  context.services.meshes = &meshes_;
  status_.tasks = meshes_.tasks();
  if (std::optional<ui::Task> task = sweeps_.task()) status_.tasks.push_back(std::move(*task));
  context.services.sweeps = &sweeps_;
  if (std::optional<ui::Task> task = exports_.task()) status_.tasks.push_back(std::move(*task));
  context.services.exports = &exports_;
  if (compared_.active()) context.services.comparison = &compared_;
  state_.fieldOfView = camera_.spec().fieldOfView;
  wholeView_ = viewRect_ = ui::drawLayout(context);
  if (state_.fieldOfView != camera_.spec().fieldOfView) camera_.setFieldOfView(state_.fieldOfView);
  if (compared_.active()) viewRect_ = ui::halfOf(gui_.theme(), wholeView_, compared_.focus());
  drawMarks();
}

// What the tools hold or would do, over the picture.
void WindowSession::drawMarks() {
  const ui::ToolContext context = toolContext();
  const ui::Pointer pointer = pointerAt(cursor_, false);
  const bool over = pointer_.dragging() || inView(cursor_);
  if (over && pointer_.hot(context, pointer)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  std::vector<ui::Stroke> strokes = pointer_.marks(context, over ? &pointer : nullptr);
  if (const ui::MeshOffer* offer = meshes_.current(); offer && offer->facts) {
    ui::followMeshChoice(context, *offer, state_.mesh);
    ui::markMesh(*offer->facts, state_.mesh, strokes);
  }
  ui::drawStrokes(gui_.theme(), camera_, viewRect_, strokes);
}

void WindowSession::paintView() {
  const glm::ivec2 pixels = window_.framebufferSize();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, pixels.x, pixels.y);
  glClearColor(0.1f, 0.105f, 0.12f, 1.f);
  glClear(GL_COLOR_BUFFER_BIT);
  showPictures();
}

PictureRequest WindowSession::picture() const { return pictureIn(viewRect_, pictured()); }

PictureRequest WindowSession::pictureIn(const ui::ViewRect& rect,
                                        std::shared_ptr<const Snapshot> snapshot) const {
  const glm::ivec2 pixels = window_.framebufferSize(), units = window_.size();
  const Vec2 ratio = Vec2(pixels) / glm::max(Vec2(units), Vec2(1.f));
  RenderSettings settings;
  const glm::ivec2 corner{std::lround(rect.x * ratio.x), std::lround(rect.y * ratio.y)};
  settings.size = {std::lround(rect.width * ratio.x), std::lround(rect.height * ratio.y)};
  settings.size = glm::min(settings.size, pixels - corner);
  settings.origin = {corner.x, pixels.y - corner.y - settings.size.y};
  settings.view = parseView(ui::viewName(state_.view));
  // Single particles are looked at.
  if (microscopeSnapshot_ && settings.view != View::Points) settings.view = View::Spheres;
  settings.quantity = status_.colour;
  settings.quantityScale = status_.scale;
  settings.background = parseBackground(ui::backgroundName(state_.background));
  settings.panorama = panoramas_.current();
  settings.light = state_.light;
  settings.spray = state_.spray;
  settings.steadyFrom = steadyFrom_;
  return {std::move(snapshot), CameraView(camera_.spec()), settings, fixedQuality(state_.quality),
          view_.status.playing};
}

SweepGround WindowSession::sweepGround() const {
  if (!view_.scene || !view_.snapshot) return {};
  const PictureRequest now = picture();
  SweepGround ground{view_.scene, commandsFrom(ui::startOf(*view_.scene), live_, view_.snapshot->method),
                     now.camera, now.settings};
  if (!status_.scale.isNumber()) ground.picture.quantityScale.reset();
  return ground;
}

ui::ToolContext WindowSession::toolContext() {
  return {
      view_, live_, camera_, state_, compared_.tools(), viewRect_.width / std::max(viewRect_.height, 1.f)};
}

ui::Pointer WindowSession::pointerAt(const Vec2& position, bool shift) const {
  return {{2.f * (position.x - viewRect_.x) / viewRect_.width - 1.f,
           1.f - 2.f * (position.y - viewRect_.y) / viewRect_.height},
          shift};
}

bool WindowSession::inView(const Vec2& position) const {
  return viewRect_.contains(position.x, position.y) && !gui_.takesClick(position) && !state_.helpVisible &&
         !messages_.covers(position.x, position.y);
}

float WindowSession::scale() const { return window_.contentScale() * state_.userScale; }

void WindowSession::say(ui::Message message) {
  messages_.add(std::move(message), now());
  redraws_ = std::max(redraws_, 2);
}

void WindowSession::saveScreenshot() {
  if (!view_.snapshot) return;
  try {
    const std::string stem = fmt::format("ooze-{}-{:05}", view_.scene->name, view_.snapshot->frame);
    pictures_.save(picture(), claimFile(outputFolder(), stem, ".png"));
  } catch (const std::exception& error) {
    say({ui::Message::Kind::Error, error.what()});
  }
}

void WindowSession::toggleRecording() {
  if (recorder_.recording()) return recorder_.stop();
  if (!view_.scene || !view_.snapshot) return;
  PictureRequest now = picture();
  now.settings.size = ui::filmSize(state_.filmSize).pixels.value_or(now.settings.size);
  recorder_.start(*view_.scene, {outputFolder(), state_.recordingFormat, now.camera, now.settings});
}

void WindowSession::countFrame(double began) {
  if (frameMilliseconds_.size() < kFramesRemembered) frameMilliseconds_.push_back(1000.0 * (now() - began));
  ++counted_;
  if (const double elapsed = now() - countedFrom_; elapsed >= 0.5) {
    status_.framesPerSecond = counted_ / elapsed;
    countedFrom_ = now();
    counted_ = 0;
  }
}

WindowNumbers WindowSession::numbers() const {
  WindowNumbers numbers;
  numbers.framesDrawn = frameMilliseconds_.size();
  numbers.view = ui::viewName(state_.view);
  numbers.colour = quantityRow(status_.colour).key;
  numbers.microscope = microscopeNumbers();
  constexpr std::size_t kWarmUp = 10;  // fonts, shaders, the first picture
  if (frameMilliseconds_.size() <= kWarmUp) return numbers;
  std::vector<double> sorted(frameMilliseconds_.begin() + kWarmUp, frameMilliseconds_.end());
  std::sort(sorted.begin(), sorted.end());
  numbers.medianMilliseconds = sorted[sorted.size() / 2];
  numbers.slowestMilliseconds = sorted.back();
  return numbers;
}

}  // namespace ooze
