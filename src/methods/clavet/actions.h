// Actions that the viscoelastic method offers on all of its liquid: adding and removing springs (edits.cpp).
#pragma once

#include "ooze/methods/method.h"

#include <array>
#include <string_view>

namespace ooze::clavet {

inline constexpr std::string_view kAddSprings = "springs.add", kRemoveSprings = "springs.remove";

inline constexpr std::array<std::string_view, 2> kFlow{"plasticity_stretch", "plasticity_compress"};

inline constexpr std::array kMethodActions{
    MethodAction{
        .key = kAddSprings,
        .number = 33,
        .label = "set firm",
        .event = "Add springs",
        .explanation = "Adds springs between neighbouring particles, so that the liquid keeps its present "
                       "shape, like jelly that has set. Spring stiffness sets how firm it is, plasticity how "
                       "fast it yields. With a spring stiffness of 0 it has no effect.",
        .shape = MethodAction::Shape::Kept,
        .holdingParameter = "spring_stiffness",
        .relaxingParameters = kFlow,
        .meshExplanation = "The liquid keeps this shape by springs, and its plasticity becomes 0. Without "
                           "this it slumps under its own weight."},
    MethodAction{.key = kRemoveSprings,
                 .number = 34,
                 .label = "melt",
                 .event = "Remove all springs",
                 .explanation = "Removes every spring, so that the liquid loses its shape and flows. A "
                                "material that makes springs as it moves makes new ones.",
                 .shape = MethodAction::Shape::Lost,
                 .leaves = "cut springs"},
};

}  // namespace ooze::clavet
