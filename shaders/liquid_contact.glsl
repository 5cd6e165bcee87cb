// Tells where a solid lies in or under liquid that the picture shows. The shader of the liquid absorbs the light of
// such a solid on the way in and out, so the shadow of the liquid must not absorb that light again.
uniform sampler2D liquidDepth;   // depth of the liquid's front [m]; 0 without liquid
uniform sampler2D thicknessMap;  // liquid along the view ray [m]
uniform sampler2D liquidColour;  // a: index of the look / 255
uniform vec4 lucidity[32];       // share of light that each row of a LookList does not scatter, equal in all channels

// Returns 1 where lucid liquid touches the solid behind, 0 where air lies between or no liquid shows. Cloudy liquid
// counts less, because the liquid above a thin rim shades the solid there.
float liquidContact(vec2 place, float solid) {
  float wet = 0.0, front = texelFetch(liquidDepth, ivec2(place * vec2(textureSize(liquidDepth, 0))), 0).r;
  // llvmpipe runs both sides of a branch, but skips a loop that no pixel enters.
  for (int i = 0; i < (front > 0.0 && front < solid ? 1 : 0); ++i) {
    float path = texelFetch(thicknessMap, ivec2(place * vec2(textureSize(thicknessMap, 0))), 0).r;
    float gap = (solid - front) * length(viewRay(place)) - path;
    float look = texelFetch(liquidColour, ivec2(place * vec2(textureSize(liquidColour, 0))), 0).a;
    wet = lucidity[int(255.0 * look + 0.5)].r * (1.0 - smoothstep(2.0 * liquid.y, 5.0 * liquid.y, gap));
  }
  return wet;
}
