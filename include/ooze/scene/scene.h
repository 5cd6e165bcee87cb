// Scenes and materials: reads JSON files into a WorldSpec and writes materials back as JSON.
#pragma once

#include "ooze/base/installation.h"
#include "ooze/world/world.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Resolution of a scene: sets the interaction radius. Draft is coarser than Coarse; saves store the numbers.
enum class Detail { Coarse = 0, Medium = 1, Fine = 2, Draft = 3 };
/// All details, in ascending resolution.
inline constexpr std::array kDetails{Detail::Draft, Detail::Coarse, Detail::Medium, Detail::Fine};
/// Parses "draft", "coarse", "medium" or "fine".
/// @throws InputError with a suggestion if the word is another one
Detail parseDetail(std::string_view word);
/// Returns the word of a detail level: "draft", "coarse", "medium" or "fine".
std::string_view detailWord(Detail detail);

/// Initial position and field of view of the camera.
struct CameraSpec {
  Vec3 eye{0.35f, 0.28f, 0.5f};  ///< position of the camera [m]
  Vec3 target{0.f, 0.1f, 0.f};   ///< centre of the view, not at the eye [m]
  float fieldOfView = 40.f;      ///< vertical field of view, 5 .. 120 [degrees]
};

/// Changes to the lighting of the environment.
struct LightSpec {
  float turn = 0.f;                   ///< rotation of all lamps about the vertical, -180 .. 180 [degrees]
  float height = 0.f;                 ///< elevation added to the key light, -60 .. 60 [degrees]
  float brightness = 1.f;             ///< factor on the brightness of the key light, 0 .. 4 [1]
  std::uint32_t colour = 0xffffffff;  ///< colour filter of the key light, 0xAABBGGRR, sRGB
  float exposure = 0.f;               ///< exposure compensation, -4 .. 4 [stops]

  bool operator==(const LightSpec&) const = default;
};

/// Display settings of a scene: view, colours, background, light and spray.
struct LookSpec {
  std::string view = "surface";  ///< kind of liquid rendering: surface, tracked, skin, spheres or points
  std::string colour;            ///< colouring quantity, a key of quantitiesOf(); "": the default of the view
  std::string background = "studio";  ///< background of the picture: studio, sky, dark or white
  std::filesystem::path panorama;     ///< file (.hdr, .exr) used as environment map; "": none. The file may
                                      ///< be missing
  LightSpec light;                    ///< changes to the lighting of the environment
  float spray = 1.f;  ///< fraction of the spray, foam and bubbles of thin liquids that is drawn, 0 .. 1
};

/// The moment of the scene that its thumbnail shows.
struct ThumbnailSpec {
  double time = 0.0;  ///< time of the picture, 0 .. 86400 [s]; 0: derived from the scene's duration
  std::optional<CameraSpec> camera;  ///< camera of the thumbnail; unset: the camera of the scene
};

/// A scene as read from a file: a WorldSpec plus title, camera and look.
struct Scene {
  std::string name;                ///< name of the scene: the file name without .json
  std::string title;               ///< title of the scene for users
  std::string description;         ///< description of the scene for users, in one sentence
  std::string figure;              ///< figure of the paper that the scene reproduces; "" if none
  double duration = 10.0;          ///< duration that is worth watching, 0.01 .. 86400 [s]
  ThumbnailSpec thumbnail;         ///< moment and camera of the small picture
  Detail detail = Detail::Medium;  ///< detail that the scene was loaded with
  WorldSpec world;                 ///< specification to make a World with
  CameraSpec camera;               ///< camera when the scene opens
  LookSpec look;                   ///< view, colours and light when the scene opens
  std::filesystem::path file;      ///< file that the scene was read from
  /// Other files that the scene names: materials, meshes, environment maps and upstream scenes. They may be
  /// missing.
  std::vector<std::filesystem::path> inputs;
  std::string source;              ///< JSON text of the file, embedded in save files
  std::vector<std::string> notes;  ///< warnings for the user: "the scanned bunny is not installed; ..."
};

/// Returns a title with the kind of its method (MethodRow::kind): "Honey on the bunny (springs)". Files hold
/// the title without the kind, and whatever shows a title of a scene or a material appends the kind by this
/// function.
/// @param method  MethodRow::key; "": the title alone
/// @throws InputError if no method has this key
std::string titleWithMethod(std::string_view title, std::string_view method);
/// Returns a scene's title, or its name where there is no title, with the kind of the scene's present method.
std::string shownTitle(const Scene& scene);

/// Returns the asset folders (with scenes/, materials/ and schema/ in them) that exist, in search order:
/// $OOZE_ASSETS, folders beside the program, those of installPrefixes(), and without these the source tree.
std::vector<std::filesystem::path> assetFolders();
/// Returns the path of an asset in the first folder of assetFolders() that contains the asset.
/// @param relative  path within an asset folder
/// @throws RunError if no asset folder contains the file
std::filesystem::path findAsset(const std::filesystem::path& relative);

/// Loads a scene by name or by path, and builds its shapes. Sampling a mesh for the first time is slow; the
/// samples are cached on disk. Scenes are found by name in assetFolders() and in userScenesFolder().
/// @param method  key of the method to convert the scene to; "": the file's own method. The converted scene
///                takes the method's materials with the same looks, keeps densities, colours and particle
///                sizes, and lists in `notes` what cannot be converted
/// @throws InputError "FILE:LINE: what is wrong; did you mean ...?", or in one line if there is no such scene
///         or method, the file cannot be read, or the scene cannot be converted
Scene loadScene(std::string_view nameOrPath, Detail detail = Detail::Medium, std::string_view method = {});
/// Reads a scene without building its shapes. Reading is quick, but a World cannot be made from the result:
/// shapes of bodies and liquids are null.
/// @throws InputError as loadScene
Scene loadSceneWithoutShapes(std::string_view nameOrPath, Detail detail, std::string_view method = {});
/// Returns the present name of a scene that an earlier version shipped under another name. Any other name is
/// returned unchanged. Whatever reads or compares a scene's name passes it through here.
std::string currentSceneName(std::string_view name);
/// Parses a scene from text in memory, and builds its shapes.
/// @param text  JSON text
/// @param file  path for messages; mesh paths are relative to the folder of this file
/// @throws InputError as loadScene
Scene parseScene(const std::string& text, const std::filesystem::path& file, Detail detail);

/// Returns true if the value of "background" names an environment map file: ends in .hdr or .exr.
bool isPanorama(std::string_view background);
/// Finds an environment map by name: in the folder `beside`, then in the user's folder `surroundings`.
std::filesystem::path findPanorama(const std::filesystem::path& name, const std::filesystem::path& beside);

/// Loads a material by name (under assets/materials, then in the user's folder) or by path.
/// @param method  MethodRow::key; the material must be made for this method
/// @throws InputError as loadScene
MaterialDefinition loadMaterial(std::string_view nameOrPath, std::string_view method);
/// Returns the material as the JSON text of a material file. Loading the text gives the same values.
/// @param material     one value per row of MethodRow::parameters()
/// @param method       MethodRow::key
/// @param title        title for people; "": the material's name
/// @param description  one sentence; "": none
/// @throws InputError if there is no such method
/// @throws std::out_of_range if values are missing
std::string materialToJson(const MaterialDefinition& material, std::string_view method,
                           std::string_view title = {}, std::string_view description = {});

/// An entry of a list of scenes or materials.
struct Listing {
  /// Whether the entry is a scene or a material.
  enum class ListingKind { Scene, Material } kind = ListingKind::Scene;
  std::string name, title, description;  ///< file name without .json; title and sentence for users
  std::filesystem::path file;            ///< file of the scene or material
  std::string error;                     ///< error message if the file does not load; "" if the file loads
  std::string figure;                    ///< figure of the paper that a scene reproduces; "" if none
  std::string method;                    ///< key of the method; "" if the file does not load
  std::string material, look;            ///< for a material: its name in scenes and commands, and its look
  std::uint32_t colour = 0xff808080;     ///< 0xAABBGGRR, sRGB: the material, or the scene's first material
  bool own = false;  ///< true if the file lies in the user's folder and may be renamed and deleted
};
/// Returns the text that lists show for an entry, for example "Honey on the bunny (springs)": the title, or
/// the name if there is no title, with the kind of the method in brackets.
std::string shownTitle(const Listing& listing);
/// Lists every scene (or material) of the asset folders and of the user's folder, including files that do not
/// load. A shipped file takes precedence over a file of the same name in the user's folder, so that names
/// mean the same for every user; any file can be reached by its path.
/// @return shipped files by name, then the user's files by name
std::vector<Listing> listScenes();
/// Lists every material, in the same way as listScenes().
std::vector<Listing> listMaterials();

/// Returns true if the scanned Stanford bunny is installed. Otherwise a procedural bunny replaces the scan.
bool hasScannedBunny();

}  // namespace ooze
