// A nozzle that pours liquid on the rest lattice, or lets it rain.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/math.h"
#include "ooze/liquid/seeds.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

/// Shape of a nozzle's opening.
enum class NozzleShape {
  Disc,
  Square,
  Shower  ///< a square that lets drops fall, scattered
};

/// A keyframe of a nozzle's position and direction.
struct NozzleKey {
  double time;     ///< [s]
  Vec3 position;   ///< centre of the opening [m]
  Vec3 direction;  ///< unit
};

/// Specification of a nozzle, as a scene file defines it.
struct EmitterSpec {
  std::string name = "nozzle";            ///< unique in a world
  NozzleShape shape = NozzleShape::Disc;  ///< shape of the opening
  Vec3 position{0.f};                     ///< centre of the opening [m]
  Vec3 direction{0.f, -1.f, 0.f};         ///< unit
  std::vector<NozzleKey> keys;  ///< ascending in time; empty: position and direction hold. A command that
                                ///< moves the nozzle drops them.
  float radius = 0.01f;         ///< of the disc, or half the side of the square [m]
  float speed = 1.f;            ///< of the liquid as it leaves; sets the rate [m/s]
  float coverage = 0.02f;       ///< of a shower: liquid over opening times speed [1]
  float dropRadius = 0.f;       ///< of a shower's drops, which are one particle at least [m]
  double start = 0.0;           ///< [s]
  double stop = 1e9;            ///< [s]
  std::uint64_t particleLimit = UINT64_MAX;  ///< the nozzle closes after this number of particles
  float volumeLimit = 0.f;                   ///< stop after this much liquid [m^3]; 0: no such limit
  std::uint16_t material = 0;                ///< index into the world's materials
  bool enabled = true;                       ///< false: closed
};

/// The points of the rest lattice that a shower's drop consists of, round its middle. Their number times
/// spacing^3 is the drop's volume, whatever its radius says.
std::vector<Vec3> dropOf(float radius, float spacing);

/// Where a shower lets its drops out: places scattered over the unit square, whose opposite sides count as
/// one, so that any few in a row keep clear of each other and no drop is let out into another. A function of
/// its arguments; what it keeps only spares work, and so that this is bounded the places begin afresh after
/// each kSpell drops.
class DropPlaces {
 public:
  static constexpr std::uint64_t kSpell = 1u << 20;  ///< number of drops after which the sequence restarts

  /// @param n      number of the drop
  /// @param few    drops in a row that keep clear of each other
  /// @param clear  distance between them, of the square's side
  Vec2 at(std::uint64_t n, std::size_t few, float clear);

 private:
  std::vector<Vec2> recent_;  ///< the last few, drop k of a spell in place k % few
  std::uint64_t next_ = 0;
  std::size_t few_ = 0;
  float clear_ = 0.f;
};

/// An emitter at work: its specification, live, and how far it has come.
class Emitter {
 public:
  /// Makes an emitter that has emitted nothing yet.
  explicit Emitter(EmitterSpec spec) : spec_(std::move(spec)) {}

  /// Returns the live specification, which commands may change.
  [[nodiscard]] const EmitterSpec& spec() const { return spec_; }
  /// Returns the live specification for changes.
  EmitterSpec& spec() { return spec_; }
  /// Returns the number of particles emitted so far.
  [[nodiscard]] std::uint64_t emitted() const { return emitted_; }

  /// Opens or closes the nozzle. A nozzle that has poured its limit closes by itself; opened again, it may
  /// pour as much once more.
  void setEnabled(bool enabled);

  /// The layers or drops that leave the nozzle in [time, time + dt), each moved on by the rest of the step
  /// after it left, so that the spacing along the jet does not depend on dt.
  /// @param spacing  rest spacing of the material [m]
  [[nodiscard]] LiquidSeeds emit(double time, float dt, float spacing, std::uint32_t colour,
                                 std::uint64_t room);

  /// Serializes the specification and the progress.
  void save(ByteWriter& out) const;
  /// What a command may not have set of spec() is for the caller to refuse.
  /// @param spacingLimit  more than any spacing that emit() was called with [m]
  /// @throws InputError if the bytes end early or the progress makes no sense
  void restore(ByteReader& in, float spacingLimit);
  /// How far its jet has come, for liquid that carries texture coordinates; without this it begins anew.
  void saveJet(ByteWriter& out) const { out.value(jet_); }
  /// @throws InputError likewise
  void restoreJet(ByteReader& in);

 private:
  void addLayers(LiquidSeeds& seeds, double time, float dt, float spacing, std::uint64_t left);
  void addDrops(LiquidSeeds& seeds, double time, float dt, float spacing, std::uint64_t left);

  EmitterSpec spec_;
  DropPlaces places_;
  float travelled_ =
      0.f;         ///< since the last layer [m]; of a shower the part of the next drop that is due [1]
  Vec3 jet_{0.f};  ///< the sum of velocity times time while it was open [m]
  std::uint64_t emitted_ = 0;
  std::uint64_t emittedBefore_ = 0;  ///< when the nozzle was last opened
};

}  // namespace ooze
