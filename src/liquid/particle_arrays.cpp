#include "liquid/particle_arrays.h"

namespace ooze {
namespace {

// Marker of save files with late arrays: this value plus the number of arrays. No flag of a first array has
// this value.
constexpr std::uint8_t kCountFlag = 0x80;

}  // namespace

void saveVectors(ByteWriter& out, const Vec3Array& values, std::size_t count) {
  for (const std::vector<float>* c : {&values.x, &values.y, &values.z})
    out.array(std::span<const float>(*c).first(count));
}

void readValues(ByteReader& in, Vec3Array& values) {
  for (std::vector<float>* c : {&values.x, &values.y, &values.z}) *c = in.array<float>();
  requireSaved(values.y.size() == values.x.size() && values.z.size() == values.x.size());
}

ParticleArrays::ParticleArrays(const ParticleArrays& other) {
  for (const auto& array : other.arrays_) arrays_.push_back(array->copy());
}

ParticleArrays& ParticleArrays::operator=(const ParticleArrays& other) {
  return *this = ParticleArrays(other);
}

void ParticleArrays::sort(std::span<const std::uint32_t> order, const Threads& threads) {
  for (const auto& array : arrays_) {
    if (array->size() == 0) continue;
    array->grow(order.size());
    array->sort(order, threads);
  }
}

void ParticleArrays::remove(std::size_t i, std::size_t count) {
  for (const auto& array : arrays_) {
    if (i >= array->size()) continue;
    array->grow(count);
    array->removeAt(i);
  }
}

void ParticleArrays::grow(std::size_t count) {
  for (const auto& array : arrays_)
    if (array->begun && array->extent != ArrayExtent::MayBeShorter) array->grow(count);
}

void ParticleArrays::take(std::size_t i, const ParticleArrays& from, std::size_t k) {
  for (std::size_t a = 0; a < arrays_.size(); ++a) {
    if (k >= from.arrays_[a]->size()) continue;
    arrays_[a]->begun = true;
    arrays_[a]->grow(i + 1);
    arrays_[a]->take(i, *from.arrays_[a], k);
  }
}

ParticleArrays ParticleArrays::blank() const {
  ParticleArrays made;
  for (const auto& array : arrays_) made.arrays_.push_back(array->blank());
  return made;
}

ParticleArrays ParticleArrays::picked(std::span<const std::uint32_t> particles) const {
  ParticleArrays made;
  for (const auto& array : arrays_) made.arrays_.push_back(array->picked(particles));
  return made;
}

std::size_t ParticleArrays::earlyArrayCount() const {
  return static_cast<std::size_t>(
      std::count_if(arrays_.begin(), arrays_.end(), [](const auto& array) { return !array->late; }));
}

void ParticleArrays::save(ByteWriter& out) const {
  if (earlyArrayCount() < arrays_.size()) out.value(static_cast<std::uint8_t>(kCountFlag + arrays_.size()));
  for (const auto& array : arrays_) {
    out.value(static_cast<std::uint8_t>(array->begun));
    array->save(out);
  }
}

void ParticleArrays::read(ByteReader& in) {
  const std::size_t most = arrays_.size();
  std::size_t count = most;
  ByteReader ahead = in;
  if (earlyArrayCount() < most && most > 0) {
    const auto first = ahead.value<std::uint8_t>();
    count = first < kCountFlag ? earlyArrayCount() : first - kCountFlag;
    requireSaved(count >= earlyArrayCount() && count <= most);
    if (first >= kCountFlag) in = ahead;
  }
  for (std::size_t a = 0; a < most; ++a) {
    if (a >= count) {
      arrays_[a]->clear();
      continue;
    }
    arrays_[a]->begun = in.flag();
    arrays_[a]->read(in);
  }
}

bool ParticleArrays::areSound(std::size_t count, const StateBounds& bounds) const {
  return std::all_of(arrays_.begin(), arrays_.end(), [&](const auto& array) {
    const bool fits = array->extent == ArrayExtent::MayBeShorter
                          ? array->size() <= count
                          : array->size() == (array->begun ? count : 0);
    return fits && (array->begun || array->extent == ArrayExtent::WhileBegun) && array->areSound(bounds);
  });
}

bool ParticleArrays::isPickedSound(std::size_t count, const StateBounds& bounds) const {
  return std::all_of(arrays_.begin(), arrays_.end(), [&](const auto& array) {
    return (array->size() == 0 || array->size() == count) && array->areSound(bounds);
  });
}

}  // namespace ooze
