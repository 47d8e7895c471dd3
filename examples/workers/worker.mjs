#!/usr/bin/env node
// Answers LatentFuzz with an ONNX file, run by onnxruntime-node:
//
//     npm install onnxruntime-node@1.30.0
//     latentfuzz run --candidate 'process:node worker.mjs model.onnx' ...
//
// The file has one input and one output. One whose output has four dimensions is a generator of
// images, any other a classifier. docs/process-protocol.md describes every byte.

import { readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";

const STDIN = 0, STDOUT = 1;
const MAGIC = "LFZP", VERSION = 1, HEADER_SIZE = 16;
const HELLO = 1, PREDICT = 2, DECODE = 3;
const DESCRIPTION = 17, TENSOR = 18, ERROR = 19;

// stdout carries messages and nothing else.
console.log = console.info = console.debug = console.error;

// Unlike import, it also looks in the folders of NODE_PATH.
const ort = createRequire(import.meta.url)("onnxruntime-node");

/** That many bytes of stdin; null where it ends before. */
function read(size) {
  const bytes = Buffer.allocUnsafeSlow(size);  // with an ArrayBuffer of its own
  for (let at = 0; at < size;) {
    const got = readSync(STDIN, bytes, at, size - at, null);
    if (got === 0) return null;
    at += got;
  }
  return bytes;
}

function write(bytes) {
  for (let at = 0; at < bytes.length;) at += writeSync(STDOUT, bytes, at);
}

function reply(kind, body) {
  const header = Buffer.alloc(HEADER_SIZE);
  header.write(MAGIC, "latin1");
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(kind, 6);
  header.writeBigUInt64LE(BigInt(body.length), 8);
  write(header);
  write(body);
}

function decodeTensor(body) {
  const rank = body.readUInt32LE(0), labels = body.readUInt32LE(4);
  const sizes = Array.from({ length: rank }, (_, i) => Number(body.readBigUInt64LE(8 + 8 * i)));
  const values = new Float32Array(body.buffer, 8 + 8 * (rank + labels));
  return new ort.Tensor("float32", values, sizes);
}

function encodeTensor(tensor) {
  const head = Buffer.alloc(8 + 8 * tensor.dims.length);
  head.writeUInt32LE(tensor.dims.length, 0);
  tensor.dims.forEach((size, i) => head.writeBigUInt64LE(BigInt(size), 8 + 8 * i));
  const { buffer, byteOffset, byteLength } = tensor.data;
  return Buffer.concat([head, Buffer.from(buffer, byteOffset, byteLength)]);
}

/** What the file says of itself. Sizes that it leaves open are names there. */
function describe(session, file) {
  const input = session.inputMetadata[0].shape, output = session.outputMetadata[0].shape;
  const generator = output.length === 4;
  return {
    name: basename(file, ".onnx"),
    task: generator ? "generator" : "classification",
    image: (generator ? output : input).slice(1),
    ...(generator ? { latent: input[1] } : { classes: output[1] }),
    batch: typeof input[0] === "number" && input[0] > 0 ? input[0] : 0,
    engine: "onnxruntime",
    engine_version: ort.env.versions.node,
  };
}

const file = process.argv[2];
if (file === undefined) {
  console.error("usage: worker.mjs MODEL.onnx");
  process.exit(2);
}
const session = await ort.InferenceSession.create(file, { intraOpNumThreads: 1 });
const [input] = session.inputNames, [output] = session.outputNames;

for (let header; (header = read(HEADER_SIZE)) !== null;) {
  if (header.toString("latin1", 0, 4) !== MAGIC || header.readUInt16LE(4) !== VERSION) {
    console.error(`this worker speaks version ${VERSION} of LatentFuzz's protocol`);
    process.exit(1);
  }
  const kind = header.readUInt16LE(6);
  const body = read(Number(header.readBigUInt64LE(8)));
  if (body === null) break;
  try {
    if (kind === HELLO) {
      reply(DESCRIPTION, Buffer.from(JSON.stringify(describe(session, file))));
    } else if (kind === PREDICT || kind === DECODE) {
      const answers = await session.run({ [input]: decodeTensor(body) });
      reply(TENSOR, encodeTensor(answers[output]));
    } else {
      throw new Error(`no request of kind ${kind} is known`);
    }
  } catch (error) {
    reply(ERROR, Buffer.from(String(error)));
  }
}
