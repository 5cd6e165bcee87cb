// Image-based lighting: diffuse and reflected light of surfaces must match the radiance of the environment.
#include "render/environment_map.h"
#include "render/picture.h"

#include <functional>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::testing::environment_test {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr int kDirections = 40000;

/// Returns a uniform direction on the sphere from a Fibonacci spiral.
Vec3 spiral(int i, int count) {
  const float y = 1.f - (2.f * static_cast<float>(i) + 1.f) / static_cast<float>(count);
  const float turn = 2.39996323f * static_cast<float>(i), r = std::sqrt(1.f - y * y);
  return {r * std::cos(turn), y, r * std::sin(turn)};
}

float grey(const Vec3& c) { return (c.r + c.g + c.b) / 3.f; }

/// Returns the irradiance over pi by numerical integration of its definition.
Vec3 integratedLight(const EnvironmentLight& row, const Vec3& n) {
  Vec3 sum(0.f);
  for (int i = 0; i < kDirections; ++i) {
    const Vec3 d = spiral(i, kDirections);
    sum += std::max(glm::dot(d, n), 0.f) * ambientRadiance(row, d);
  }
  return sum * 4.f / static_cast<float>(kDirections);
}

EnvironmentMap mapOf(const std::function<glm::vec4(const Vec3&)>& light) {
  SphereMap map(kMaxMapSize);
  for (int y = 0; y < map.size; ++y)
    for (int x = 0; x < map.size; ++x)
      map.data[static_cast<std::size_t>(y * map.size + x)] = light(map.direction(x, y));
  return makeEnvironmentMap(map.data);
}

/// Returns the mean over the whole sphere.
glm::vec4 meanOf(const SphereMap& map) {
  glm::vec4 sum(0.f);
  for (int y = 0; y < map.size; ++y)
    for (int x = 0; x < map.size; ++x)
      sum += map.solidAngle(x, y) * map.data[static_cast<std::size_t>(y * map.size + x)];
  return sum / (4.f * kPi);
}

class EachBackground : public ::testing::TestWithParam<BackgroundRow> {
 protected:
  const EnvironmentLight row_ = environmentLight(GetParam().background);
};

INSTANTIATE_TEST_SUITE_P(Environment, EachBackground,
                         ::testing::ValuesIn(backgroundRows().begin(), backgroundRows().end()),
                         [](const auto& row) { return std::string(row.param.key); });

TEST(Environment, EvenLightGivesEvenBrightnessAtEveryRoughness) {
  // White furnace test: a white surface under uniform light of 1 has brightness 1.
  const EnvironmentMap map = mapOf([](const Vec3&) { return glm::vec4(1.f); });
  for (int i = 0; i < 50; ++i)
    // The tolerance covers the error of the sum over texels.
    EXPECT_NEAR(grey(irradianceAt(map.irradiance, spiral(i, 50))), 1.f, 2e-3f);
  for (const SphereMap& level : map.levels)
    for (const glm::vec4& sample : level.data) ASSERT_NEAR(sample.r, 1.f, 1e-4f);  // the weights add up to 1
}

TEST(Environment, RoughnessMovesLightButMakesNone) {
  const Vec3 at = glm::normalize(Vec3(0.3f, -0.5f, 0.8f));  // across a fold of the octahedral map
  const EnvironmentMap map =
      mapOf([&](const Vec3& d) { return glm::vec4(glm::dot(d, at) > 0.9f ? 20.f : 0.1f); });
  const float mean = meanOf(map.levels.front()).r;
  float before = 1e9f;
  for (const SphereMap& level : map.levels) {
    EXPECT_NEAR(meanOf(level).r, mean, 0.02f * mean);  // the lobes are sums of 48 to 1056 samples
    EXPECT_LT(level.at(at).r, before + 1e-3f);         // in the middle of the lamp the light can only fade
    before = level.at(at).r;
  }
  EXPECT_LT(before, 0.6f * 20.f);
}

TEST(Environment, AMapIsContinuousOverItsFolds) {
  const SphereMap map = [] {
    SphereMap m(64);
    for (int y = 0; y < m.size; ++y)
      for (int x = 0; x < m.size; ++x)
        m.data[static_cast<std::size_t>(y * m.size + x)] = glm::vec4(m.direction(x, y), 0.f);
    return m;
  }();
  float worst = 0.f;
  for (int i = 0; i < 2000; ++i)
    worst = std::max(worst, glm::length(Vec3(map.at(spiral(i, 2000))) - spiral(i, 2000)));
  // Samples are 3 degrees (0.05) apart. Interpolation across an edge of the octahedron is off by about half
  // of that.
  EXPECT_LT(worst, 0.03f);
}

TEST_P(EachBackground, DiffuseLightIsTheIntegralOfTheRadiance) {
  const EnvironmentMap map = makeEnvironmentMap(row_);
  float most = 0.f;
  for (int i = 0; i < 20; ++i) most = std::max(most, grey(integratedLight(row_, spiral(i, 20))));
  for (int i = 0; i < 20; ++i) {
    const Vec3 n = spiral(i, 20);
    // Second-order spherical harmonics are off by up to 0.094 of a single point of light; other light hides
    // some of this error.
    EXPECT_NEAR(grey(irradianceAt(map.irradiance, n)), grey(integratedLight(row_, n)), 0.08f * most) << i;
  }
}

TEST_P(EachBackground, TheKeyLightInMirrorsHasTheEnergyOfTheSun) {
  const EnvironmentMap map = makeEnvironmentMap(row_);
  double light = 0.0;
  for (int i = 0; i < kDirections; ++i) {
    const Vec3 d = spiral(i, kDirections);
    light +=
        static_cast<double>(map.levels.front().at(d).a * std::max(glm::dot(d, row_.key.direction), 0.f)) *
        4.0 / kDirections;
  }
  EXPECT_NEAR(light, 1.0, 0.03);  // tolerance: few of the spiral's points lie in a sun a few degrees wide
}

TEST_P(EachBackground, SoftBoxesFadeTowardsTheirRims) {
  // A hard-edged lamp looks like a sticker on every reflecting surface.
  std::vector<Lamp> lamps(row_.lamps.begin(), row_.lamps.end());
  lamps.push_back(row_.key);
  for (const Lamp& lamp : lamps) {
    if (lamp.halfSize.x <= 0.f || lamp.round) continue;  // the sun is round, and has a sharp edge
    const Vec3 right = glm::normalize(glm::cross(Vec3(0, 1, 0), lamp.direction));
    float bright = 0.f, dim = 0.f, before = 2.f;  // distances where the lamp has lost a tenth and nine
                                                  // tenths, in half widths
    for (float at = 0.f; at < 2.2f; at += 0.01f) {
      const float part = coverage(lamp, glm::normalize(lamp.direction + at * lamp.halfSize.x * right));
      EXPECT_LE(part, before + 1e-5f);  // tolerance: rounding of a smooth step
      before = part;
      if (part > 0.9f) bright = at;
      if (part > 0.1f) dim = at;
    }
    EXPECT_EQ(coverage(lamp, lamp.direction), 1.f);
    EXPECT_EQ(before, 0.f);
    EXPECT_GT(dim - bright, 0.5f);  // 0.61 of the width of the fade, which is 1 or more
  }
}

/// A picture of a grey ball.
struct BallPicture {
  Snapshot scene = emptyScene();
  Image image;
  BallPicture(Background background, View view, int quality) {
    addSphereBody(scene, {0.f, 0.08f, 0.f}, 0.06f, 0xffa0a0a0);
    RenderSettings settings = settingsOf(view, quality);
    settings.background = background;
    image = renderer().render(scene, kFront, settings);
  }
  [[nodiscard]] int at(const Vec3& direction) const {
    return pixelAt(image, kFront, Vec3(0.f, 0.08f, 0.f) + 0.059f * glm::normalize(direction)).brightness();
  }
};

TEST_P(EachBackground, TheSunSideIsBrighterThanTheShadeSide) {
  for (const int quality : {0, 2}) {
    const BallPicture ball(GetParam().background, View::Liquid, quality);
    // Points as far to the sun's side, and to the opposite side, as the camera can see.
    const Vec3 across = glm::normalize(Vec3(Vec2(row_.key.direction), 0.f)), front(0.f, 0.f, 0.8f);
    EXPECT_GT(ball.at(across + front), ball.at(-across + front) + 15) << "quality " << quality;
  }
}

TEST_P(EachBackground, LightThatNothingIsChangedOfIsTheBackgroundsOwn) {
  const EnvironmentLight same = environmentLight(GetParam().background, LightSpec{});
  EXPECT_EQ(same.key.direction, row_.key.direction);
  EXPECT_EQ(same.keyLight, row_.keyLight);
  EXPECT_EQ(same.exposure, row_.exposure);
}

TEST_P(EachBackground, ItsLightIsTurnedRaisedFilteredAndExposed) {
  const LightSpec light{90.f, 10.f, 2.f, 0xff0000ffu, 1.f};
  const EnvironmentLight row = environmentLight(GetParam().background, light);
  const Vec3& d = row.key.direction;
  const Vec3& before = row_.key.direction;
  EXPECT_NEAR(glm::length(d), 1.f, 1e-5f);
  EXPECT_NEAR(std::asin(d.y), std::min(std::asin(before.y) + glm::radians(10.f), glm::radians(88.f)), 1e-3f);
  const Vec2 level = glm::normalize(Vec2(d.x, d.z)), was = glm::normalize(Vec2(before.x, before.z));
  EXPECT_NEAR(glm::dot(level, was), 0.f, 1e-4f) << "a quarter turn";
  EXPECT_NEAR(row.keyLight.r, 2.f * row_.keyLight.r, 1e-5f);
  EXPECT_EQ(row.keyLight.g, 0.f);
  EXPECT_NEAR(row.exposure, 2.f * row_.exposure, 1e-5f);
  for (std::size_t i = 0; i < row.lamps.size(); ++i)
    EXPECT_NEAR(row.lamps[i].direction.y, row_.lamps[i].direction.y, 1e-6f) << "only the key light is raised";
}

TEST(Light, FromTheOtherSideShowsInThePictureAndBackAgain) {
  Snapshot scene = emptyScene();
  addSphereBody(scene, {0.f, 0.08f, 0.f}, 0.06f, 0xffa0a0a0);
  RenderSettings settings = settingsOf(View::Liquid, 1);
  const auto brightness = [&](float side) {
    const Image image = renderer().render(scene, kFront, settings);
    return pixelAt(image, kFront, Vec3(0.f, 0.08f, 0.f) + 0.059f * glm::normalize(Vec3(side, 0.f, 0.8f)))
        .brightness();
  };
  const EnvironmentLight row = environmentLight(settings.background);
  const float side = row.key.direction.x > 0.f ? 1.f : -1.f;
  const int lit = brightness(side), shaded = brightness(-side);
  EXPECT_GT(lit, shaded + 15);
  // The lamp moves to its mirror image in front of the same ball.
  settings.light.turn = glm::degrees(-2.f * std::atan2(row.key.direction.x, row.key.direction.z));
  EXPECT_GT(brightness(-side), brightness(side) + 15);
  settings.light = {};
  EXPECT_EQ(brightness(side), lit);
}

TEST_P(EachBackground, TheBackdropIsTheSetThatMirrorsShow) {
  // The shader repeats the formula. The middle of the picture is the centre of the pool of light.
  RenderSettings settings = settingsOf(View::Liquid, 0);
  settings.background = GetParam().background;
  for (const Vec3& eye : {Vec3(0.f, 0.1f, 0.5f), Vec3(0.3f, 0.4f, 0.1f), Vec3(-0.2f, -0.4f, 0.2f)}) {
    const CameraView camera(eye, {0.f, 0.f, 0.f}, 20.f);
    const Image image = renderer().render(emptyScene(), camera, settings);
    const Vec3 light =
        row_.exposure * (1.f + 0.6f * row_.pool) * backdropRadiance(row_, -glm::normalize(eye));
    const Rgb middle = pixel(image, image.width / 2, image.height / 2);
    for (int c = 0; c < 3; ++c) {
      // The tone mapping curve is linear below 0.72, where a pixel is the radiance in sRGB.
      const float expected = 1.055f * std::pow(light[c], 1.f / 2.4f) - 0.055f;
      const int drawn = c == 0 ? middle.r : c == 1 ? middle.g : middle.b;
      if (std::max({light.r, light.g, light.b}) < 0.7f) {
        EXPECT_NEAR(static_cast<float>(drawn), 255.f * expected, 2.5f) << c;
      } else {
        EXPECT_GT(drawn, 190);
      }
    }
  }
}

}  // namespace
}  // namespace ooze::testing::environment_test
