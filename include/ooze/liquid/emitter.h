// Emitters: nozzles that pour liquid in layers of the rest lattice, or let drops rain.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/math.h"
#include "ooze/liquid/seeds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Shape of a nozzle's opening.
enum class NozzleShape {
  Disc,
  Square,
  Shower  ///< a square that releases scattered drops
};

/// A keyframe of a nozzle's position and direction.
struct NozzleKey {
  double time;     ///< time of the keyframe [s]
  Vec3 position;   ///< centre of the opening [m]
  Vec3 direction;  ///< direction in which the nozzle pours, a unit vector
};

/// Specification of an emitter, as a scene file defines it.
struct EmitterSpec {
  std::string name = "nozzle";            ///< name of the nozzle, unique in a world
  NozzleShape shape = NozzleShape::Disc;  ///< shape of the opening
  Vec3 position{0.f};                     ///< centre of the opening [m]
  Vec3 direction{0.f, -1.f, 0.f};         ///< direction in which the nozzle pours, a unit vector
  std::vector<NozzleKey> keys;  ///< ascending in time; without keys position and direction are constant. A
                                ///< command that moves the nozzle deletes the keys.
  float radius = 0.01f;         ///< radius of the disc, or half the side of the square; 1e-4 .. 1 [m]
  float speed = 1.f;            ///< speed of the liquid at the opening, 0 .. 20; sets the flow rate [m/s]
  float coverage = 0.02f;       ///< shower only: volume flow over (area times speed), above 0 and up to 1 [1]
  float dropRadius = 0.f;       ///< shower only: radius of the drops, each at least one particle; 0 .. 10 [m]
  double start = 0.0;           ///< time at which the nozzle opens [s]
  double stop = 1e9;            ///< time at which the nozzle closes [s]
  std::uint64_t particleLimit = UINT64_MAX;  ///< the nozzle closes after this number of particles
  float volumeLimit = 0.f;                   ///< the nozzle closes after this volume [m^3]; 0 for no limit
  std::uint16_t material = 0;  ///< material that the nozzle pours, an index into the world's materials
  bool enabled = true;         ///< true if the nozzle may pour; false keeps the nozzle closed
};

/// Returns the lattice points that form a drop of a shower, relative to the drop's centre [m]. The drop's
/// volume is the number of points times spacing^3, which may differ from the volume of a sphere of this
/// radius.
/// @param radius   intended radius of the drop [m]
/// @param spacing  distance between lattice points, above 0 [m]
/// @return at least the centre
std::vector<Vec3> dropPoints(float radius, float spacing);

/// Generates the release positions of a shower's drops on the unit square with periodic sides. Sparse drops
/// use best-candidate Poisson-disk sampling, dense drops a jittered quasi-random sequence. Any few
/// consecutive drops keep a minimum distance, so that no drop is released inside another. The result depends
/// on the arguments alone; the members only cache recent positions. The sequence restarts after every
/// kRestartPeriod drops, which bounds the work of a call. Not thread-safe.
class DropSampler {
 public:
  static constexpr std::uint64_t kRestartPeriod =
      1u << 20;  ///< number of drops after which the sequence restarts

  /// Returns the position of a drop in the unit square, each coordinate in [0, 1). Dense drops follow the
  /// additive sequence of the plastic number (Roberts 2018).
  /// @param n      number of the drop; ascending numbers are cheapest
  /// @param few    number of consecutive drops that keep their distance, at least 1
  /// @param clear  minimum distance between these drops, over the side of the square [1]
  Vec2 at(std::uint64_t n, std::size_t few, float clear);

 private:
  std::vector<Vec2> recent_;  ///< ring buffer of the last few positions; drop k of a spell is at k % few
  std::uint64_t next_ = 0;
  std::size_t few_ = 0;
  float clear_ = 0.f;
};

/// The last part of a nozzle's pipe, in which liquid keeps the speed of the nozzle (velocity inlet). Without
/// this part, the free surface behind the newest layer pulls the layer into the jet.
struct JetPipe {
  Vec3 opening;            ///< centre of the opening, where the pipe begins [m]
  Vec3 direction;          ///< unit vector along the jet
  float radius, length;    ///< radius, or half the side of a square pipe; length along the jet [m]
  NozzleShape shape;       ///< cross section
  float speed;             ///< speed of the liquid [m/s]
  std::uint16_t material;  ///< material of the liquid

  /// Returns whether a particle belongs to the jet: it is in the pipe, of the jet's material, and moves along
  /// the pipe with at least half of the speed. Liquid at rest around a blocked nozzle does not belong to the
  /// jet.
  [[nodiscard]] bool guides(const Vec3& position, const Vec3& velocity, std::uint16_t materialIndex) const;
};

/// A running emitter: its live specification and its progress. Not thread-safe.
class Emitter {
 public:
  /// Makes an emitter that has emitted nothing yet.
  explicit Emitter(EmitterSpec spec) : spec_(std::move(spec)) {}

  /// Returns the live specification, which commands may change.
  [[nodiscard]] const EmitterSpec& spec() const { return spec_; }
  /// Returns the live specification for changes. The caller keeps the values within their ranges.
  EmitterSpec& spec() { return spec_; }
  /// Returns the number of particles emitted so far.
  [[nodiscard]] std::uint64_t emitted() const { return emitted_; }

  /// Opens or closes the nozzle. A nozzle closes by itself after pouring its limit. Opening the nozzle again
  /// allows the same amount once more.
  void setEnabled(bool enabled);

  /// Emits the layers or drops that leave the nozzle in [time, time + dt). Each moves on for the rest of the
  /// step after it left, so that the spacing along the jet does not depend on dt.
  /// @param time     begin of the step [s]
  /// @param dt       length of the step [s]
  /// @param spacing  rest spacing of the material, above 0 [m]
  /// @param colour   0xAABBGGRR, sRGB
  /// @param room     maximum number of particles to emit
  /// @param lattice  arrangement of the particles in a jet; a shower ignores it
  /// @return new particles in world space, with LiquidSeeds::elapsed left at 0; no particles while the nozzle
  ///         is closed and between two layers or drops
  [[nodiscard]] LiquidSeeds emit(double time, float dt, float spacing, std::uint32_t colour,
                                 std::uint64_t room, JetLattice lattice = JetLattice::Layers);

  /// Returns the end of the pipe; nothing while the nozzle is closed, and for a shower.
  /// @param time     time in the world [s]
  /// @param spacing  rest spacing of the material [m]
  /// @param length   length of the pipe [m]
  [[nodiscard]] std::optional<JetPipe> pipe(double time, float spacing, float length) const;

  /// Serializes the progress, and the position, direction, radius, speed and switch of the specification.
  void save(ByteWriter& out) const;
  /// Restores the output of save(). The caller must validate spec() against the limits of commands.
  /// @param spacingLimit  upper bound of all spacings passed to emit() [m]
  /// @throws InputError if the bytes end early or the progress is invalid; the emitter is then partly
  ///         restored
  void restore(ByteReader& in, float spacingLimit);
  /// Serializes the length of the jet, for liquid with texture coordinates. Without this value the jet
  /// restarts.
  void saveJet(ByteWriter& out) const { out.value(jet_); }
  /// Restores the length of the jet.
  /// @throws InputError if the bytes end early or the value is invalid
  void restoreJet(ByteReader& in);

 private:
  void addLayers(LiquidSeeds& seeds, double time, float dt, float spacing, std::uint64_t left,
                 JetLattice lattice);
  void addDrops(LiquidSeeds& seeds, double time, float dt, float spacing, std::uint64_t left);

  EmitterSpec spec_;
  DropSampler places_;
  float travelled_ =
      0.f;  ///< distance since the last layer [m]; for a shower the accrued fraction of the next drop [1]
  Vec3 jet_{0.f};  ///< integral of the velocity over the time that the nozzle was open [m]
  std::uint64_t emitted_ = 0;
  std::uint64_t emittedBefore_ = 0;  ///< value of emitted_ when the nozzle was last opened
};

}  // namespace ooze
