// Reads position, normal and thickness of the liquid's surface. Triangles store normals; for sphere impostors
// the normal is derived from the depth map.
uniform sampler2D liquidDepth;
uniform sampler2D liquidNormals;
uniform sampler2D thicknessMap;
uniform int hasNormals;

// Returns the position of the surface at a pixel, relative to the eye [m].
vec3 liquidPosition(ivec2 at) {
  vec2 size = vec2(textureSize(liquidDepth, 0));
  float z = texelFetch(liquidDepth, at, 0).r;
  return z * viewRay((vec2(at) + 0.5) / size);
}

// Returns the change of position to the neighbour that is nearer in depth: the other neighbour may belong to
// another surface. Uses both neighbours where both are near.
vec3 slope(ivec2 at, ivec2 stride, vec3 here) {
  ivec2 last = textureSize(liquidDepth, 0) - 1;
  vec3 before = here - liquidPosition(clamp(at - stride, ivec2(0), last));
  vec3 after = liquidPosition(clamp(at + stride, ivec2(0), last)) - here;
  float back = abs(dot(before, forward.xyz)), ahead = abs(dot(after, forward.xyz));
  float near = 0.5 * liquid.x;
  return back < near && ahead < near ? before + after : (back < ahead ? before : after);
}

vec3 liquidNormal(ivec2 at, vec3 here) {
  if (hasNormals == 1) {
    vec3 own = normalize(texelFetch(liquidNormals, at, 0).xyz);
    // At an outline a face that just turns away may win the depth test. Only from inside the liquid is a
    // normal really seen from behind.
    return dot(own, here) > 0.3 * length(here) ? -own : own;
  }
  vec3 n = cross(slope(at, ivec2(1, 0), here), slope(at, ivec2(0, 1), here));
  return dot(n, n) > 0.0 ? normalize(n) : -normalize(here);
}

const float kUpright = 0.05, kLevel = 0.7, kPlane = 0.995;  // upward part of a normal: of a pane, of waves and of liquid at rest

// Returns the change of the normal within a pixel. Where the change is large, at an edge or an outline, a
// pixel mirrors many directions: reflection along a single normal would give random bright or dark pixels.
// atOutline: true if a neighbouring pixel shows no liquid. inLiquid: the change to neighbours that show liquid.
// waterline: true where the top of liquid meets an upright pane.
float normalSpread(ivec2 at, vec3 n, out bool atOutline, out float inLiquid, out bool waterline) {
  atOutline = waterline = false;
  inLiquid = 0.0;
  if (hasNormals == 0) return 0.0;
  float most = 0.0;
  for (int i = 0; i < 4; ++i) {
    ivec2 beside = at + (i < 2 ? ivec2(2 * i - 1, 0) : ivec2(0, 2 * i - 5));
    vec3 other = texelFetch(liquidNormals, clamp(beside, ivec2(0), textureSize(liquidNormals, 0) - 1), 0).xyz, d = other - n;
    most = max(most, dot(d, d));
    // Both sides of the edge count. One side alone would be a line of dashes.
    waterline = waterline || (min(abs(n.y), abs(other.y)) < kUpright && max(n.y, other.y) > kLevel && other != vec3(0.0));
    if (other == vec3(0.0)) atOutline = true, waterline = waterline || n.y > kPlane;
    else inLiquid = max(inLiquid, length(d));
  }
  return sqrt(most);
}

// Returns the remaining share of the reflection, which falls to 0 where liquid thins out at the outline: a
// pixel there shows mostly the background.
float outlineFade(float thickness) {
  return hasNormals == 1 ? smoothstep(0.0, 0.3 * liquid.y, thickness) : 1.0;
}

// Returns the thickness of liquid along the view ray [m].
float liquidThickness(vec2 uv, float facing) {
  float known = texture(thicknessMap, uv).r;
  if (hasNormals == 1) return max(known, 0.02 * liquid.y);
  // Near the outline the ray leaves through the steep side of the liquid, which splats do not represent.
  return max(known, 0.8 * liquid.y) + (1.0 - facing) * 1.5 * liquid.y;
}
