#version 410 core
#include "frame.glsl"
#include "environment.glsl"
#include "quick_light.glsl"
#include "liquid_contact.glsl"
// Computes the share of the floor's light that remains in shadow. Blending multiplies the floor by the share.
in vec3 worldPosition;
layout(location = 0) out vec4 colourOut;
void main() {
  vec3 ambient = diffuseLight(vec3(0, 1, 0)), direct = sunColour.rgb * sunDirection.y;
  float wet = liquidContact(gl_FragCoord.xy / depthRange.zw, dot(worldPosition - eye.xyz, forward.xyz));
  vec3 lit = sunVisibilityOnFloor(worldPosition, 0.002 * sunColour.w, wet);
  vec3 kept = (ambient + direct * lit) / (ambient + direct);
  colourOut = vec4(kept, floorColour.w > 0.5 ? 1.0 - dot(kept, vec3(1.0 / 3.0)) : 1.0);
}
