#version 410 core
#include "frame.glsl"
// Lights a droplet (spray, foam or bubble) as a small sphere impostor, blended over the picture.
in vec2 at;
flat in vec4 shape;
flat in vec2 along;
flat in vec3 above;
flat in vec3 below;
flat in float kind;
uniform sampler2D solidDepth;
uniform sampler2D liquidDepth;
uniform sampler2D liquidColour;  // colour of the liquid's surface; a: index of the look / 255
uniform int hasLiquid;
uniform vec4 clearness[32];      // clearness of each row of a LookList, equal in all channels
layout(location = 0) out vec4 colourOut;
void main() {
  vec2 q = vec2(sign(at.x) * max(abs(at.x) - shape.y, 0.0), at.y) / shape.x;
  float away = length(q);
  // A streak fades towards both ends, because the moving droplet covers the ends for a shorter time.
  float ends = at.x / (shape.y + shape.x), along2 = shape.y / (shape.y + shape.x) * ends * ends;
  float cover = shape.w * clamp(0.7 * (1.0 - away) * shape.x + 0.4, 0.0, 1.0) * max(0.0, 1.0 - along2);
  vec2 place = gl_FragCoord.xy / depthRange.zw;
  if (cover <= 0.0 || shape.z > texture(solidDepth, place).r) discard;
  float front = hasLiquid == 1 ? texture(liquidDepth, place).r : 0.0;
  // Foam has particle positions, which lie about half a spacing below the drawn surface.
  float under = front > 0.0 ? max(0.0, shape.z - front - 0.7 * liquid.y) : 0.0;
  if (under > 0.0) {
    int look = int(255.0 * texture(liquidColour, place).a + 0.5);
    cover *= clearness[look].r * exp(-under / (5.0 * liquid.y));
  }
  vec2 onSphere = min(1.0, 1.0 / max(away, 1e-3)) * (q.x * along + q.y * vec2(-along.y, along.x));
  vec3 n = vec3(onSphere, sqrt(max(0.0, 1.0 - dot(onSphere, onSphere))));
  float up = dot(n, mat3(viewMatrix) * vec3(0, 1, 0));
  // A drop is a lens, so the sky shows in the lower half. Foam scatters light and is bright above.
  vec3 light = mix(below, above, 0.5 + (kind < 0.5 ? -0.5 : 0.5) * up);
  vec3 halfway = normalize(mat3(viewMatrix) * sunDirection.xyz + vec3(0, 0, 1));
  float glint = pow(max(dot(n, halfway), 0.0), 24.0);
  light += (kind < 0.5 ? 1.2 : 0.2) * glint * sunColour.rgb;
  colourOut = cover * vec4(light, 1.0);
}
