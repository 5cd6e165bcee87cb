#include "x_server.h"

#include "base/file.h"
#include "fixtures/places.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ooze {
namespace {

void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

std::uint32_t bigEndian(const std::vector<std::byte>& bytes, std::size_t word) {
  std::uint32_t v = 0;
  for (std::size_t i = 0; i < 4; ++i) v = v << 8 | static_cast<std::uint32_t>(bytes.at(4 * word + i));
  return v;
}

void endProcess(int process) {
  if (process <= 0) return;
  kill(process, SIGTERM);
  waitpid(process, nullptr, 0);
}

}  // namespace

void keepPicture(const std::string& name, const Image& picture) {
  const std::filesystem::path folder = std::filesystem::path(buildFolder()) / "test-pictures";
  std::filesystem::create_directories(folder);
  writePng(folder / (name + ".png"), picture);
}

XServer::XServer(const std::filesystem::path& folder, int width, int height) : folder_(folder) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, STDERR_FILENO);
    const std::string fd = std::to_string(ends[1]), screen = fmt::format("{}x{}x24", width, height),
                      dir = folder.string();
    execlp("Xvfb", "Xvfb", "-displayfd", fd.c_str(), "-screen", "0", screen.c_str(), "-noreset", "-fbdir",
           dir.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string number;
  for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) number += c;
  close(ends[0]);
  if (number.empty()) {
    endProcess(process_);
    throw std::runtime_error("Xvfb did not start; third_party/setup.sh installs it");
  }
  display_ = ":" + number;
}

XServer::~XServer() { endProcess(process_); }

// Reads a screenshot from the -fbdir file, an XWD dump: header words, colour map, then 32-bit pixels.
Image XServer::screenshot() const {
  const std::vector<std::byte> bytes = readBytes(folder_ / "Xvfb_screen0");
  const std::uint32_t header = bigEndian(bytes, 0), width = bigEndian(bytes, 4), height = bigEndian(bytes, 5);
  const std::uint32_t lineBytes = bigEndian(bytes, 12), colours = bigEndian(bytes, 19);
  const bool bigEndianPixels = bigEndian(bytes, 7) != 0;
  constexpr std::uint32_t kColourBytes = 12;
  const std::size_t start = header + std::size_t{colours} * kColourBytes;
  Image image(static_cast<int>(width), static_cast<int>(height), 3);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x)
      for (std::uint32_t c = 0; c < 3; ++c) {
        const std::size_t at =
            start + std::size_t{y} * lineBytes + std::size_t{x} * 4 + (bigEndianPixels ? 1 + c : 2 - c);
        image.at(static_cast<int>(x), static_cast<int>(y))[c] = static_cast<std::uint8_t>(bytes.at(at));
      }
  return image;
}

std::string XServer::xdotool(const std::string& arguments) const {
  const std::string command = fmt::format("DISPLAY={} timeout 60 xdotool {} 2>&1", display_, arguments);
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run xdotool");
  std::string output;
  char buffer[256];
  while (fgets(buffer, sizeof buffer, pipe)) output += buffer;
  if (pclose(pipe) != 0) throw std::runtime_error(fmt::format("xdotool {}: {}", arguments, output));
  return output;
}

ChildProgram::ChildProgram(const std::vector<std::string>& command, const std::string& display,
                           const std::filesystem::path& folder, const std::filesystem::path& output) {
  process_ = fork();
  if (process_ != 0) return;
  setenv("DISPLAY", display.c_str(), 1);
  unsetenv("WAYLAND_DISPLAY");
  // The program gets folders of its own instead of the user's settings and data. The cache of meshes is
  // shared, because it is keyed by content.
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
    setenv(name, (folder / name).c_str(), 1);
  // Tests of panels know the places of Ooze's own file dialog. A test of the desktop's dialog sets the
  // variable.
  setenv("OOZE_FILE_DIALOG", "ooze", 0);
  const int file = open(output.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& a : command) arguments.push_back(const_cast<char*>(a.c_str()));
  arguments.push_back(nullptr);
  if (chdir(folder.c_str()) == 0) execv(arguments[0], arguments.data());
  _exit(127);
}

ChildProgram::~ChildProgram() {
  if (running()) endProcess(process_);
}

bool ChildProgram::running() {
  if (process_ <= 0) return false;
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) == 0) return true;
  process_ = 0;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return false;
}

void ChildProgram::signal(int number) const {
  if (process_ > 0) kill(process_, number);
}

int ChildProgram::waitForEnd(double seconds) {
  for (double waited = 0.0; waited < seconds; waited += 0.05) {
    if (!running()) return code_;
    pause(0.05);
  }
  return -1;
}

}  // namespace ooze
