// Actions that the viscoelastic method offers on all of its liquid: adding and removing springs (edits.cpp).
#pragma once

#include "ooze/methods/method.h"

#include <array>
#include <string_view>

namespace ooze::clavet {

inline constexpr std::string_view kAddSprings = "springs.add", kRemoveSprings = "springs.remove";

inline constexpr std::array<std::string_view, 2> kFlow{"plasticity_stretch", "plasticity_compress"};

inline constexpr std::array kMethodActions{
    MethodAction{.key = kAddSprings,
                 .number = 33,
                 .label = "set firm",
                 .event = "Tie with springs",
                 .explanation =
                     "The liquid keeps the shape that it has now, like jelly that has set: springs tie every "
                     "particle to those round it, as they lie. Spring stiffness says how hard it holds, "
                     "plasticity how long. With a spring stiffness of 0 nothing holds.",
                 .shape = MethodAction::Shape::Kept,
                 .holdingParameter = "spring_stiffness",
                 .relaxingParameters = kFlow,
                 .meshExplanation =
                     "It keeps this shape: springs tie it as it lies, and the plasticity of this liquid "
                     "becomes 0, so that they do not flow. Else it slumps under its own weight."},
    MethodAction{.key = kRemoveSprings,
                 .number = 34,
                 .label = "melt",
                 .event = "Cut all springs",
                 .explanation =
                     "The liquid forgets its shape at once: every spring goes, and what stood up flows. A "
                     "material that ties springs as it moves ties new ones.",
                 .shape = MethodAction::Shape::Lost,
                 .leaves = "cut springs"},
};

}  // namespace ooze::clavet
