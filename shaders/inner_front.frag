#version 410 core
// Draws the nearest front of the liquids inside a clear liquid. A liquid that reaches the common surface
// starts at that surface.
in vec3 worldNormal;
in vec3 tint;
flat in vec2 looks;
in float depth;
uniform sampler2D solidDepth;
uniform sampler2D outerDepth;  // depth of the common surface of all liquids [m]
layout(location = 0) out vec4 depthOut;
layout(location = 1) out vec4 colourOut;
layout(location = 2) out vec4 normalOut;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float front = texelFetch(outerDepth, at, 0).r;
  if (front == 0.0 || depth > texelFetch(solidDepth, at, 0).r) discard;
  depthOut = vec4(max(depth, front));
  colourOut = vec4(tint, looks.x);
  normalOut = vec4(worldNormal, 0.0);
}
