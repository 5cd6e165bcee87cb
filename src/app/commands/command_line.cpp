#include "app/commands/command_line.h"

#include "ooze/base/error.h"

#include "app/commands/command_parser.h"
#include "app/commands/commands.h"
#include "app/commands/terminal.h"
#include "scene/assets.h"
#include "scene/json_file.h"
#include "scene/light_parameters.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <new>
#include <regex>
#include <sstream>

namespace ooze {
namespace {

/// Returns CLI11's message on one line, with the nearest switch if the user gave an unknown one.
std::string usageMessage(const CLI::App& program, const CLI::ParseError& error) {
  std::string message = error.what();
  for (char& c : message)
    if (c == '\n') c = ' ';
  const std::vector<std::string> extras = program.remaining(true);
  if (extras.empty()) return message;
  const auto chosen = program.get_subcommands();
  const CLI::App& app = chosen.empty() ? program : *chosen.front();
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return fmt::format("\"{}\" was not expected{}", extras.front(), suggestion(extras.front(), names));
}

/// Checks a word without a command, because it may be a mistyped command as well as a mistyped scene.
void requireSceneNotCommand(const std::string& word, const CLI::App& program) {
  const std::filesystem::path path(word);
  if (path.has_parent_path() || path.extension() == ".json" || path.extension() == ".ooze") return;
  std::vector<std::string> known;
  for (const auto& file : assetFiles("scenes")) {
    known.push_back(file.stem().string());
    if (known.back() == currentSceneName(word)) return;
  }
  for (const CLI::App* command : program.get_subcommands({})) known.push_back(command->get_name());
  throw InputError(fmt::format("unknown scene or command \"{}\"{}", word, suggestion(word, known)));
}

int dispatch(int argc, const char* const* argv) {
  CommandParser parser;
  auto& [program, window, run, render, exporting, sweep, list, diff, thumbnails, verify, job, completion,
         runApp, renderApp, exportApp, sweepApp, listApp, diffApp, thumbnailsApp, verifyApp, jobApp,
         completionApp, manApp] = parser;
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return program.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return program.exit(version);
  } catch (const CLI::ParseError& error) {
    throw InputError(usageMessage(program, error));
  }
  render.cluster.arguments.assign(argv + 1, argv + argc);
  sweep.cluster.arguments = render.cluster.arguments;
  if (runApp->parsed()) return runCommand(run);
  if (renderApp->parsed()) return render.cycles ? renderWithCycles(render) : renderCommand(render);
  if (exportApp->parsed()) return exportCommand(exporting);
  if (sweepApp->parsed()) return sweepCommand(sweep);
  if (diffApp->parsed()) return diffCommand(diff);
  if (thumbnailsApp->parsed()) return thumbnailsCommand(thumbnails);
  if (verifyApp->parsed()) return verifyCommand(verify);
  if (jobApp->parsed()) return jobCommand(job);
  if (completionApp->parsed()) return completionCommand(completion);
  if (manApp->parsed()) return manCommand();
  if (listApp->parsed()) {
    if (listApp->get_option("WHAT")->empty())
      throw InputError("name a list: scenes, materials, methods, parameters or commands");
    return listCommand(list);
  }
  if (window.choice.scene.empty()) window.choice.scene = "clavet_pour_bunny";
  requireSceneNotCommand(window.choice.scene, program);
  return runWindow(window);
}

}  // namespace

FrameRange parseFrameRange(const std::string& text) {
  std::smatch m;
  if (!std::regex_match(text, m, std::regex("([0-9]{1,8})(?::([0-9]{1,8})(?::([0-9]{1,8}))?)?")))
    throw InputError(fmt::format("--frames: \"{}\" is not of the form A, A:B or A:B:STEP", text));
  FrameRange range;
  range.first = std::stoull(m[1]);
  range.last = m[2].matched ? std::stoull(m[2]) : range.first;
  range.step = m[3].matched ? std::stoull(m[3]) : 1;
  if (range.last < range.first) throw InputError("--frames: the last frame comes before the first");
  if (range.step < 1) throw InputError("--frames: the step must be at least 1");
  return range;
}

CameraSpec parseCamera(const std::string& text) {
  CameraSpec camera;
  const std::regex separator("[,:]");
  std::vector<float> values;
  for (std::sregex_token_iterator part(text.begin(), text.end(), separator, -1), end; part != end; ++part) {
    std::istringstream stream(part->str());
    float value = 0.f;
    if (stream >> value && stream.peek() == std::istringstream::traits_type::eof()) values.push_back(value);
  }
  std::string separators = text;
  std::erase_if(separators, [](char c) { return c != ',' && c != ':'; });
  if (!(values.size() == 6 && separators == ",,:,,") && !(values.size() == 7 && separators == ",,:,,:"))
    throw InputError(
        fmt::format("--camera: \"{}\" is not of the form X,Y,Z:X,Y,Z or X,Y,Z:X,Y,Z:DEGREES", text));
  camera.eye = {values[0], values[1], values[2]};
  camera.target = {values[3], values[4], values[5]};
  if (values.size() == 7) camera.fieldOfView = values[6];
  if (!isFinite(camera.eye) || !isFinite(camera.target) || camera.eye == camera.target)
    throw InputError("--camera: eye and target must not be the same point");
  if (!(camera.fieldOfView >= 5.f && camera.fieldOfView <= 120.f))
    throw InputError("--camera: the angle must be 5 to 120 degrees");
  return camera;
}

LightSpec parseLight(const std::string& text) {
  LightSpec light;
  const std::regex comma(",");
  for (std::sregex_token_iterator part(text.begin(), text.end(), comma, -1), end; part != end; ++part) {
    std::smatch m;
    const std::string word = part->str();
    if (!std::regex_match(word, m, std::regex("([a-z]+)=(.+)")))
      throw InputError(fmt::format("--light: \"{}\" is not of the form KEY=VALUE", word));
    const std::string key = m[1], value = m[2];
    if (key == "colour") {
      const std::optional<std::uint32_t> colour = parseColour(value);
      if (!colour) throw InputError(fmt::format("--light: \"{}\" is not a colour such as #ffe0b0", value));
      light.colour = *colour;
      continue;
    }
    const auto row = std::find_if(kLightParameters.begin(), kLightParameters.end(),
                                  [&](const LightParameter& n) { return n.key == key; });
    if (row == kLightParameters.end())
      throw InputError(fmt::format(
          "--light: unknown key \"{}\"; choose turn, height, brightness, colour or exposure", key));
    std::istringstream stream(value);
    float& number = light.*row->member;
    if (!(stream >> number) || stream.peek() != std::istringstream::traits_type::eof() ||
        !(number >= row->lower && number <= row->upper))
      throw InputError(fmt::format("--light: {} must be a number from {} to {}, not \"{}\"", key, row->lower,
                                   row->upper, value));
  }
  return light;
}

int runProgram(int argc, const char* const* argv) {
  try {
    const int code = dispatch(argc, argv);
    // Flush now, because a full disk is only noticed when buffered output is written.
    if (std::fflush(stdout) != 0) throw RunError("cannot write to standard output");
    return code;
  } catch (const InputError& e) {
    tell(e.what());
    return 2;
  } catch (const std::bad_alloc&) {  // an input asks for more than this machine has
    tell("out of memory: the input is too large for this machine");
    return 2;
  } catch (const std::length_error&) {
    tell("out of memory: the input is too large for any machine");
    return 2;
  } catch (const std::exception& e) {
    tell(e.what());
    return 1;
  }
}

}  // namespace ooze
