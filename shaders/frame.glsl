// What every shader of a picture shares; frame_block.h mirrors it.
layout(std140) uniform Frame {
  mat4 viewProjection;
  mat4 viewMatrix;
  mat4 sunMatrix;      // world to the shadow map's clip space
  vec4 eye;            // xyz [m]; w: pixels that one metre spans at a depth of one metre
  vec4 rayCorner;      // view ray through the lower left corner of the picture, one metre deep
  vec4 rayRight;       // what is added to it from the left edge to the right
  vec4 rayUp;          // and from the lower edge to the upper
  vec4 forward;        // xyz unit view direction; w: distance of what the camera looks at [m]
  vec4 depthRange;     // nearest, farthest [m]; zw: size of the picture [pixels]
  vec4 sunDirection;   // xyz unit, towards the light; w: tangent of its angular radius
  vec4 sunColour;      // rgb irradiance over pi; w: width of the shadow map [m]
  vec4 backdropLow;    // rgb at the horizon; w: height of the floor [m]
  vec4 backdropHigh;   // rgb overhead; w: radius within which the floor stands out [m]
  vec4 floorColour;    // rgb albedo; w: 1 for a transparent picture
  vec4 centre;         // xyz of the scene; w: its radius [m]
  vec4 liquid;         // radius of a sphere [m], rest spacing [m], 1 with a floor, quality
  vec4 tile;           // xy: lower left pixel within the whole picture; zw: pixels of the shadow map, depth of it [m]
  vec4 backdropGround; // rgb straight down; w: square of the sine at which it is halfway there
  vec4 backdropGlow;   // rgb of a halo round the sun; w: its sharpness. Below 0: a picture is the backdrop, by whose turn
                       // backdropLow.rg is where +x comes from
  vec4 film;           // exposure, vignette, brightness of the far floor; w: as backdropGround.w, of backdropHigh
  vec4 pool;           // xyz unit towards the scene; w: how much brighter the backdrop is there
  vec4 irradiance[9];  // rgb: diffuse light over pi without the sun's, in spherical harmonics; [0].w: environment.h, cards
};

// A ray through the picture, one metre deep along the view direction.
vec3 viewRay(vec2 uv) { return rayCorner.xyz + uv.x * rayRight.xyz + uv.y * rayUp.xyz; }

// What the depth buffer holds at a depth along the view direction [m].
float bufferDepth(float z) {
  return depthRange.y / (depthRange.y - depthRange.x) * (1.0 - depthRange.x / z);
}
vec3 worldAt(vec2 uv, float z) { return eye.xyz + z * viewRay(uv); }
