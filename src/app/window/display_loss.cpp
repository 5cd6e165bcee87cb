#include "app/window/display_loss.h"

#include <atomic>
#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>
#include <utility>

namespace ooze {
namespace {

using Handler = int (*)(void* display);
using SetHandler = Handler (*)(Handler);

// Xlib's error handler is one function for the whole process, without a user argument, so this function is
// static.
std::function<bool()>& saveHandler() {
  static std::function<bool()> windowAction;
  return windowAction;
}

int endOnDisplayLoss(void*) { DisplayLossGuard::end("the display was lost"); }

/// Returns Xlib's XSetIOErrorHandler if the window library has loaded Xlib, else null.
SetHandler setter() {
  void* library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return library ? reinterpret_cast<SetHandler>(dlsym(library, "XSetIOErrorHandler")) : nullptr;
}

}  // namespace

DisplayLossGuard::DisplayLossGuard(std::function<bool()> last) {
  saveHandler() = std::move(last);
  if (const SetHandler set = setter()) set(endOnDisplayLoss);
}

DisplayLossGuard::~DisplayLossGuard() {
  if (const SetHandler set = setter()) set(nullptr);
  saveHandler() = nullptr;
}

void DisplayLossGuard::end(const char* what) {
  static std::atomic<bool> ending = false;
  // Several threads may notice the loss; the first thread ends the program.
  if (ending.exchange(true))
    while (true) pause();
  const bool saved = saveHandler() && saveHandler()();
  std::fprintf(
      stderr, "ooze: %s; %s\n", what,
      saved
          ? "the session was saved and is offered at the next start"
          : "the session could not be saved; an older autosave is offered at the next start if there is one");
  std::fflush(stderr);
  // _exit skips destructors, because other threads are still drawing.
  _exit(1);
}

void ResetWatch::checkReset() const {
  if (wasReset_()) DisplayLossGuard::end("the graphics card was reset or unplugged");
}

}  // namespace ooze
