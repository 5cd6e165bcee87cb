// Reads USDA files with TinyUSDZ (npm package tinyusdz) and prints their content as JSON:
// node usda_reader.mjs FOLDER_OF_TINYUSDZ FILE...
import fs from 'fs';
import path from 'path';
import {pathToFileURL} from 'url';

// The package is built for browsers, so Node pretends to be a web worker.
process.type = 'renderer';
globalThis.WorkerGlobalScope = class {};
globalThis.self = globalThis;

const [folder, ...names] = process.argv.slice(2);
const code = fs.readFileSync(path.join(folder, 'tinyusdz.wasm'));
const {default: start} = await import(pathToFileURL(path.join(folder, 'tinyusdz.js')));
const usd = await start({
  instantiateWasm: (imports, done) => {
    WebAssembly.instantiate(code, imports).then(result => done(result.instance));
    return {};
  }
});

const found = names.map(name => {
  const bytes = new Uint8Array(fs.readFileSync(name));
  const scene = new usd.TinyUSDZLoaderNative();
  const read = scene.loadFromBinary(bytes, path.basename(name));
  const mesh = read && scene.numMeshes() > 0 ? scene.getMesh(0) : null;
  const layer = new usd.TinyUSDZLoaderNative();
  return {
    read,
    error: scene.error(),
    meshes: read ? scene.numMeshes() : 0,
    points: mesh ? Array.from(mesh.points) : [],
    normals: mesh ? Array.from(mesh.normals) : [],
    indices: mesh ? Array.from(mesh.faceVertexIndices) : [],
    // The whole layer as the reader understood the file, written as USDA by the reader.
    layer: layer.loadAsLayerFromBinary(bytes, path.basename(name)) ? layer.layerToString() : '',
  };
});
console.log(JSON.stringify(found));
