// Inputs of the light of liquids, and the paths of a ray in liquids inside a clear liquid. Pictures with such
// liquids use variants: PARTED lights the common surface of all liquids, WITHIN lights the inner liquids, and
// QUICK leaves out reflection and refraction. RUNNING, the variant of quality 0, leaves out marches through the
// picture.
in vec2 uv;
uniform sampler2D liquidColour;
uniform sampler2D behind;
uniform sampler2D solidDepth;
uniform sampler2D visibility;
uniform sampler2D outline;
uniform sampler2D blurredThickness;  // thickness [m], blurred for triangles
uniform sampler2D normalSums;        // triangles: sum of the normals of all faces along the ray; a: their number
uniform int hasVisibility;
uniform int hasOutline;
// looks: two vectors for each row of a LookList: (absorption [1/m], scattering [1/m], roughness, Fresnel f0)
// and (clear 0 .. 1, wrap, glow, kMaxOpticalDepth).
uniform vec4 looks[64];
layout(location = 0) out vec4 colourOut;

#if defined(PARTED) || defined(WITHIN)
uniform sampler2D innerThickness;  // thickness of each inner liquid along the ray [m], one channel each
uniform sampler2D innerLight;      // PARTED: inner liquids, lit and drawn over the picture behind
uniform sampler2D innerDepth;      // PARTED: depth of the nearest inner liquid [m]
uniform sampler2D innerColour;     // PARTED: colour of the nearest inner liquid; a: index of the look / 255
uniform sampler2D outerDepth;      // WITHIN: depth of the common surface of all liquids [m]
uniform vec4 partOfLook[32];       // x: inner part of each look; -1: the surrounding liquid
uniform vec4 parts[5];             // surrounding liquid, then inner liquids: linear albedo, index of the look

uniform int manyParts;             // number of inner liquids if more than one; else 0

// Holds the length of a ray's path in each liquid [m].
struct PathLengths {
  float around;  // length of the path in the surrounding liquid [m]
  vec4 within;   // length of the path in each inner liquid [m]
};

// Divides the blurred thickness `deep` among the liquids, in the ratio of their own thicknesses. The blurred
// thickness is smoother than the thicknesses of single liquids.
PathLengths lengthsOf(vec2 place, float deep) {
  vec4 within = max(texture(innerThickness, place), vec4(0.0));
  float sum = dot(within, vec4(1.0)), whole = max(texture(thicknessMap, place).r, sum);
  within *= deep / max(whole, 1e-6);
  return PathLengths(max(0.0, deep - dot(within, vec4(1.0))), within);
}

int partOf(int look) { return int(partOfLook[look].x); }

float lengthIn(PathLengths lengths, int part) { return part < 0 ? lengths.around : lengths.within[part]; }

// Returns the transmittance of one liquid along the ray (part -1: the surrounding liquid).
vec3 partTransmittance(PathLengths lengths, int part) {
  vec4 known = parts[part + 1], body = looks[2 * int(known.a)], skin = looks[2 * int(known.a) + 1];
  float x = lengthIn(lengths, part);
  return pow(clamp(known.rgb, 0.004, 0.96), vec3(skin.w * (1.0 - exp(-body.x * x / skin.w))));
}

// Returns the transmittance of all liquids along the ray that are not drawn separately at this part's pixels.
// At the surrounding liquid (part -1) the inner liquids are drawn already, so the transmittance is 1. With
// WITHIN the surrounding liquid is left out, because the surrounding liquid is drawn in front later.
vec3 othersTransmittance(PathLengths lengths, int part) {
  vec3 left = vec3(1.0);
  if (part < 0) return left;
#ifdef PARTED
  left = partTransmittance(lengths, -1);
#endif
  for (int i = 0; i < manyParts; ++i)
    if (i != part && lengths.within[i] > 0.0) left *= partTransmittance(lengths, i);
  return left;
}
#endif
