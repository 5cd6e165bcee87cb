#include "app/commands/command_parser.h"

#include "ooze/base/error.h"
#include "ooze/surface/surface_builder.h"

#include "app/commands/shell_completion.h"
#include "base/isolated_call.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <memory>
#include <regex>

namespace ooze {
namespace {

constexpr const char* kDetails = "draft|coarse|medium|fine";

/// Adds a switch whose text `parse` converts to a typed value; an InputError becomes a usage error.
template <class T, class Parse>
CLI::Option* addParsed(CLI::App& app, const std::string& name, T& target, Parse parse,
                       const std::string& help) {
  return app.add_option_function<std::string>(
      name, [&target, parse](const std::string& text) { target = parse(text); }, help);
}

void addSceneChoice(CLI::App& app, SceneChoice& choice) {
  app.add_option("SCENE", choice.scene, "A name from `ooze list scenes`, or a file")->type_name("SCENE");
  addParsed(
      app, "--detail", choice.detail, [](const std::string& t) { return std::optional(parseDetail(t)); },
      "Resolution: draft, coarse, medium or fine")
      ->type_name(kDetails);
  addParsed(
      app, "--method", choice.method, [](const std::string& t) { return std::string(findMethod(t).key); },
      "Convert the scene to this method; materials are replaced by those with the same look")
      ->type_name("METHOD");
  app.add_option("--threads", choice.threads, "Number of threads; 0 takes every core")
      ->check(CLI::Range(0, 1024));
  app.add_option("--set", choice.assignments, "Set a value before the first step; may be repeated")
      ->take_all()
      ->expected(1)
      ->type_name(kSettingValue);
}

/// Returns "look, material or speed; clavet also has density, pressure or strain".
std::string quantityWords() {
  std::string words = fmt::format("{}, {} or {}", kLookField.key, kMaterialField.key, kSpeedField.key);
  for (const MethodRow& method : methodRegistry()) {
    if (method.fields.empty()) continue;
    words += fmt::format("; {} also has ", method.key);
    for (const Field& field : method.fields) {
      if (&field != &method.fields.front()) words += &field == &method.fields.back() ? " or " : ", ";
      words += field.key;
    }
  }
  return words;
}

SurfaceMethod parseSurfaceMethod(std::string_view key) {
  if (key == "field") return SurfaceMethod::Field;
  if (key == "tracked") return SurfaceMethod::Tracked;
  const std::vector<std::string> known{"field", "tracked"};
  throw InputError(
      fmt::format("unknown surface method \"{}\"{} (known: field, tracked)", key, suggestion(key, known)));
}

void addExports(CLI::App& app, ExportOptions& o) {
  app.add_option("--particles", o.particles, "Write the particles; %04d in the name writes one file a frame")
      ->type_name("FILE.ply|obj|usda|vtk");
  app.add_option("--surface", o.surface,
                 "Write the surface as triangles, .vdb as a level set with velocities; %04d in the name "
                 "writes one file a frame")
      ->type_name("FILE.ply|obj|usda|vtk|vdb");
  app.add_option("--every", o.every, "With %04d: write only every N-th frame")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->type_name("N");
  const auto* method = addParsed(app, "--surface-method", o.surfaceMethod, parseSurfaceMethod,
                                 "How the surface is built: field, from each frame alone, or tracked, a "
                                 "level set that moves from frame to frame; field if not given")
                           ->type_name("field|tracked");
  const auto* cell = app.add_option("--surface-cell", o.surfaceCell,
                                    "Side of a cell of the surface, in interaction radii; 0.25 if not given")
                         ->check(CLI::Range(0.05, 1.0));
  const auto* level =
      app.add_option("--surface-level", o.surfaceLevel,
                     "Level of the field; a higher level makes the liquid thinner; 0.65 if not given")
          ->check(CLI::Range(0.05, 0.95));
  const auto* smoothing =
      app.add_option(
             "--surface-smoothing", o.surfaceSmoothing,
             "Smoothing of the particles: 0 shows every particle, 1 makes sheets smooth; 1 if not given")
          ->check(CLI::Range(0.0, 1.0));
  const auto* edge =
      app.add_option("--surface-shortest-edge", o.surfaceShortestEdge,
                     "Collapse edges shorter than this, in cells; 0 keeps all triangles; 0.2 if not given")
          ->check(CLI::Range(0.0, 0.5));
  const auto* rounds = app.add_option("--surface-rounds", o.surfaceRounds,
                                      "Rounds of Laplacian smoothing of the triangles, counted for a cell of "
                                      "0.25; 0 does not smooth; 12 if not given")
                           ->check(CLI::Range(0, 100));
  const auto* neighbours =
      app.add_option("--surface-neighbours", o.surfaceNeighbours,
                     "Smooth particles with fewer neighbours than this less; 13 if not given")
          ->check(CLI::Range(0.1, 50.0));
  const auto* normals =
      app.add_option("--surface-normal-rounds", o.surfaceNormalRounds,
                     "Rounds of smoothing of the normals, counted for a cell of 0.25; 10 if not given")
          ->check(CLI::Range(0, 100));
  const auto* steady =
      app.add_option("--surface-steady", o.surfaceSteady,
                     "Show liquid that moved less than this in the last 8 frames, in interaction radii, at "
                     "its mean position; 0 turns this off; 0.2 if not given")
          ->check(CLI::Range(0.0, 1.0));
  for (const auto* option : {method, cell, level, smoothing, edge, rounds, neighbours, normals, steady})
    app.get_option(option->get_name())->needs(app.get_option("--surface"));
}

CLI::App* addRun(CLI::App& program, RunOptions& o) {
  CLI::App* run = program.add_subcommand("run", "Simulate a scene without a window");
  addSceneChoice(*run, o.choice);
  run->add_option("--frames", o.frames, "Length of the whole run; the scene's duration if not given")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{10'000'000}));
  run->add_option("--report", o.report, "Write the report as JSON; - prints it")->type_name("FILE.json|-");
  addExports(*run, o.exports);
  run->add_option("--colour", o.colour, "Meaning of the colours in these files: " + quantityWords())
      ->type_name(kQuantityValue);
  run->add_option("--save", o.save, "Save the world at the end")->type_name("FILE.ooze");
  run->add_option("--save-scene", o.saveScene,
                  "Write the solids, nozzles and materials of the end as a scene; no particles")
      ->type_name("FILE.json");
  auto* restore = run->add_option("--restore", o.restore, "Continue from a save")->type_name("FILE.ooze");
  auto* replay =
      run->add_option("--replay", o.replay, "Run from the start and repeat a save's commands at their steps");
  replay->type_name("FILE.ooze")->excludes(restore)->excludes(run->get_option("--set"));
  run->add_option("--golden", o.golden,
                  "Record every stage if FILE is new; otherwise compare, and name the first difference")
      ->type_name("FILE")
      ->excludes(restore);
  run->add_option("--trace", o.trace,
                  "Write the times of every stage, for chrome://tracing or ui.perfetto.dev")
      ->type_name("FILE.json");
  run->add_option("--bands", o.bands,
                  "Write the scene's bands, one file a frame; other scenes take liquid from them")
      ->type_name("DIR");
  return run;
}

/// Adds a flag with an optional number. An option with an optional value would take SCENE for the value.
void addTurntable(CLI::App& render, RenderOptions& o) {
  const auto text = std::make_shared<std::string>();
  render.add_flag("--turntable{once}", *text,
                  "Turn the camera round once over the frames; --turntable=N: once in N pictures, and one "
                  "frame gives N pictures");
  render.parse_complete_callback([&o, text] {
    o.turntable = !text->empty();
    if (text->empty() || *text == "once") return;
    if (!std::regex_match(*text, std::regex("[1-9][0-9]{0,5}")))
      throw InputError(
          fmt::format("--turntable: \"{}\" is not a number of pictures from 1 to 999999", *text));
    o.turn = std::stoull(*text);
  });
}

/// Adds the options that say from where, and in which light, a scene is seen.
void addShotChoice(CLI::App& app, PictureChoice& o, const std::string& sizeHelp) {
  app.add_option_function<std::string>(
         "--size",
         [&o](const std::string& text) {
           std::smatch m;
           if (!std::regex_match(text, m, std::regex("([0-9]{1,5})x([0-9]{1,5})")))
             throw InputError(fmt::format("--size: \"{}\" is not of the form WIDTHxHEIGHT", text));
           o.width = std::stoi(m[1]), o.height = std::stoi(m[2]);
           if (o.width < 16 || o.height < 16 || o.width > 16384 || o.height > 16384)
             throw InputError("--size: width and height must be 16 to 16384");
         },
         sizeHelp)
      ->type_name("WIDTHxHEIGHT");
  app.add_option("--background", o.background,
                 "Surroundings that light the scene: studio, sky, dark, white or a panorama; the "
                 "scene's own if not given")
      ->type_name("studio|sky|dark|white|FILE.hdr|FILE.exr");
  addParsed(
      app, "--camera", o.camera, [](const std::string& t) { return std::optional(parseCamera(t)); },
      "The camera's eye, target and vertical angle")
      ->type_name("X,Y,Z:X,Y,Z[:DEGREES]");
  addParsed(
      app, "--light", o.light, [](const std::string& t) { return std::optional(parseLight(t)); },
      "Changes to the light: turn, height [degrees], brightness, colour, exposure [stops]")
      ->type_name(kLightValue);
}

void addPictureChoice(CLI::App& app, PictureChoice& o, const std::string& sizeHelp) {
  addShotChoice(app, o, sizeHelp);
  app.add_option("--view", o.view,
                 "How the liquid is drawn: surface, tracked, skin, spheres or points; the scene's own "
                 "if not given")
      ->type_name("surface|tracked|skin|spheres|points");
  app.add_option("--colour", o.colour, "Meaning of the liquid's colour: " + quantityWords())
      ->type_name(kQuantityValue);
  app.add_option("--spray", o.spray,
                 "Amount of spray, foam and bubbles of water; the scene's own if not given")
      ->check(CLI::Range(0.f, 1.f))
      ->type_name("0..1");
}

CLI::App* addRender(CLI::App& program, RenderOptions& o) {
  CLI::App* render =
      program.add_subcommand("render", "Render a scene to pictures or a film; needs no display");
  addSceneChoice(*render, o.choice);
  render->add_option("--restore", o.restore, "Continue from a save")->type_name("FILE.ooze");
  addParsed(*render, "--frames", o.frames, parseFrameRange, "Frames to render: A, A:B or A:B:STEP")
      ->required()
      ->type_name("FRAMES");
  render->add_option("--out", o.out, "A picture, a folder of pictures, a film, or a short loop for the web")
      ->required()
      ->type_name("FILE.png|FILE.exr|DIR|FILE.mp4|FILE.webp|FILE.gif");
  addPictureChoice(*render, o, "Size of the picture; 1280x720 if not given");
  addTurntable(*render, o);
  render->add_flag("--transparent", o.transparent, "Leave the background out, for compositing");
  render->add_option("--supersample", o.supersample, "Samples along each side of a pixel; 2 if not given")
      ->check(CLI::Range(1, 8));
  addParsed(
      *render, "--renderer", o.cycles,
      [](const std::string& text) {
        if (text == "ooze" || text == "cycles") return text == "cycles";
        throw InputError(fmt::format("unknown renderer \"{}\" (known: ooze, cycles)", text));
      },
      "ooze, or cycles: path tracing by Blender; ooze if not given")
      ->type_name("ooze|cycles");
  render->add_option("--samples", o.samples, "Paths per pixel, with --renderer cycles; 64 if not given")
      ->check(CLI::Range(1, 65536));
  render->add_flag("--denoise", o.denoise, "Remove noise from the pictures, with --renderer cycles");
  render->add_flag("--resume", o.resume, "Keep pictures that exist already, with --renderer cycles");
  addClusterOptions(*render, o.cluster, true);
  return render;
}

CLI::App* addExport(CLI::App& program, ExportCommandOptions& o) {
  CLI::App* app = program.add_subcommand(
      "export", "Simulate a scene and hand the whole run over: to Blender, or as a USD stage");
  addSceneChoice(*app, o.choice);
  addParsed(
      *app, "--frames", o.frames, [](const std::string& t) { return std::optional(parseFrameRange(t)); },
      "Frames to export: A, A:B or A:B:STEP; the whole scene if not given")
      ->type_name("FRAMES");
  app->add_option("--blender", o.blender, "Write a folder that File > Import > Ooze opens in Blender")
      ->type_name("DIR");
  app->add_option("--blend", o.blend, "Write a Blender file; needs Blender")->type_name("FILE.blend");
  app->add_option("--usd", o.usd, "Write a folder with a USD stage, scene.usda")->type_name("DIR");
  app->add_flag("--list", o.list, "Print what each format of `run` and `export` carries");
  addShotChoice(*app, o.picture, "Size of Blender's pictures; 1280x720 if not given");
  return app;
}

CLI::App* addSweep(CLI::App& program, SweepOptions& o) {
  CLI::App* sweep = program.add_subcommand(
      "sweep", "Simulate a scene with one or two parameters over a range, and draw one sheet of pictures");
  addSceneChoice(*sweep, o.choice);
  sweep
      ->add_option("--vary", o.vary,
                   "Vary a parameter of --set from A to B in N values; twice: columns, then rows. Values are "
                   "spaced as on the slider; :log or :linear overrules that")
      ->required()
      ->take_all()
      ->expected(1)
      ->type_name(kVariedValue);
  sweep->add_option("--frame", o.frame, "Frame that the pictures show")
      ->required()
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{10'000'000}));
  sweep->add_option("--out", o.out, "File of the sheet")->required()->type_name("FILE.png");
  addPictureChoice(*sweep, o, "Size of each picture; 360x270 if not given");
  addClusterOptions(*sweep, o.cluster, false);
  return sweep;
}

CLI::App* addList(CLI::App& program, ListOptions& o) {
  CLI::App* list = program.add_subcommand("list", "List scenes, materials, methods, parameters or commands");
  addParsed(
      *list, "WHAT", o.what,
      [](const std::string& text) {
        const std::vector<std::string> words{"scenes", "materials", "methods", "parameters", "commands"};
        for (std::size_t i = 0; i < words.size(); ++i)
          if (text == words[i]) return static_cast<ListOptions::What>(i);
        throw InputError(
            fmt::format("choose scenes, materials, methods, parameters or commands, not \"{}\"{}", text,
                        suggestion(text, words)));
      },
      "scenes, materials, methods, parameters or commands")
      ->type_name("scenes|materials|methods|parameters|commands");
  list->add_flag("--json", o.json, "As JSON");
  list->add_option("--markdown", o.markdown,
                   "With parameters: print the table of a method's page in the manual")
      ->type_name("METHOD");
  return list;
}

CLI::App* addDiff(CLI::App& program, DiffOptions& o) {
  CLI::App* diff = program.add_subcommand("diff", "Find the first difference of two saves or golden files");
  diff->add_option("A", o.a, "A save (.ooze) or a golden file")->required()->type_name("FILE");
  diff->add_option("B", o.b, "The save or golden file to compare with")->required()->type_name("FILE");
  diff->add_option("--threads", o.threads, "Number of threads; 0 takes every core")
      ->check(CLI::Range(0, 1024));
  return diff;
}

CLI::App* addThumbnails(CLI::App& program, ThumbnailsOptions& o) {
  CLI::App* thumbnails = program.add_subcommand(
      "thumbnails", "Draw the thumbnails of the built-in scenes and materials; needs no display");
  thumbnails->add_option("NAME", o.names, "Scenes and materials; all if none is given")->type_name("NAME");
  thumbnails->add_option("--out", o.out, "A folder, such as assets/thumbnails")->required()->type_name("DIR");
  addParsed(
      *thumbnails, "--detail", o.detail, [](const std::string& t) { return std::optional(parseDetail(t)); },
      "Resolution; medium if not given")
      ->type_name(kDetails);
  thumbnails->add_option("--threads", o.threads, "Number of threads; 0 takes every core")
      ->check(CLI::Range(0, 1024));
  return thumbnails;
}

CLI::App* addVerify(CLI::App& program, VerifyOptions& o) {
  CLI::App* verify = program.add_subcommand(
      "verify", "Measure a method against laws of physics; takes some minutes for each method");
  addParsed(
      *verify, "METHOD", o.method, [](const std::string& t) { return std::string(findMethod(t).key); },
      "A key from `ooze list methods`; every method if not given")
      ->type_name("METHOD");
  verify->add_option("--only", o.only, "Measure these laws only, separated by commas; all if not given")
      ->type_name("LAW[,LAW...]");
  CLI::Option* const list = verify->add_flag("--list", o.list, "List the laws, without measuring them");
  verify->add_option("--report", o.report, "Write the table as JSON; - prints it")
      ->type_name("FILE.json|-")
      ->excludes(list);
  verify->add_flag("--markdown", o.markdown, "Print the table of the method's page in the manual")
      ->excludes(list);
  verify->add_option("--threads", o.threads, "Number of laws at a time; 0 takes every core")
      ->check(CLI::Range(0, 1024));
  return verify;
}

std::string versionText() {
  std::string text = std::string("ooze ") + programVersion();
  if (!canFilterCalls())
    text += "\nwithout seccomp: only resource limits confine the readers of meshes and panoramas";
  return text;
}

CLI::App* addCompletion(CLI::App& program, CompletionOptions& o) {
  CLI::App* completion =
      program.add_subcommand("completion", "Print a script by which a shell completes the command line");
  addParsed(*completion, "SHELL", o.shell, parseShell, "bash, zsh or fish")
      ->required()
      ->type_name("bash|zsh|fish");
  return completion;
}

}  // namespace

const char* programVersion() { return OOZE_VERSION; }

CommandParser::CommandParser() {
  program.set_version_flag("--version", versionText);
  program.require_subcommand(0, 1);
  addSceneChoice(program, window.choice);
  program
      .add_option("--report", window.report,
                  "Write the session's commands and values, after frames and when the window closes")
      ->type_name("FILE.json");
  program
      .add_option("--autosave", window.autosave,
                  "Seconds between autosaves, which are offered after a crash; 0 turns them off")
      ->check(CLI::Range(0.0, 86400.0));
  runApp = addRun(program, run);
  renderApp = addRender(program, render);
  exportApp = addExport(program, exporting);
  sweepApp = addSweep(program, sweep);
  listApp = addList(program, list);
  diffApp = addDiff(program, diff);
  thumbnailsApp = addThumbnails(program, thumbnails);
  verifyApp = addVerify(program, verify);
  jobApp = addJob(program, job);
  completionApp = addCompletion(program, completion);
  manApp =
      program.add_subcommand("man", "Print the manual page of these commands, in the troff format of man");
}

}  // namespace ooze
