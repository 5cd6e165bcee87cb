#version 410 core
// Where the liquid's surface is and what it is made of. Where two liquids meet, their border is drawn here, within triangles.
in vec3 worldNormal;
in vec3 tint;
in vec3 otherTint;
in float ahead;
flat in vec2 looks;
in float depth;
layout(location = 0) out vec4 depthOut;
layout(location = 1) out vec4 colourOut;
layout(location = 2) out vec4 normalOut;  // a: index of the other look, and behind the point how much of the pixel has it

const float kBlur = 0.06;  // liquid_border.h

void main() {
  // Colours of one look may blend a little; half way between two looks there is none that one would know.
  float width = max(0.5 * fwidth(ahead), looks.x == looks.y ? kBlur : 1e-4);
  float other = 0.0;  // of the second liquid, 0 .. 1
  vec3 colour = tint;
  if (ahead < width) {
    other = 1.0 - smoothstep(-width, width, ahead);
    colour = sqrt(mix(tint * tint, otherTint * otherTint, other));
  }
  depthOut = vec4(depth);
  colourOut = vec4(colour, other > 0.5 ? looks.y : looks.x);
  normalOut = vec4(worldNormal, floor(255.0 * (other > 0.5 ? looks.x : looks.y) + 0.5) + min(other, 1.0 - other));
}
