#include "app/pictures/picture_thread.h"

#include "app/exports/exports.h"

#include <algorithm>
#include <utility>

#define GLFW_INCLUDE_NONE
#include "ooze/base/error.h"

#include "app/pictures/picture_request.h"
#include "app/pictures/unused_name.h"
#include "render/offscreen_renderer.h"

#include <GLFW/glfw3.h>

namespace ooze {
namespace {

constexpr auto kStill = std::chrono::milliseconds(700);  // after this long without changes, draw at full
                                                         // quality
constexpr QualityLevel kBest{};

GLFWwindow* makeSharingContext(GLFWwindow* window) {
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* context = glfwCreateWindow(16, 16, "Ooze picture", nullptr, window);
  if (!context) throw RunError("OpenGL cannot create a second context for drawing");
  return context;
}

}  // namespace

PictureThread::PictureThread(GLFWwindow* window, std::function<void()> wake,
                             std::function<void(const StageSlice&)> drawn)
    : software_(isSoftwareRenderer()),
      context_(software_ ? nullptr : makeSharingContext(window)),
      wake_(std::move(wake)),
      drawn_(std::move(drawn)),
      pace_(software_),
      governor_(software_) {
  glGenFramebuffers(1, &readFramebuffer_);
  if (context_)
    for (TextureSlot& slot : slots_) glGenTextures(1, &slot.texture);
  else
    glGenTextures(1, &uploaded_);
  glFinish();  // the other context must see the new objects
  bool ready = false;
  std::exception_ptr failure;
  thread_ = std::thread([&, this] { run(failure, ready); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ready; });
  lock.unlock();
  if (!failure) return;
  thread_.join();
  if (context_) glfwDestroyWindow(context_);
  std::rethrow_exception(failure);
}

PictureThread::~PictureThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (context_) glfwDestroyWindow(context_);
}

void PictureThread::request(PictureRequest request) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = std::move(request);
  }
  changed_.notify_all();
}

void PictureThread::save(PictureRequest request, std::filesystem::path file) {
  {
    const std::lock_guard lock(mutex_);
    saves_.push_back({std::move(request), std::move(file)});
  }
  changed_.notify_all();
}

std::string PictureThread::qualityNote() const {
  const std::lock_guard lock(mutex_);
  return note_;
}

std::size_t PictureThread::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

bool PictureThread::fresh() const {
  const std::lock_guard lock(mutex_);
  return fresh_;
}

std::vector<Message> PictureThread::takeMessages() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

void PictureThread::tell(Message message) {
  {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
  }
  wake_();
}

void PictureThread::show(const glm::ivec2& origin, const glm::ivec2& size) {
  bool another = false;
  {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    if (std::exchange(fresh_, false)) {
      std::swap(front_, ready_);
      anything_ = another = true;
      sceneShown_ = slots_[front_].scene;
      timeShown_ = slots_[front_].time;
    }
  }
  if (!anything_) return;
  TextureSlot& slot = slots_[front_];  // no other thread touches the front slot
  if (another && !context_) upload(slot);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, readFramebuffer_);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                         context_ ? slot.texture : uploaded_, 0);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  const PictureCrop part = centredCrop(slot.size, size);
  glBlitFramebuffer(part.from.x, part.from.y, part.to.x, part.to.y, origin.x, origin.y, origin.x + size.x,
                    origin.y + size.y, GL_COLOR_BUFFER_BIT, slot.size == size ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (!context_) return;
  if (slot.shown) glDeleteSync(slot.shown);
  slot.shown = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

void PictureThread::upload(const TextureSlot& slot) {
  glBindTexture(GL_TEXTURE_2D, uploaded_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, slot.size.x, slot.size.y, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               slot.pixels.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

void PictureThread::run(std::exception_ptr& failure, bool& ready) {
  std::optional<OffscreenContext> apart;
  std::unique_ptr<Renderer> renderer;
  std::exception_ptr reason;
  try {
    if (context_)
      glfwMakeContextCurrent(context_);
    else
      apart.emplace(OffscreenContext::Display::Apart);
    renderer = std::make_unique<Renderer>();
    glGenFramebuffers(1, &framebuffer_);
    if (apart) glGenTextures(1, &ownTexture_);
  } catch (...) {
    reason = std::current_exception();
  }
  {
    // failure and ready belong to the constructor, which continues as soon as ready is set.
    const std::lock_guard lock(mutex_);
    failure = reason;
    ready = true;
  }
  changed_.notify_all();
  if (!reason) try {
      work(*renderer);
    } catch (...) {
      resetWatch_.checkReset();  // a lost context can fail with any error
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      wake_();
    }
  renderer.reset();
  if (context_) glfwMakeContextCurrent(nullptr);
}

void PictureThread::work(Renderer& renderer) {
  while (true) {
    PictureRequest next;
    QualityLevel level = kBest;
    std::vector<Save> saves;
    {
      std::unique_lock lock(mutex_);
      const auto asked = [this] {
        return stop_ || !saves_.empty() || (wanted_ && (!last_ || !areSame(*wanted_, *last_)));
      };
      const bool mayRefine = last_ && !refined_ && !last_->quality && !last_->isTransient;
      const bool still =
          !(mayRefine ? changed_.wait_for(lock, kStill, asked) : (changed_.wait(lock, asked), true));
      const auto urgent = [this] { return stop_ || !last_ || !RenderPacing::waits(*wanted_, *last_); };
      if (!still && !stop_ && wanted_) changed_.wait_until(lock, pace_.restsUntil(), urgent);
      if (stop_ && saves_.empty()) return;
      saves = std::exchange(saves_, {});
      next = still ? *last_ : wanted_.value_or(PictureRequest{});
      if (!still && last_) next = pace_.pictureToDrawNow(std::move(next), *last_, Clock::now());
      if (!still) level = next.quality ? QualityLevel{*next.quality} : governor_.level();
    }
    for (const Save& s : saves)
      saveFile(renderer, s);  // also while stopping, so that closing the window
                              // loses no file
    if (!next.snapshot) continue;
    draw(renderer, next, level);
    publish(next.quality ? "" : describeQuality(level, next.settings.view));
    refined_ = level == kBest;
    last_ = std::move(next);
    if (renderer.shaderError() != shaderError_) {
      shaderError_ = renderer.shaderError();
      if (!shaderError_.empty()) tell({Message::MessageKind::Error, shaderError_});
    }
  }
}

void PictureThread::prepare(TextureSlot& slot, const glm::ivec2& size) {
  if (slot.shown) {
    glWaitSync(slot.shown, 0, GL_TIMEOUT_IGNORED);
    glDeleteSync(std::exchange(slot.shown, nullptr));
  }
  const GLuint texture = context_ ? slot.texture : ownTexture_;
  glBindTexture(GL_TEXTURE_2D, texture);
  if (slot.size != size || !context_)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.x, size.y, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  slot.size = size;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw RunError("OpenGL cannot create a picture of the window's size");
}

void PictureThread::draw(Renderer& renderer, const PictureRequest& request, const QualityLevel& level) {
  RenderSettings settings = request.settings;
  settings.origin = glm::ivec2(0);
  settings.quality = level.quality;
  settings.occlusion = level.occlusion;
  settings.scale = level.scale;
  prepare(slots_[back_], settings.size);
  slots_[back_].scene = request.scene;
  slots_[back_].time = request.snapshot->time;
  const Clock::time_point begin = Clock::now();
  renderer.draw(request.snapshot, request.camera, settings, framebuffer_);
  glFinish();  // measure until the picture is finished, not until the commands are submitted
  if (!context_) readBack(slots_[back_]);
  resetWatch_.checkReset();
  const Clock::time_point end = Clock::now();
  const Clock::duration cost = end - begin;
  if (drawn_) drawn_({"picture", begin, end});
  pace_.drawn(request, last_ ? &*last_ : nullptr, begin, end);
  const std::lock_guard lock(mutex_);
  triangles_ = renderer.surfaceTriangles(ExportOptions{}.surfaceCell);
  if (!request.quality && level == governor_.level())
    governor_.drawn(std::chrono::duration<double, std::milli>(cost).count());
}

void PictureThread::readBack(TextureSlot& slot) {
  slot.pixels.resize(4 * static_cast<std::size_t>(slot.size.x) * static_cast<std::size_t>(slot.size.y));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, slot.size.x, slot.size.y, GL_RGBA, GL_UNSIGNED_BYTE, slot.pixels.data());
}

std::optional<std::size_t> PictureThread::surfaceTriangles() const {
  const std::lock_guard lock(mutex_);
  return triangles_;
}

void PictureThread::publish(std::string note) {
  {
    const std::lock_guard lock(mutex_);
    std::swap(back_, ready_);
    fresh_ = true;
    ++count_;
    note_ = std::move(note);
  }
  wake_();
}

void PictureThread::saveFile(Renderer& renderer, const Save& save) {
  try {
    draw(renderer, save.request, kBest);
    const glm::ivec2 size = save.request.settings.size;
    Image bottomUp(size.x, size.y, 4), image(size.x, size.y, 3);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.x, size.y, GL_RGBA, GL_UNSIGNED_BYTE, bottomUp.pixels.data());
    for (int y = 0; y < size.y; ++y)
      for (int x = 0; x < size.x; ++x) std::copy_n(bottomUp.at(x, size.y - 1 - y), 3, image.at(x, y));
    writePng(save.file, image);
    tell({Message::MessageKind::Info, "Saved " + save.file.string()});
  } catch (const std::exception& error) {
    releaseClaim(save.file);
    tell({Message::MessageKind::Error, error.what()});
  }
}

}  // namespace ooze
