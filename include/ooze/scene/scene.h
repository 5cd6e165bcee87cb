// Scenes and materials: JSON files to and from what a World is made of.
#pragma once

#include "ooze/base/installation.h"
#include "ooze/world/world.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Resolution of a scene: sets the interaction radius.
enum class Detail { Coarse, Medium, Fine };
/// @throws InputError with a suggestion
Detail parseDetail(std::string_view word);
/// "coarse", "medium" or "fine".
std::string_view detailWord(Detail detail);

/// Where the camera stands when a scene opens.
struct CameraSpec {
  Vec3 eye{0.35f, 0.28f, 0.5f};  ///< [m]
  Vec3 target{0.f, 0.1f, 0.f};   ///< [m]
  float fieldOfView = 40.f;      ///< vertical [degrees]
};

/// Changes to the light that the surroundings have.
struct LightSpec {
  float turn = 0.f;                   ///< of all lamps about the vertical, -180 .. 180 [degrees]
  float height = 0.f;                 ///< that the key light stands higher, -60 .. 60 [degrees]
  float brightness = 1.f;             ///< of the key light over its own, 0 .. 4 [1]
  std::uint32_t colour = 0xffffffff;  ///< filter before the key light, 0xAABBGGRR, sRGB
  float exposure = 0.f;               ///< -4 .. 4 [stops]

  bool operator==(const LightSpec&) const = default;
};

/// How a scene is drawn when it opens.
struct LookSpec {
  std::string view = "surface";       ///< surface, liquid, spheres or points
  std::string colour;                 ///< a key of quantitiesOf(); "": the view's own
  std::string background = "studio";  ///< studio, sky, dark or white
  std::filesystem::path panorama;  ///< a Radiance picture (.hdr) in its place; "": none. It may not be there
  LightSpec light;                 ///< changes to the light
  float spray = 1.f;  ///< how much of the spray, foam and bubbles of thin liquids is drawn, 0 .. 1
};

/// The moment at which a scene looks its best, for its small picture.
struct ThumbnailSpec {
  double time = 0.0;                 ///< [s]; 0: chosen by the scene's duration
  std::optional<CameraSpec> camera;  ///< unset: the scene's own
};

/// A scene as its file describes it.
struct Scene {
  std::string name;                ///< file name without .json
  std::string title;               ///< for people
  std::string description;         ///< one sentence
  std::string figure;              ///< the paper's figure that it reproduces, or ""
  double duration = 10.0;          ///< how long it is worth watching [s]
  ThumbnailSpec thumbnail;         ///< moment and camera of the small picture
  Detail detail = Detail::Medium;  ///< detail that the scene was loaded with
  WorldSpec world;                 ///< specification to make a World with
  CameraSpec camera;               ///< camera when the scene opens
  LookSpec look;                   ///< view, colours and light when the scene opens
  std::filesystem::path file;      ///< file that the scene was read from
  std::string source;              ///< the file's text, kept in saves
  std::vector<std::string> notes;  ///< what a user should be told: "the scanned bunny is not installed; ..."
};

/// Folders with scenes/, materials/, schema/ in them, best first: $OOZE_ASSETS, beside the program
/// (`assets` and `../share/ooze/assets`), the prefixes of addInstallPrefix(). A program built in Ooze's own
/// tree has that tree's assets too.
std::vector<std::filesystem::path> assetFolders();
/// @throws RunError that names the folders if none of them has it
std::filesystem::path findAsset(const std::filesystem::path& relative);

/// Loads a scene by name (under assets/scenes) or path.
/// @param method  under which it is read, whatever the file says; "": the file's own. Materials are then the
///                method's of the same looks, with the scene's densities and colours, and particles as large;
///                a note of the scene says what it cannot be told
/// @throws InputError "FILE:LINE: what is wrong; did you mean ...?"
Scene loadScene(std::string_view nameOrPath, Detail detail = Detail::Medium, std::string_view method = {});
/// What the file says at this detail, without its shapes: quick, but no world can be made of it.
/// @throws InputError as loadScene
Scene outlineScene(std::string_view nameOrPath, Detail detail, std::string_view method = {});
/// As loadScene from text already in memory. @param file  stands in messages, and its folder resolves meshes
/// @throws InputError as loadScene
Scene parseScene(const std::string& text, const std::filesystem::path& file, Detail detail);

/// True if what stands for a background is the name of a picture.
bool isPanorama(std::string_view background);
/// Where a picture of this name is: beside `beside`, else in the user's folder `surroundings`.
std::filesystem::path findPanorama(const std::filesystem::path& name, const std::filesystem::path& beside);

/// Loads a material by name (under assets/materials) or path.
/// @throws InputError as loadScene
MaterialDefinition loadMaterial(std::string_view nameOrPath, std::string_view method);
/// The material as the text of a material file; loads back to the same values.
/// @param title  for people; "": the material's name
std::string materialToJson(const MaterialDefinition& material, std::string_view method,
                           std::string_view title = {}, std::string_view description = {});

/// What lists show of a scene or a material.
struct Listing {
  /// What a listing is of.
  enum class Kind { Scene, Material } kind = Kind::Scene;
  std::string name, title, description;  ///< file name without .json; title and sentence for people
  std::filesystem::path file;            ///< file of the scene or material
  std::string error;                     ///< why it does not load, or ""
  std::string figure;                    ///< the paper's figure that a scene reproduces, or ""
  std::string method;                    ///< key; "" if it does not load
  std::string material, look;         ///< of a material: what it is called where it is used, and looks like
  std::uint32_t colour = 0xff808080;  ///< of the material, or of a scene's first one
  bool own = false;                   ///< in the user's folder: it may be renamed and deleted
};
/// Every file of the assets and of the user's folder, also those that do not load. By name a shipped file is
/// found before one of the user's, so that scenes mean the same to everyone; by path each is reached.
std::vector<Listing> listScenes();
/// Lists the materials, in the same order. Never fails.
std::vector<Listing> listMaterials();

/// True if the scanned Stanford bunny is installed; else a procedural one takes its place.
bool hasScannedBunny();

}  // namespace ooze
