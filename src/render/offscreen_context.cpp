#include "ooze/base/error.h"

#include "render/offscreen_renderer.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

namespace ooze {

struct OffscreenContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

namespace {

[[noreturn]] void refuse(std::string_view reason) {
  throw RunError(fmt::format("no OpenGL 4.1: {} (EGL error {:#x})", reason, eglGetError()));
}

EGLDisplay openSurfacelessDisplay() {
  const auto getDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (!getDisplay) refuse("EGL has no platform displays");
  EGLDisplay display =
      getDisplay(EGL_PLATFORM_SURFACELESS_MESA, reinterpret_cast<void*>(EGL_DEFAULT_DISPLAY), nullptr);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
    refuse("EGL has no surfaceless display");
  return display;
}

/// @param tells  of a reset, as contextWasReset() asks; not every driver can
EGLContext makeContext(EGLDisplay display, bool tells) {
  const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                           4,
                           EGL_CONTEXT_MINOR_VERSION,
                           1,
                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                           EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                           tells ? EGL_LOSE_CONTEXT_ON_RESET : EGL_NO_RESET_NOTIFICATION,
                           EGL_NONE};
  return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
}

}  // namespace

OffscreenContext::OffscreenContext() : handles_(std::make_unique<Handles>()) {
  handles_->display = openSurfacelessDisplay();
  if (!eglBindAPI(EGL_OPENGL_API)) refuse("EGL offers no desktop OpenGL");
  handles_->context = makeContext(handles_->display, true);
  if (handles_->context == EGL_NO_CONTEXT) handles_->context = makeContext(handles_->display, false);
  if (handles_->context == EGL_NO_CONTEXT) refuse("the driver makes no such context");
  makeCurrent();
  // Loaded functions serve every context, for they look at the thread's own; others may be calling them now.
  if (!glGetString) loadOpenGl(eglGetProcAddress);
}

// The display stays initialised: EGL hands every caller in the process the same one, and terminating it would
// pull it from under another context.
OffscreenContext::~OffscreenContext() {
  if (eglGetCurrentContext() == handles_->context)
    eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(handles_->display, handles_->context);
}

void OffscreenContext::makeCurrent() const {
  if (!eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles_->context))
    refuse("the context cannot be made current");
}

}  // namespace ooze
