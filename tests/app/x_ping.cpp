#include "x_ping.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

namespace ooze {
namespace {

using Clock = std::chrono::steady_clock;

/// Ignores X errors: Xlib would end the test if the window no longer exists.
int ignore(Display*, XErrorEvent*) { return 0; }

class Ping {
 public:
  Ping(Display* display, Window target) : display_(display), target_(target) {
    XSelectInput(display_, DefaultRootWindow(display_),
                 SubstructureNotifyMask);  // answers are sent to the root window
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = protocols_;
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(ping_);
    event.xclient.data.l[1] = number_;
    event.xclient.data.l[2] = static_cast<long>(target_);
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  bool isAnswered() {
    while (XPending(display_) > 0) {
      XEvent event;
      XNextEvent(display_, &event);
      const XClientMessageEvent& message = event.xclient;
      if (event.type == ClientMessage && message.message_type == protocols_ &&
          message.data.l[0] == static_cast<long>(ping_) && message.data.l[1] == number_)
        return true;
    }
    return false;
  }

 private:
  static long next() {
    static std::atomic<long> last = 0;
    return ++last;
  }

  Display* display_;
  Window target_;
  Atom protocols_ = XInternAtom(display_, "WM_PROTOCOLS", False),
       ping_ = XInternAtom(display_, "_NET_WM_PING", False);
  long number_ = next();
};

}  // namespace

bool hasReadItsInput(const std::string& display, unsigned long window, const std::function<bool()>& isRunning,
                     double seconds) {
  const std::unique_ptr<Display, int (*)(Display*)> connection(XOpenDisplay(display.c_str()), XCloseDisplay);
  if (!connection) throw std::runtime_error("cannot open " + display);
  XSetErrorHandler(ignore);
  Ping ping(connection.get(), window);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!ping.isAnswered()) {
    if (!isRunning() || Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace ooze
