#include "app/window/window_session.h"

#include "ooze/base/error.h"

#include "app/commands/terminal.h"
#include "app/pictures/picture_textures.h"
#include "app/pictures/unused_name.h"
#include "app/window/window_actions.h"
#include "base/file.h"
#include "session/scene_values.h"
#include "ui/layout.h"
#include "ui/state/placement.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze {
namespace {

// Shortest frame time. In software rendering more frames would slow down the pictures and the simulation.
constexpr double kFrameSeconds = 1.0 / 60.0, kFrameSecondsInSoftware = 1.0 / 30.0;
constexpr double kIdleSeconds = 0.5;  // time between updates when nothing happens
// Time between updates of the numbers while the simulation runs. In software rendering, drawing the panels
// takes time from the simulation.
constexpr double kStatusSeconds = 0.2, kStatusSecondsInSoftware = 0.5;
constexpr double kShownHoldSeconds = 0.4;  // wait of the simulation for pictures from which the view says so
constexpr double kReportSeconds = 0.05;    // time between two reports while the simulation runs
constexpr double kLastSeconds = 20.0;      // limit on the last save after the display is lost
constexpr int kNewsFrames = 2;             // frames after news: one for the news, one for a window that the
                                           // news opens

double now() { return glfwGetTime(); }

std::vector<std::filesystem::path> manualFolders() {
  std::vector<std::filesystem::path> folders = assetFolders();
  for (std::filesystem::path& folder : folders) folder /= "manual";
  return folders;
}

GlfwWindow& loaded(GlfwWindow& window) {
  loadOpenGl([](const char* name) { return glfwGetProcAddress(name); });
  return window;
}

}  // namespace

WindowSession::WindowSession(const WindowOptions& options)
    : window_(settings_.windowSize().x, settings_.windowSize().y, "Ooze"),
      gui_(loaded(window_)),
      report_(options.report),
      manual_(manualFolders()),
      library_(texturePictures([this] { return thumbnailPainter_.open(); }), [] { GlfwWindow::wake(); }),
      recorder_([this] { return painter_.open(); }, [] { GlfwWindow::wake(); }),
      simulation_(
          options.choice.threads, [] { GlfwWindow::wake(); },
          [this](const Scene& scene, std::shared_ptr<const Snapshot> frame) {
            monitor_.note(scene.name, *frame);
            recorder_.take(scene, std::move(frame));
          }),
      compared_(simulation_, options.choice.threads, [] { GlfwWindow::wake(); }),
      view_({window_, gui_.theme(), state_, simulation_, compared_, panoramas_},
            [this](const StageSlice& slice) { monitor_.notePicture(slice); }),
      sweeps_([this] { return sweepGround(); }, [] { GlfwWindow::wake(); }),
      exports_(
          [this](std::uint64_t frame, std::function<void(ReplaySource)> take) {
            compared_.copyReplaySource(frame, std::move(take));
          },
          [this] { return view_.world().scene ? view_.world().scene->name : std::string(); },
          [this] {
            const auto& snapshot = view_.world().snapshot;
            return WindowExports::Amount{snapshot ? snapshot->positions.size() : 0,
                                         view_.pictures().surfaceTriangles()};
          },
          [] { GlfwWindow::wake(); }),
      sessions_(simulation_, options.autosave),
      input_({gui_, state_, messages_, view_, compared_, simulation_, meshes_,
              [this](ui::Action action) { perform(action); }}),
      displayLoss_([this] { return simulation_.autosaveNow(kLastSeconds); }) {
  settings_.takeOver(state_, window_);
  state_.exporting.folder = outputFolder().string();
  simulation_.allowPlaying(nullptr);
  simulation_.open(options.choice.scene, options.choice.detail, options.choice.assignments,
                   options.choice.method);
  simulation_.setPlaying(true);
}

// Runs the main loop. The panels are redrawn only when a new picture is available, since in software
// rendering drawing takes time from the simulation.
void WindowSession::run(InterruptBlock& interrupt) {
  const bool software = isSoftwareRenderer();
  const double least = software ? kFrameSecondsInSoftware : kFrameSeconds;
  const double status = software ? kStatusSecondsInSoftware : kStatusSeconds;
  bool shown = false;
  while (!window_.closing() && !interrupt.arrived()) {
    input_.add(window_.wait(waitSeconds()));
    const double began = now();
    if (input_.dispatchFrame()) settle();
    if (const std::exception_ptr error = simulation_.firstLoadError()) std::rethrow_exception(error);
    follow();
    allowPlaying();
    if (redraws_ > 0 || view_.fresh() || now() - drawnAt_ >= status) {
      draw();
      if (!std::exchange(shown, true)) window_.show();
      frames_.count(began, now());
      unreported_ = !report_.empty();
    }
    if (unreported_ && now() - reportedAt_ >= kReportSeconds) reportNow();
    const double left = least - (now() - began);
    if (left > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
  }
  close();
}

// Returns how long to wait for events [s].
double WindowSession::waitSeconds() const {
  if (redraws_ > 0 || input_.waiting()) return 0.0;
  return unreported_ ? kReportSeconds : kIdleSeconds;
}

// Collects the results of background work, and requests the next picture.
void WindowSession::follow() {
  view_.follow();
  sessions_.settle();
  meshes_.settle(compared_.tools(), view_.world().scene);
  recorder_.settle();
  followFiles();
  if (fileDialog_.follow()) redraw(kNewsFrames);
  if (sweeps_.follow()) redraw(kNewsFrames);
  if (exports_.follow()) redraw(kNewsFrames);
  if (view_.world().snapshot) input_.follow();
  followScene();
  settings_.follow(window_, view_.world(), scene_.get(), state_);
  if (panoramas_.follow(state_.panorama)) redraw(kNewsFrames);
  view_.followColour();
  const PictureRequest wanted = view_.picture();
  recorder_.follow(wanted.camera, wanted.settings);
  view_.request(recorder_.recording());
  showMessages(compared_, simulation_, sessions_, view_, monitor_, meshes_, input_, recorder_, sweeps_,
               exports_, settings_, panoramas_, fileDialog_);
}

// Applies the look of a newly opened scene. The first scene keeps the look of the last run if it is the same
// scene.
void WindowSession::followScene() {
  const std::shared_ptr<const Scene>& scene = view_.world().scene;
  if (!scene || scene == scene_) return;
  const std::shared_ptr<const Scene> before = std::exchange(scene_, scene);
  window_.setTitle("Ooze - " + shownTitle(*scene));
  if (before && before->name == scene->name) return;
  recorder_.stop();
  view_.frameScene();
  if (before) ui::forgetSelection(state_);
  const LookSpec& look = scene->look;
  state_.view = ui::viewAction(look.view);
  state_.colour = look.colour;
  state_.background = ui::backgroundAction(look.background);
  state_.light = look.light;
  state_.panorama = look.panorama;
  state_.spray = look.spray;
  if (!before) settings_.takeOverLook(*scene, state_);
}

// Refreshes the library when the window gets the focus, because files may have changed meanwhile.
void WindowSession::followFiles() {
  const bool inFront = glfwGetWindowAttrib(window_.handle(), GLFW_FOCUSED) != 0;
  if (inFront && !hasFocus_) library_.refresh();
  hasFocus_ = inFront;
  if (library_.settle()) redraw(kNewsFrames);
}

void WindowSession::draw() {
  drawnAt_ = now();
  redraws_ = std::max(redraws_ - 1, 0);
  settling_ = std::max(settling_ - 1, 0);
  gui_.begin(window_.contentScale() * state_.userScale);
  const bool shown = view_.pictures().shows();
  drawInterface();
  const ui::ViewRect& rect = view_.rect();
  const float bottom = rect.bottom() - (state_.tourOpen ? ui::tourBarHeight(gui_.theme()) : 0.f);
  messages_.draw(gui_.theme(), {rect.x + 0.5f * rect.width, bottom}, rect.width, now());
  paint();
  // The message about the first picture stands over that picture, and goes with the next frame.
  if (view_.pictures().shows() != shown) redraw(1);
  gui_.end();
  window_.swap();
  allowPlaying();
  resetWatch_.checkReset();
}

// Lets a world play once its first picture is visible and no recovery dialog is open, and from then on while
// the next pictures keep up. The user therefore misses nothing.
void WindowSession::allowPlaying() {
  const std::shared_ptr<const Scene> seen = sessions_.lost().empty() ? view_.visibleScene() : nullptr;
  if (!seen) return;
  const std::size_t pictures = view_.pictures().count();
  const bool isNew = seen != playing_;
  if (isNew) {
    playing_ = seen;
    firstFramesSeen_.push_back(view_.world().snapshot->frame);
    opening_.begin(pictures, now());
  }
  const bool holds = !compared_.active() && opening_.holds(pictures, view_.pictureLag(), now());
  if (isNew || holds != held_) simulation_.allowPlaying(holds ? nullptr : seen);
  if (holds && !held_) heldSince_ = now();
  held_ = holds;
}

void WindowSession::drawInterface() {
  ui::WindowStatus status;
  status.framesPerSecond = frames_.framesPerSecond();
  status.quality = view_.pictures().qualityNote();
  status.colour = view_.quantity();
  status.scale = view_.scale();
  status.recording = recorder_.status();
  if (status.recording) status.recording->waiting = !view_.world().status.playing;
  status.tasks = meshes_.tasks();
  if (std::optional<ui::Task> task = sweeps_.task()) status.tasks.push_back(std::move(*task));
  if (std::optional<ui::Task> task = exports_.task()) status.tasks.push_back(std::move(*task));
  status.pictureShown = view_.pictures().shows();
  status.pictureLag = view_.pictureLag();
  status.waitsForPictures = held_ && now() - heldSince_ > kShownHoldSeconds;

  ui::PanelContext context{
      view_.world(), view_.live(), library_.catalog(), status,
      gui_.theme(),  state_,       compared_.edits(),  [this](ui::Action action) { perform(action); }};
  context.services = {&library_,  &monitor_, &sweeps_, &exports_,   compared_.active() ? &compared_ : nullptr,
                      &sessions_, &meshes_,  &manual_, &fileDialog_};
  state_.fieldOfView = view_.camera().spec().fieldOfView;
  view_.place(ui::drawLayout(context));
  if (state_.fieldOfView != view_.camera().spec().fieldOfView)
    view_.camera().setFieldOfView(state_.fieldOfView);
  input_.drawMarks();
}

void WindowSession::paint() {
  const glm::ivec2 pixels = drawnSize_ = window_.framebufferSize();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, pixels.x, pixels.y);
  glClearColor(0.1f, 0.105f, 0.12f, 1.f);
  glClear(GL_COLOR_BUFFER_BIT);
  view_.show();
}

void WindowSession::perform(ui::Action action) {
  settle();
  WindowParts parts{window_,   state_,    view_,    input_,  simulation_,
                    compared_, sessions_, library_, meshes_, recorder_};
  ooze::perform(action, parts);
}

// Finishes recordings and exports, and prints the remaining messages to the terminal.
void WindowSession::close() {
  if (recorder_.status()) window_.hide();
  settings_.follow(window_, view_.world(), scene_.get(), state_);
  settings_.finish();
  recorder_.finish();
  exports_.finish();
  simulation_.finish();
  sessions_.finish();
  const auto tellOf = [](auto&... tellers) {
    const auto tellAll = [](const std::vector<Message>& messages) {
      for (const Message& message : messages) tell(message.text);
    };
    (tellAll(tellers.takeMessages()), ...);
  };
  tellOf(recorder_, exports_, simulation_, sessions_, settings_);
  if (!report_.empty())
    writeFile(report_,
              sessionReport(simulation_.view(), simulation_.commandLog(), recorder_.recordings(), numbers()));
}

// Writes the report of the running session, which scripts and tests poll.
void WindowSession::reportNow() {
  unreported_ = false;
  rewriteSessionReport(report_, sessionReport(simulation_.view(), simulation_.commandLog(),
                                              recorder_.recordings(), numbers()));
  reportedAt_ = now();
}

WindowNumbers WindowSession::numbers() const {
  WindowNumbers numbers;
  frames_.report(numbers);
  numbers.firstFramesSeen = firstFramesSeen_;
  numbers.pictures = view_.pictures().count();
  numbers.view = ui::viewName(state_.view);
  numbers.colour = view_.quantity().key;
  numbers.microscope = view_.microscope().numbers();
  numbers.size = drawnSize_;
  numbers.settled = settling_ == 0 && !input_.waiting();
  numbers.pictureShown = view_.pictures().shows();
  numbers.panels = state_.panelsVisible;
  if (state_.manual.open) numbers.manualPage = state_.manual.page;
  numbers.comparing = compared_.active();
  numbers.dialogOpen = gui_.dialogOpen();
  numbers.menuOpen = gui_.popupOpen();
  const ui::MeshImport* offer = meshes_.current();
  numbers.meshOffered = offer && offer->facts;
  if (const std::optional<ui::RecordingStatus> film = recorder_.status()) numbers.filmFrames = film->frames;
  numbers.messages = said_;
  return numbers;
}

SweepStart WindowSession::sweepGround() const {
  const SessionView& world = view_.world();
  if (!world.scene || !world.snapshot) return {};
  const PictureRequest now = view_.picture();
  SweepStart ground{world.scene, commandsToReach(startOf(*world.scene), view_.live(), world.snapshot->method),
                    now.camera, now.settings};
  if (!view_.scale().isNumber()) ground.picture.quantityScale.reset();
  return ground;
}

void WindowSession::redraw(int frames) { redraws_ = std::max(redraws_, frames); }

void WindowSession::settle() {
  redraw(kSettlingFrames);
  settling_ = kSettlingFrames;
}

void WindowSession::showMessage(Message message) {
  if (!report_.empty()) said_.push_back(message.text);
  messages_.add(std::move(message), now());
  redraw(kNewsFrames);
}

template <class... Tellers>
void WindowSession::showMessages(Tellers&... tellers) {
  const auto sayAll = [this](std::vector<Message> messages) {
    for (Message& message : messages) showMessage(std::move(message));
  };
  (sayAll(tellers.takeMessages()), ...);
}

}  // namespace ooze
