// What the viscoelastic method offers to do to all of its liquid (springs_on_demand.cpp).
#pragma once

#include "ooze/methods/method.h"

#include <array>
#include <string_view>

namespace ooze::clavet {

inline constexpr std::string_view kAddSprings = "springs.add", kRemoveSprings = "springs.remove";

inline constexpr std::array kDeeds{
    MethodDeed{kAddSprings, "set firm", "Tie with springs",
               "The liquid keeps the shape that it has now, like jelly that has set: springs tie every "
               "particle to those round it, as they lie. Spring stiffness says how hard it holds, plasticity "
               "how long. With a spring stiffness of 0 nothing holds.",
               MethodDeed::Shape::Kept},
    MethodDeed{kRemoveSprings, "melt", "Cut all springs",
               "The liquid forgets its shape at once: every spring goes, and what stood up flows. A material "
               "that ties springs as it moves ties new ones.",
               MethodDeed::Shape::Lost, "cut springs"},
};

}  // namespace ooze::clavet
