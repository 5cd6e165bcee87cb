#include "x_drop.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <array>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <stdexcept>
#include <thread>

namespace ooze {
namespace {

constexpr long kVersion = 5;
constexpr double kMaxWaitSeconds = 15.0;  // longest wait for an answer of the drop target [s]

class DragSource {
 public:
  DragSource(Display* display, Window target, const std::vector<std::filesystem::path>& files)
      : display_(display), target_(target) {
    for (const std::filesystem::path& file : files) list_ += "file://" + escaped(file.string()) + "\r\n";
    window_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display_, atom("XdndSelection"), window_, CurrentTime);
  }

  void drop(int x, int y) {
    send("XdndEnter", {kVersion << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
    send("XdndPosition",
         {0, static_cast<long>(x) << 16 | y, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    if ((waitFor("XdndStatus").data.l[1] & 1) == 0) throw std::runtime_error("the window refuses files");
    send("XdndDrop", {0, CurrentTime, 0, 0});
    waitFor("XdndFinished");
  }

 private:
  static std::string escaped(const std::string& path) {
    std::string text;
    for (const char c : path)
      text +=
          c == ' ' || c == '%' ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
    return text;
  }

  Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

  void send(const char* type, const std::array<long, 4>& data) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(type);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(window_);
    for (std::size_t i = 0; i < data.size(); ++i) event.xclient.data.l[i + 1] = data[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  // Waits for a message of this type. Meanwhile the window may ask for the list of files, which this
  // function answers.
  XClientMessageEvent waitFor(const char* type) {
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(kMaxWaitSeconds)) {
      while (XPending(display_) > 0) {
        XEvent event;
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) handOver(event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == atom(type)) return event.xclient;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error(fmt::format("the window did not send {}", type));
  }

  void handOver(const XSelectionRequestEvent& request) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(list_.data()), static_cast<int>(list_.size()));
    XEvent answer{};
    answer.xselection.type = SelectionNotify;
    answer.xselection.requestor = request.requestor;
    answer.xselection.selection = request.selection;
    answer.xselection.target = request.target;
    answer.xselection.property = request.property;
    answer.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &answer);
    XFlush(display_);
  }

  Display* display_;
  Window target_;
  Window window_ = 0;
  std::string list_;
};

}  // namespace

void dropFiles(const std::string& display, unsigned long window, int x, int y,
               const std::vector<std::filesystem::path>& files) {
  const std::unique_ptr<Display, int (*)(Display*)> connection(XOpenDisplay(display.c_str()), XCloseDisplay);
  if (!connection) throw std::runtime_error("cannot open " + display);
  DragSource(connection.get(), window, files).drop(x, y);
}

}  // namespace ooze
