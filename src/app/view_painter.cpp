#include "app/view_painter.h"

#include "ooze/base/error.h"

#include <algorithm>

namespace ooze {
namespace {

bool same(const CameraView& a, const CameraView& b) {
  return a.eye == b.eye && a.target == b.target && a.fieldOfView == b.fieldOfView;
}

bool same(const RenderSettings& a, const RenderSettings& b) {
  return a.size == b.size && a.view == b.view && a.background == b.background && a.nozzles == b.nozzles;
}

}  // namespace

ViewPainter::ViewPainter() : software_(isSoftwareRenderer()), governor_(software_) {
  glGenFramebuffers(1, &framebuffer_);
  glGenTextures(1, &colour_);
}

ViewPainter::~ViewPainter() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteTextures(1, &colour_);
}

void ViewPainter::resize(const glm::ivec2& size) {
  if (size == size_) return;
  size_ = size;
  glBindTexture(GL_TEXTURE_2D, colour_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.x, size.y, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw RunError("OpenGL refuses a picture of the window's size");
  drawn_.reset();
}

bool ViewPainter::paint(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                        const RenderSettings& settings) {
  resize(settings.size);
  const bool moved = !drawn_ || !same(camera, camera_) || !same(settings, settings_);
  const bool stale = moved || (snapshot != drawn_ && Clock::now() >= nextPicture_);
  if (stale) draw(snapshot, camera, settings);
  const glm::ivec2 from = settings.origin, to = settings.origin + settings.size;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, size_.x, size_.y, from.x, from.y, to.x, to.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return snapshot == drawn_;
}

void ViewPainter::draw(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                       const RenderSettings& settings) {
  const auto begin = Clock::now();
  RenderSettings inner = settings;
  inner.origin = glm::ivec2(0);
  inner.quality = governor_.level().quality;
  inner.scale = governor_.level().scale;
  renderer_.draw(*snapshot, camera, inner, framebuffer_);
  glFinish();  // what counts is when the picture is there, not when it was asked for
  const Clock::duration cost = Clock::now() - begin;
  governor_.drawn(std::chrono::duration<double, std::milli>(cost).count());
  // Where processor and picture share the cores, half of the time stays for panels and simulation.
  nextPicture_ = Clock::now() + (software_ ? cost : Clock::duration::zero());
  drawn_ = snapshot;
  camera_ = camera;
  settings_ = settings;
}

Image ViewPainter::capture(const Snapshot& snapshot, const CameraView& camera, RenderSettings settings) {
  resize(settings.size);
  settings.origin = glm::ivec2(0);
  settings.quality = 2;
  settings.scale = 1.f;
  renderer_.draw(snapshot, camera, settings, framebuffer_);
  Image bottomUp(size_.x, size_.y, 4), image(size_.x, size_.y, 4);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, size_.x, size_.y, GL_RGBA, GL_UNSIGNED_BYTE, bottomUp.pixels.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const std::size_t row = static_cast<std::size_t>(size_.x) * 4;
  for (int y = 0; y < size_.y; ++y) {
    std::copy_n(bottomUp.at(0, size_.y - 1 - y), row, image.at(0, y));
    for (int x = 0; x < size_.x; ++x) image.at(x, y)[3] = 255;
  }
  drawn_.reset();  // the picture on the screen is another one
  return image;
}

std::string ViewPainter::qualityNote() const { return governor_.level().note; }

}  // namespace ooze
