// Additional per-particle arrays of a method.
// All operations on particles (sorting, erasing, keeping and restoring, serialization) apply to every added
// array in one place.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "liquid/state_bounds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ooze {

/// The length of an array.
enum class ArrayExtent {
  All,           ///< one value for every particle, always
  WhileBegun,    ///< one value for every particle from ParticleArrays::begin() to end(); empty otherwise
  MayBeShorter,  ///< may be shorter than the number of particles; values beyond its end are the fill value
};

/// The description of an array that a method adds.
template <class T>
struct ParticleArray {
  T fill{};  ///< value that new particles get
  ArrayExtent extent = ArrayExtent::All;
  /// Returns true if a time step can produce this value; null: every value is valid.
  bool (*isSound)(const T&, const StateBounds&) = nullptr;
  /// True if older saves lack this array; reading such a save leaves the array empty. Late arrays follow all
  /// others.
  bool late = false;
};

/// Storage type of an array: a vector of values, or a structure of arrays for Vec3.
template <class T>
struct ArrayStorage {
  using Type = std::vector<T>;
};
template <>
struct ArrayStorage<Vec3> {
  using Type = Vec3Array;
};

/// Identifies an array of a ParticleArrays and of all its copies.
template <class T>
class ArrayKey {
 public:
  ArrayKey() = default;

 private:
  friend class ParticleArrays;
  explicit ArrayKey(std::size_t at) : at_(at) {}
  std::size_t at_ = 0;
};

// Serialization of plain arrays and of Vec3 arrays, with one interface.
void saveVectors(ByteWriter& out, const Vec3Array& values, std::size_t count);
inline void saveValues(ByteWriter& out, const Vec3Array& values) { saveVectors(out, values, values.size()); }
template <class T>
void saveValues(ByteWriter& out, const std::vector<T>& values) {
  out.array(values);
}
/// @throws InputError if the coordinate arrays differ in length
void readValues(ByteReader& in, Vec3Array& values);
template <class T>
void readValues(ByteReader& in, std::vector<T>& values) {
  values = in.array<T>();
}

/// The set of per-particle arrays that a method adds. Copyable, so every copy of a method has its own arrays.
class ParticleArrays {
 public:
  ParticleArrays() = default;
  ParticleArrays(const ParticleArrays& other);
  ParticleArrays& operator=(const ParticleArrays& other);
  ParticleArrays(ParticleArrays&&) noexcept = default;
  ParticleArrays& operator=(ParticleArrays&&) noexcept = default;
  ~ParticleArrays() = default;

  /// Adds an empty array.
  template <class T>
  ArrayKey<T> add(const ParticleArray<T>& described) {
    arrays_.push_back(std::make_unique<Values<T>>(described));
    return ArrayKey<T>(arrays_.size() - 1);
  }
  template <class T>
  [[nodiscard]] typename ArrayStorage<T>::Type& operator[](ArrayKey<T> key) {
    return static_cast<Values<T>&>(*arrays_[key.at_]).values;
  }
  template <class T>
  [[nodiscard]] const typename ArrayStorage<T>::Type& operator[](ArrayKey<T> key) const {
    return static_cast<const Values<T>&>(*arrays_[key.at_]).values;
  }

  /// Starts an array: from now on it holds one value for each of `count` particles. Existing values stay.
  template <class T>
  void begin(ArrayKey<T> key, std::size_t count) {
    arrays_[key.at_]->begun = true;
    arrays_[key.at_]->grow(count);
  }
  /// Ends an array and removes its values.
  template <class T>
  void end(ArrayKey<T> key) {
    arrays_[key.at_]->begun = false;
    arrays_[key.at_]->clear();
  }
  template <class T>
  [[nodiscard]] bool hasBegun(ArrayKey<T> key) const {
    return arrays_[key.at_]->begun;
  }

  // Operations that mirror changes of the particles.
  /// Permutes all arrays: the new particle i is the old order[i].
  void sort(std::span<const std::uint32_t> order, const Threads& threads);
  /// Removes particle i; the last of `count` particles takes its place.
  void remove(std::size_t i, std::size_t count);
  /// Extends the arrays to `count` particles; the last ones are new and get the fill value.
  void grow(std::size_t count);
  /// Copies the values of particle k of `from`, which picked() made, to particle i, the last particle.
  /// Arrays that are empty in `from` stay unchanged; arrays with values in `from` are started.
  void take(std::size_t i, const ParticleArrays& from, std::size_t k);

  /// Returns the same arrays without values.
  [[nodiscard]] ParticleArrays blank() const;
  /// Returns the arrays restricted to these particles.
  [[nodiscard]] ParticleArrays picked(std::span<const std::uint32_t> particles) const;

  /// Serializes all arrays, in the order in which they were added.
  void save(ByteWriter& out) const;
  /// Reads what save() wrote. Late arrays stay empty if the bytes are older than they are.
  /// @throws InputError if the bytes were not written by save()
  void read(ByteReader& in);
  /// Writes or reads one array alone, for methods with their own file order.
  template <class T>
  void saveOne(ArrayKey<T> key, ByteWriter& out) const {
    arrays_[key.at_]->save(out);
  }
  template <class T>
  void readOne(ArrayKey<T> key, ByteReader& in) {
    arrays_[key.at_]->read(in);
  }
  /// Returns true if every array has the right length for `count` particles and all values are valid.
  [[nodiscard]] bool areSound(std::size_t count, const StateBounds& bounds) const;
  /// Returns true if the result of picked() for `count` particles is valid.
  [[nodiscard]] bool isPickedSound(std::size_t count, const StateBounds& bounds) const;

 private:
  struct Array {
    Array(ArrayExtent e, bool isLate) : extent(e), begun(e != ArrayExtent::WhileBegun), late(isLate) {}
    Array(const Array&) = default;
    Array& operator=(const Array&) = default;
    virtual ~Array() = default;
    [[nodiscard]] virtual std::unique_ptr<Array> copy() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Array> blank() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Array> picked(std::span<const std::uint32_t>) const = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    virtual void clear() = 0;
    virtual void grow(std::size_t count) = 0;
    virtual void removeAt(std::size_t i) = 0;
    virtual void sort(std::span<const std::uint32_t> order, const Threads& threads) = 0;
    virtual void take(std::size_t i, const Array& from, std::size_t k) = 0;
    virtual void save(ByteWriter& out) const = 0;
    virtual void read(ByteReader& in) = 0;
    [[nodiscard]] virtual bool areSound(const StateBounds& bounds) const = 0;

    ArrayExtent extent;
    bool begun;
    bool late;
  };
  /// Returns the number of arrays before the first late one.
  [[nodiscard]] std::size_t earlyArrayCount() const;

  template <class T>
  struct Values final : Array {
    using Storage = typename ArrayStorage<T>::Type;

    explicit Values(const ParticleArray<T>& d) : Array(d.extent, d.late), described(d) {}
    [[nodiscard]] std::unique_ptr<Array> copy() const override {
      auto made = std::make_unique<Values>(described);
      made->begun = begun;
      made->values = values;
      return made;
    }
    [[nodiscard]] std::unique_ptr<Array> blank() const override {
      return std::make_unique<Values>(described);
    }
    [[nodiscard]] std::unique_ptr<Array> picked(std::span<const std::uint32_t> particles) const override {
      auto made = std::make_unique<Values>(described);
      made->begun = begun;
      if (values.size() == 0) return made;
      for (const std::uint32_t i : particles)
        push(made->values, i < values.size() ? values[i] : described.fill);
      return made;
    }
    [[nodiscard]] std::size_t size() const override { return values.size(); }
    void clear() override { values.resize(0); }
    void grow(std::size_t count) override { growTo(values, count, described.fill); }
    void removeAt(std::size_t i) override { removeFrom(values, i); }
    void sort(std::span<const std::uint32_t> order, const Threads& threads) override {
      gather(sorted, values, order, threads);
      std::swap(values, sorted);
    }
    void take(std::size_t i, const Array& from, std::size_t k) override {
      set(values, i, static_cast<const Values&>(from).values[k]);
    }
    void save(ByteWriter& out) const override { saveValues(out, values); }
    void read(ByteReader& in) override { readValues(in, values); }
    [[nodiscard]] bool areSound(const StateBounds& bounds) const override {
      for (std::size_t i = 0; described.isSound && i < values.size(); ++i)
        if (!described.isSound(values[i], bounds)) return false;
      return true;
    }

    ParticleArray<T> described;
    Storage values;
    Storage sorted;  ///< buffer for sorting the particles, swapped with `values` afterwards
  };

  static constexpr std::size_t kGrain = 2048;  // particles per parallel chunk

  static void push(Vec3Array& values, const Vec3& v) { values.push(v); }
  static void set(Vec3Array& values, std::size_t i, const Vec3& v) { values.set(i, v); }
  static void removeFrom(Vec3Array& values, std::size_t i) { values.remove(i); }
  static void growTo(Vec3Array& values, std::size_t count, const Vec3& fill) {
    while (values.size() < count) values.push(fill);
  }
  static void gather(Vec3Array& to, const Vec3Array& from, std::span<const std::uint32_t> order,
                     const Threads& threads) {
    to.gather(from, order, threads);
  }
  template <class T>
  static void push(std::vector<T>& values, const T& v) {
    values.push_back(v);
  }
  template <class T>
  static void set(std::vector<T>& values, std::size_t i, const T& v) {
    values[i] = v;
  }
  template <class T>
  static void removeFrom(std::vector<T>& values, std::size_t i) {
    values[i] = values.back();
    values.pop_back();
  }
  template <class T>
  static void growTo(std::vector<T>& values, std::size_t count, const T& fill) {
    if (values.size() < count) values.resize(count, fill);
  }
  template <class T>
  static void gather(std::vector<T>& to, const std::vector<T>& from, std::span<const std::uint32_t> order,
                     const Threads& threads) {
    to.resize(order.size());
    threads.forEachIndex(order.size(), kGrain, [&](std::size_t i) { to[i] = from[order[i]]; });
  }

  std::vector<std::unique_ptr<Array>> arrays_;
};

}  // namespace ooze
