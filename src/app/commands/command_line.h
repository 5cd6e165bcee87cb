// The command line: what each command was asked to do.
#pragma once

#include "ooze/scene/scene.h"

#include "app/exports/exports.h"
#include "app/pictures/picture_choice.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// What every command that opens a scene shares.
struct SceneChoice {
  std::string scene;             ///< a name under assets/scenes, or a path
  std::string method;            ///< under which it is read; "": its own
  std::optional<Detail> detail;  ///< unset: the command's own default
  int threads = 0;               ///< 0: every core
  std::vector<std::string>
      assignments;  ///< KEY=VALUE, each a command before the first step (parseAssignment)
};

/// `ooze [SCENE]`
struct WindowOptions {
  SceneChoice choice;
  std::filesystem::path report;  ///< "" none; rewritten after frames, and when the window closes
  double autosave = 30.0;        ///< between saves on the side [s]; 0: none
};

/// `ooze run`
struct RunOptions {
  SceneChoice choice;
  std::optional<std::uint64_t> frames;  ///< total length of the run; unset: the scene's duration
  std::string report;                   ///< "" none, "-" standard output
  ExportOptions exports;
  std::string colour;  ///< a key of quantitiesOf(), for the exports; "": the own look
  std::filesystem::path save;
  std::filesystem::path saveScene;  ///< "" none; what the world is at the end, as a scene to start from
  std::filesystem::path restore;
  std::filesystem::path replay;
  std::filesystem::path golden;  ///< "" none; recorded if it is new, else compared with
  std::filesystem::path trace;   ///< "" none; when each stage of each step ran
  std::filesystem::path bands;   ///< "" none; a folder for what other scenes' sources take
};

/// Frames first, first + step, ... up to last.
struct FrameRange {
  std::uint64_t first = 0, last = 0, step = 1;
};

/// `ooze render`
struct RenderOptions : PictureChoice {
  SceneChoice choice;
  std::filesystem::path restore;  ///< a save to go on from; "": from the scene's start
  FrameRange frames;
  std::filesystem::path out;  ///< .png (with %04d one a frame), .mp4, .webp, .gif, or a folder
  bool turntable = false;     ///< the camera goes round the target ...
  std::uint64_t turn = 0;     ///< ... once in so many pictures; 0: in all of them
  bool transparent = false;
  int supersample = 1;
};

/// `ooze sweep`
struct SweepOptions : PictureChoice {
  SweepOptions() { width = 360, height = 270; }  // of each picture

  SceneChoice choice;
  std::vector<std::string> vary;  ///< one or two, each for parseVariation()
  std::optional<std::uint64_t> frame;
  std::filesystem::path out;  ///< .png
};

/// `ooze list`
struct ListOptions {
  enum class What { Scenes, Materials, Methods, Parameters } what = What::Scenes;
  bool json = false;
  std::string
      markdown;  ///< key of the method whose parameters are printed as a table for the manual; "": none
};

/// `ooze diff`
struct DiffOptions {
  std::filesystem::path a, b;  ///< two saves, or two golden files
  int threads = 0;             ///< 0: every core
};

/// `ooze thumbnails`
struct ThumbnailsOptions {
  std::vector<std::string> names;  ///< of scenes and materials; empty: all that ship
  std::filesystem::path out;       ///< a folder, for scenes/ and materials/
  std::optional<Detail> detail;    ///< unset: what pictures that ship have
  int threads = 0;                 ///< 0: every core
};

/// An option of a command, as the manual has to describe it.
struct CommandOption {
  std::string command;             ///< "run"; "": the program itself
  std::vector<std::string> names;  ///< "-h" and "--help", or "SCENE" of an argument without a flag
  std::string standard;            ///< default as text, where the program knows one; "": it does not
  std::string values;              ///< the kind of value and its range, as the help prints them
  bool required = false;
};

/// Lists every option of every command.
std::vector<CommandOption> commandOptions();

/// @throws InputError unless it is A, A:B or A:B:S with A <= B and S >= 1
FrameRange parseFrameRange(const std::string& text);

/// @throws InputError unless it is X,Y,Z:X,Y,Z or X,Y,Z:X,Y,Z:DEGREES, eye and target apart
CameraSpec parseCamera(const std::string& text);
/// "turn=40,height=-10,brightness=1.5,colour=#ffe0b0,exposure=0.5", any of them.
/// @throws InputError with a suggestion
LightSpec parseLight(const std::string& text);

/// Parses the command line and carries it out.
/// @return the exit code: 0 done, 1 failed while running, 2 bad input or usage. An error is one line on
/// stderr.
int runProgram(int argc, const char* const* argv);

}  // namespace ooze
