// The parameter table of the world settings.
#pragma once

#include "ooze/world/world.h"

#include <array>

namespace ooze {

inline constexpr std::array kWorldParameters{
    Parameter<WorldSettings>{&WorldSettings::gravityX, "gravity_x", "g", "Gravity, sideways", "m/s²", -30.f,
                             30.f, Scale::Linear, "Pull to the right.", "Tilts the world.", ""},
    Parameter<WorldSettings>{&WorldSettings::gravityY, "gravity_y", "g", "Gravity, upward", "m/s²", -30.f,
                             30.f, Scale::Linear, "Pull upward; the earth's is -9.81.",
                             "0 floats, positive falls up.", "Clavet 2005, Algorithm 1"},
    Parameter<WorldSettings>{&WorldSettings::gravityZ, "gravity_z", "g", "Gravity, toward you", "m/s²", -30.f,
                             30.f, Scale::Linear, "Pull toward the front.", "Tilts the world.", ""},
    Parameter<WorldSettings>{&WorldSettings::substeps, "substeps", "n", "Substeps", "1", 0.f, 200.f,
                             Scale::Linear, "Steps per frame; 0 picks the fewest that are stable.",
                             "More is stiffer and slower; too few explodes.", "Clavet 2005, section 7"},
    Parameter<WorldSettings>{
        &WorldSettings::sleep, "sleep", "", "Sleep at rest", "1", 0.f, 1.f, Scale::Linear,
        "Liquid and bodies at rest for half a second cost no time until something disturbs them.",
        "0 keeps all awake, and the finest creep goes on.", "Ours; no liquid of the papers rests"},
};
static_assert(sizeof(WorldSettings) == kWorldParameters.size() * sizeof(float),
              "every setting needs its row");

}  // namespace ooze
