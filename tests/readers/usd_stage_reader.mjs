// Reads the root layer of a USD stage with three.js (npm package three) and prints what three.js composes as JSON:
// node usd_stage_reader.mjs NODE_MODULES SCENE.usda
import fs from 'fs';
import path from 'path';
import {pathToFileURL} from 'url';

const [modules, file] = process.argv.slice(2);
const load = name => import(pathToFileURL(path.join(modules, 'three', name)));
const {USDLoader} = await load('examples/jsm/loaders/USDLoader.js');
const bytes = fs.readFileSync(file);
const root = new USDLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

const found = {objects: {}, tracks: {}};
root.updateMatrixWorld(true);
root.traverse(o => {
  const entry = {type: o.type, matrix: o.matrixWorld.toArray()};
  if (o.isMesh) {
    entry.positions = o.geometry.attributes.position ? Array.from(o.geometry.attributes.position.array) : [];
    const m = Array.isArray(o.material) ? o.material : [o.material];
    entry.materials = m.map(x => ({roughness: x.roughness, metalness: x.metalness, ior: x.ior, opacity: x.opacity, colour: x.color.toArray()}));
    entry.groups = o.geometry.groups;
  }
  if (o.isCamera) entry.fieldOfView = o.fov, entry.aspect = o.aspect;
  if (o.isLight) entry.intensity = o.intensity;
  found.objects[o.parent && o.parent.name ? o.parent.name + '/' + o.name : o.name] = entry;
});
for (const animation of root.animations || [])
  for (const track of animation.tracks) found.tracks[track.name] = {times: Array.from(track.times), values: Array.from(track.values)};
console.log(JSON.stringify(found));
