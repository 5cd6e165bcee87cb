// Options of each command, parsed from the command line.
#pragma once

#include "ooze/scene/scene.h"

#include "app/cluster/cluster_options.h"
#include "app/exports/exports.h"
#include "app/pictures/picture_choice.h"
#include "render/render_settings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

// Names of values in help texts. Shells complete the values of options by these names.
inline constexpr const char* kSettingValue = "KEY=VALUE";
inline constexpr const char* kVariedValue = "KEY=A:B:N";
inline constexpr const char* kLightValue = "KEY=VALUE,...";
inline constexpr const char* kQuantityValue = "QUANTITY";

/// Options shared by every command that opens a scene.
struct SceneChoice {
  std::string scene;             ///< name of a scene under assets/scenes, or path of a scene file
  std::string method;            ///< key of the method to convert the scene to; "" keeps the scene's method
  std::optional<Detail> detail;  ///< level of detail; unset: default of the command
  int threads = 0;               ///< 0: every core
  std::vector<std::string>
      assignments;  ///< KEY=VALUE; each becomes a command before the first step (parseAssignment)
};

/// Options of `ooze [SCENE]`, which opens the window.
struct WindowOptions {
  SceneChoice choice;
  std::filesystem::path report;  ///< report file, rewritten after frames and when the window closes; "" for
                                 ///< none
  double autosave = 30.0;        ///< interval between automatic recovery saves [s]; 0 for none
};

/// Options of `ooze run`, which simulates without a window.
struct RunOptions {
  SceneChoice choice;
  std::optional<std::uint64_t> frames;  ///< total length of the run; unset for the scene's duration
  std::string report;                   ///< report file; "" for none, "-" for standard output
  ExportOptions exports;
  std::string colour;  ///< colour field of the exports, a key of quantitiesOf(); "" for the material's look
  std::filesystem::path save;
  std::filesystem::path saveScene;  ///< scene file for the state at the end; "" for none
  std::filesystem::path restore;
  std::filesystem::path replay;
  std::filesystem::path golden;  ///< golden file, recorded if new, otherwise compared with the run; "" for
                                 ///< none
  std::filesystem::path trace;   ///< profiler trace with begin and end of each stage; "" for none
  std::filesystem::path bands;   ///< folder for recorded bands, which sources of other scenes read; "" for
                                 ///< none
};

/// The frames first, first + step, ... up to last.
struct FrameRange {
  std::uint64_t first = 0, last = 0, step = 1;
};

/// Paths per pixel of pictures by Cycles.
inline constexpr int kCyclesSamples = 64;

/// Options of `ooze render`, which renders pictures or a video.
struct RenderOptions : PictureChoice {
  SceneChoice choice;
  std::filesystem::path restore;  ///< save to continue from; "" starts from the scene
  FrameRange frames;
  /// Output file: .png or .exr (with %04d a file per frame), .mp4, .webp or .gif; or a folder.
  std::filesystem::path out;
  bool turntable = false;  ///< the camera orbits the target
  std::uint64_t turn = 0;  ///< pictures per orbit; 0: one orbit over all pictures
  bool transparent = false;
  int supersample = kFileSupersample;
  bool cycles = false;         ///< Blender's path tracer draws the pictures
  std::optional<int> samples;  ///< paths per pixel, for Cycles; unset: kCyclesSamples
  bool denoise = false;        ///< removes noise from the pictures, for Cycles
  bool resume = false;         ///< keeps pictures that exist already, for Cycles
  ClusterOptions cluster;
};

/// Options of `ooze export`, which hands a run over to Blender, or writes a USD stage.
struct ExportCommandOptions {
  SceneChoice choice;
  std::optional<FrameRange> frames;  ///< unset for the whole scene
  std::filesystem::path blender;     ///< folder for assets/blender/ooze_io.py; "" for none
  std::filesystem::path blend;       ///< Blender file; "" for none
  std::filesystem::path usd;         ///< folder for a USD stage; "" for none
  PictureChoice picture;             ///< camera, light, surroundings and size
  bool list = false;                 ///< prints what each format carries, and exports nothing
};

/// Options of `ooze sweep`, which renders a contact sheet of a parameter sweep.
struct SweepOptions : PictureChoice {
  SweepOptions() { width = 360, height = 270; }  // size of each picture

  SceneChoice choice;
  std::vector<std::string> vary;  ///< one or two parameters, each for parseVariation()
  std::optional<std::uint64_t> frame;
  std::filesystem::path out;  ///< file of the contact sheet, .png
  ClusterOptions cluster;
};

/// Options of `ooze list`, which prints scenes, materials, methods, parameters or commands.
struct ListOptions {
  enum class What { Scenes, Materials, Methods, Parameters, Commands } what = What::Scenes;
  bool json = false;
  std::string
      markdown;  ///< key of the method whose parameters are printed as a table for the manual; "": none
};

/// Options of `ooze diff`, which compares two runs.
struct DiffOptions {
  std::filesystem::path a, b;  ///< two saves, or two golden files
  int threads = 0;             ///< number of threads; 0: every core
};

/// Options of `ooze thumbnails`, which renders the pictures of scenes and materials.
struct ThumbnailsOptions {
  std::vector<std::string> names;  ///< names of scenes and materials; empty: all that ship with Ooze
  std::filesystem::path out;       ///< output folder, for scenes/ and materials/
  std::optional<Detail> detail;    ///< level of detail; unset: detail of the pictures that ship with Ooze
  int threads = 0;                 ///< number of threads; 0: every core
};

/// Options of `ooze verify`, which measures a method against laws of physics.
struct VerifyOptions {
  std::string method;     ///< key of the method; "": every method
  std::string only;       ///< key of one law; "": all laws
  std::string report;     ///< report file; "" for none, "-" for standard output
  bool list = false;      ///< lists the laws without running them
  bool markdown = false;  ///< prints the table of the method's page in the manual
  int threads = 0;        ///< number of laws at a time; 0: one for every core
};

/// A shell whose completion Ooze supports.
enum class Shell { Bash, Zsh, Fish };

/// Options of `ooze completion`, which prints a script for a shell.
struct CompletionOptions {
  Shell shell = Shell::Bash;
};

/// Returns the version of the program, such as "0.1.0".
const char* programVersion();

/// A command with its one-line description.
struct CommandSummary {
  std::string name;  ///< name of the command, such as "run"; "": the program itself
  std::string help;
};

/// Lists the program itself, then every command.
std::vector<CommandSummary> commandSummaries();

/// An option of a command, as manual, manual page and completion describe it.
struct CommandOption {
  std::string command;             ///< name of the command, such as "run"; "": the program itself
  std::vector<std::string> names;  ///< "-h" and "--help", or "SCENE" of an argument without a flag
  std::string standard;            ///< default as text, where the program knows one; "": it does not
  std::string values;              ///< the kind of value and its range, as the help prints them
  std::string help;                ///< description of one line
  bool required = false;
  bool takesValue = false;  ///< false for a flag
  bool repeats = false;     ///< whether it may be given several times
};

/// Lists every option of every command.
std::vector<CommandOption> commandOptions();

/// Parses a frame range. @throws InputError unless the text is A, A:B or A:B:S with A <= B and S >= 1
FrameRange parseFrameRange(const std::string& text);

/// Parses a camera.
/// @throws InputError unless the text is X,Y,Z:X,Y,Z or X,Y,Z:X,Y,Z:DEGREES, with different eye and target
CameraSpec parseCamera(const std::string& text);
/// Parses any of "turn=40,height=-10,brightness=1.5,colour=#ffe0b0,exposure=0.5".
/// @throws InputError with a suggestion
LightSpec parseLight(const std::string& text);

/// Parses the command line and runs the command. An error is printed as one line on stderr.
/// @return exit code: 0 on success, 1 on failure at run time, 2 for bad input or usage
int runProgram(int argc, const char* const* argv);

}  // namespace ooze
