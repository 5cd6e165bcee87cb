#version 410 core
#include "frame.glsl"
#include "environment.glsl"
// Draws a droplet as a small disc, stretched along its motion during the exposure (motion blur). A droplet
// smaller than a pixel is drawn one pixel large but fainter, so that the droplet neither flickers nor grows.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 velocity;
layout(location = 2) in vec4 what;  // radius [m], rank, DropletKind, opacity
layout(location = 3) in vec4 colour;
uniform float amount;   // share of the droplets that is drawn, 0 .. 1; droplets of higher rank are left out
uniform float shutter;  // exposure time, over which motion is blurred [s]
out vec2 at;            // offset from the middle, along the motion and across [pixels]
flat out vec4 shape;    // radius, half length of the motion [pixels]; depth [m]; opacity
flat out vec2 along;    // unit vector of the motion in the picture
flat out vec3 above;    // light on the side that faces up
flat out vec3 below;    // light on the side that faces down
flat out float kind;

const float leastRadius = 0.9;  // least radius of a drawn droplet [pixels]
const float solidness[3] = float[](0.9, 0.7, 0.4);

void main() {
  float depth = dot(position - eye.xyz, forward.xyz);
  kind = what.z;
  if (what.y >= amount || depth < depthRange.x) {
    gl_Position = vec4(2, 2, 2, 1);
    return;
  }
  vec3 way = kind < 0.5 ? 0.5 * shutter * velocity : vec3(0);
  vec4 middle = viewProjection * vec4(position, 1.0), ahead = viewProjection * vec4(position + way, 1.0);
  vec2 streak = 0.5 * depthRange.zw * (ahead.xy / ahead.w - middle.xy / middle.w);
  float halfWay = ahead.w > 0.0 ? length(streak) : 0.0;
  along = halfWay > 0.01 ? streak / halfWay : vec2(1, 0);
  float radius = what.x * eye.w / depth, drawn = max(radius, leastRadius);
  float thin = radius / drawn, spread = drawn / (drawn + 0.6 * halfWay);
  shape = vec4(drawn, halfWay, depth, solidness[int(kind + 0.5)] * what.w * thin * sqrt(thin) * sqrt(spread));
  // Small droplets show mostly the ambient light and only slightly the colour of the liquid.
  vec3 tint = mix(vec3(1), colour.rgb * colour.rgb, 0.12);
  vec3 high = diffuseLight(vec3(0, 1, 0)), low = diffuseLight(vec3(0, -1, 0));
  vec3 sun = sunColour.rgb * (0.25 + 0.25 * sunDirection.y);
  above = tint * (high + sun), below = tint * (low + 0.5 * sun);
  // The cards beside the backdrop show in a drop, as in liquid_light.glsl. They set the drop off from a white
  // backdrop.
  if (kind < 0.5) {
    above = max(above + 0.6 * irradiance[0].w, 0.25 * above);
    below = max(below + 0.6 * irradiance[0].w, 0.25 * below);
  }
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  at = corner * (vec2(halfWay, 0) + drawn + 0.5);
  vec2 offset = at.x * along + at.y * vec2(-along.y, along.x);
  gl_Position = middle;
  gl_Position.xy += 2.0 * offset / depthRange.zw * middle.w;
}
