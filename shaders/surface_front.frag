#version 410 core
// Draws the liquid's surface into geometry buffers: depth, colour and look, normal. The border between two
// liquids is drawn here, within triangles.
in vec3 worldNormal;
in vec3 tint;
in vec3 otherTint;
in float ahead;
flat in vec2 looks;
in float depth;
layout(location = 0) out vec4 depthOut;
layout(location = 1) out vec4 colourOut;
layout(location = 2) out vec4 normalOut;  // a: index of the other look + share with that look

const float kBlur = 0.06;  // half the width of a border, as a lead; equals kBorderBlur in drawn_surface.h

void main() {
  // Colours of the same look may blend a little, but no look exists half way between two looks.
  float width = max(0.5 * fwidth(ahead), looks.x == looks.y ? kBlur : 1e-4);
  float other = 0.0;  // share of the second liquid, 0 .. 1
  vec3 colour = tint;
  if (ahead < width) {
    other = 1.0 - smoothstep(-width, width, ahead);
    colour = sqrt(mix(tint * tint, otherTint * otherTint, other));
  }
  depthOut = vec4(depth);
  colourOut = vec4(colour, other > 0.5 ? looks.y : looks.x);
  normalOut = vec4(worldNormal, floor(255.0 * (other > 0.5 ? looks.x : looks.y) + 0.5) + min(other, 1.0 - other));
}
