// Declares the uniform block that all shaders of a picture share; FrameBlock in frame_block.h mirrors the
// block.
layout(std140) uniform Frame {
  mat4 viewProjection;
  mat4 viewMatrix;
  mat4 sunMatrix;      // matrix from world space to the shadow map's clip space
  vec4 eye;            // xyz camera position [m]; w: pixels that one metre spans at a depth of one metre
  vec4 rayCorner;      // view ray through the lower left corner of the picture, one metre deep
  vec4 rayRight;       // difference of the view rays from the left edge to the right edge
  vec4 rayUp;          // difference of the view rays from the lower edge to the upper edge
  vec4 forward;        // xyz unit view direction; w: distance from eye to target [m]
  vec4 depthRange;     // xy: nearest and farthest drawn depth [m]; zw: size of the picture [pixels]
  vec4 sunDirection;   // xyz unit vector towards the key light; w: tangent of the light's angular radius
  vec4 sunColour;      // rgb irradiance over pi; w: width of the shadow map [m]
  vec4 backdropLow;    // rgb radiance at the horizon; w: height of the floor [m]
  vec4 backdropHigh;   // rgb radiance overhead; w: unused
  vec4 floorColour;    // rgb albedo of the floor; w: 1 for a transparent picture
  vec4 centre;         // xyz centre of the scene [m]; w: radius of the scene [m]
  vec4 liquid;         // x: radius of a sphere [m]; y: rest spacing [m]; z: 1 with a floor, else 0; w: quality
  vec4 tile;           // xy: lower left pixel within the whole picture; z: width of the shadow map [pixels];
                       // w: depth of the shadow map [m]
  vec4 backdropGround; // rgb radiance straight down; w: square of the sine of elevation halfway to this colour
  vec4 backdropGlow;   // rgb radiance of a halo round the sun; w: sharpness. Below 0: the backdrop is a
                       // panorama, and backdropLow.rg is the panorama's direction (x, z) that shows at +x
  vec4 film;           // xyz: exposure, vignette, brightness of far floor; w: as backdropGround.w, to zenith
  vec4 pool;           // xyz unit vector towards the camera's target; w: additional brightness of the backdrop
                       // there
  vec4 litFloor;       // xyz centre of the lit floor [m]; w: radius beyond which the floor is the backdrop [m]
  vec4 irradiance[9];  // rgb: irradiance over pi without the sun, in spherical harmonics (environment_map.h);
                       // [0].w: EnvironmentLight::cards
};

// Returns the view ray through a point of the picture, one metre deep along the view direction.
vec3 viewRay(vec2 uv) { return rayCorner.xyz + uv.x * rayRight.xyz + uv.y * rayUp.xyz; }

// Converts a depth along the view direction [m] to the value in the depth buffer.
float bufferDepth(float z) {
  return depthRange.y / (depthRange.y - depthRange.x) * (1.0 - depthRange.x / z);
}
// Returns the world position [m] of a point of the picture at a depth along the view direction [m].
vec3 worldAt(vec2 uv, float z) { return eye.xyz + z * viewRay(uv); }
