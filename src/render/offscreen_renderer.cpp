#include "render/offscreen_renderer.h"

#include "ooze/base/error.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace ooze {

struct OffscreenContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

namespace {

[[noreturn]] void refuse(std::string_view reason) {
  throw RunError(fmt::format("no OpenGL 4.1: {} (EGL error {:#x})", reason, eglGetError()));
}

template <class Function>
Function function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// Opens and initialises a display. Returns EGL_NO_DISPLAY on failure.
EGLDisplay openDisplay(EGLenum platform, void* native) {
  const auto getDisplay = function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (!getDisplay) refuse("EGL has no platform displays");
  EGLDisplay display = getDisplay(platform, native, nullptr);
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display : EGL_NO_DISPLAY;
}

/// Opens the first EGL device that `wanted` accepts. Returns EGL_NO_DISPLAY if none opens.
template <class Wanted>
EGLDisplay openDevice(const Wanted& wanted) {
  const auto devicesOf = function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto textOf = function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  if (!devicesOf || !textOf || !devicesOf(static_cast<EGLint>(devices.size()), devices.data(), &count))
    return EGL_NO_DISPLAY;
  for (EGLint i = 0; i < count; ++i) {
    EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
    const char* const extensions = textOf(device, EGL_EXTENSIONS);
    if (!wanted(std::string_view(extensions ? extensions : ""))) continue;
    if (EGLDisplay display = openDisplay(EGL_PLATFORM_DEVICE_EXT, device); display != EGL_NO_DISPLAY)
      return display;
  }
  return EGL_NO_DISPLAY;
}

/// Opens a display without a surface: Mesa's surfaceless platform or, for drivers without that platform, the
/// first EGL device.
EGLDisplay openSurfacelessDisplay() {
  EGLDisplay display = openDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
  if (display == EGL_NO_DISPLAY) display = openDevice([](std::string_view) { return true; });
  if (display == EGL_NO_DISPLAY) refuse("EGL has no surfaceless display");
  return display;
}

/// Opens the EGL device of the software renderer, a display separate from the surfaceless platform's.
EGLDisplay openProcessorsDisplay() {
  return openDevice([](std::string_view extensions) {
    return extensions.find("EGL_MESA_device_software") != std::string_view::npos;
  });
}

/// Makes a context.
/// @param tells  true: requests reset notification, for contextWasReset(); not every driver supports that
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

OffscreenContext::OffscreenContext(Display display) : handles_(std::make_unique<Handles>()) {
  if (display == Display::Apart) handles_->display = openProcessorsDisplay();
  if (handles_->display == EGL_NO_DISPLAY) handles_->display = openSurfacelessDisplay();
  if (!eglBindAPI(EGL_OPENGL_API)) refuse("EGL offers no desktop OpenGL");
  handles_->context = makeContext(handles_->display, true);
  if (handles_->context == EGL_NO_CONTEXT) handles_->context = makeContext(handles_->display, false);
  if (handles_->context == EGL_NO_CONTEXT) refuse("the driver cannot create the context");
  makeCurrent();
  // Load only once: the loaded functions serve every context, and other threads may be calling them now.
  if (!glGetString) loadOpenGl(eglGetProcAddress);
}

// The display stays initialised: EGL gives every caller in the process the same display, so terminating the
// display would break other contexts.
OffscreenContext::~OffscreenContext() {
  if (eglGetCurrentContext() == handles_->context)
    eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(handles_->display, handles_->context);
}

void OffscreenContext::makeCurrent() const {
  if (!eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles_->context))
    refuse("the context cannot be made current");
}

OffscreenRenderer::OffscreenRenderer() = default;

void OffscreenRenderer::limitTile(int pixels) { maker_.limitTile(pixels); }

Renderer& OffscreenRenderer::renderer() { return maker_.renderer(); }

Image OffscreenRenderer::render(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                                const RenderSettings& settings, int supersample) {
  context_.makeCurrent();
  return maker_.make(snapshot, camera, settings, supersample);
}

}  // namespace ooze
