// Saving and restoring the method's state: all that a later step depends on.
#include "ooze/base/error.h"

#include "methods/clavet/clavet.h"

namespace ooze::clavet {
namespace {

void saveVectors(ByteWriter& out, const Vec3Array& a) {
  out.array(a.x);
  out.array(a.y);
  out.array(a.z);
}

Vec3Array restoreVectors(ByteReader& in) {
  Vec3Array a;
  a.x = in.array<float>();
  a.y = in.array<float>();
  a.z = in.array<float>();
  return a;
}

}  // namespace

void Clavet::save(ByteWriter& out) const {
  out.value(particles_.nextId);
  out.array(particles_.id);
  out.array(particles_.material);
  out.array(particles_.colour);
  saveVectors(out, particles_.position);
  saveVectors(out, particles_.velocity);
  out.array(particles_.density);
  out.array(particles_.exposure);
  out.array(springs_.list);
}

void Clavet::restore(ByteReader& in) {
  Particles p;
  p.nextId = in.value<std::uint32_t>();
  p.id = in.array<std::uint32_t>();
  p.material = in.array<std::uint16_t>();
  p.colour = in.array<std::uint32_t>();
  p.position = restoreVectors(in);
  p.velocity = restoreVectors(in);
  p.density = in.array<float>();
  p.exposure = in.array<float>();
  auto springs = in.array<Spring>();

  const std::size_t n = p.size();
  const auto require = [](bool sound) {
    if (!sound) throw InputError("the save is damaged: its particles do not fit together");
  };
  for (const Vec3Array* a : {&p.position, &p.velocity})
    require(a->x.size() == n && a->y.size() == n && a->z.size() == n);
  require(p.material.size() == n && p.colour.size() == n && p.density.size() == n && p.exposure.size() == n);
  std::vector<std::uint8_t> alive(p.nextId, 0);
  for (std::size_t i = 0; i < n; ++i) {
    require(p.id[i] < p.nextId && !alive[p.id[i]] && p.material[i] < coefficients_.size());
    alive[p.id[i]] = 1;
  }
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const Spring& spring = springs[s];
    require(spring.a < spring.b && spring.b < p.nextId && alive[spring.a] && alive[spring.b]);
    require(s == 0 || springs[s - 1].a < spring.a ||
            (springs[s - 1].a == spring.a && springs[s - 1].b < spring.b));
  }
  particles_ = std::move(p);
  previous_ = particles_.position;
  springs_.list = std::move(springs);
  springs_.indexRows(particles_.nextId);
}

}  // namespace ooze::clavet
