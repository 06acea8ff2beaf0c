// worker.js - runs the language server as WebAssembly, in a worker of a browser or of Node. The first message has the
// bytes of the program, all others are those of the protocol.

import createProgram from 'engine';
import { instantiate, Server } from 'server';
import { Files } from './files.js';

const INTERNAL_ERROR = -32603;
const DELETED = 3; // a kind of change in the protocol

let server, files;
const waiting = new Map(); // what goes on with the editor's answers, by the identities of requests
let asked = 0;

const send = (message) => postMessage({ jsonrpc: '2.0', ...message });
const isRequest = (message) => message.method !== undefined && message.id !== undefined;

function read(list) {
  return new Promise((resolve) => {
    waiting.set(`files-${++asked}`, resolve);
    send({ id: `files-${asked}`, method: 'yschema/read', params: { files: list } });
  });
}

// Reads messages about folders and files, before the server gets them.
const noted = {
  initialize: ({ workspaceFolders }) => workspaceFolders?.forEach(({ uri }) => files.open(uri)),
  'workspace/didChangeWatchedFiles': ({ changes }) =>
    changes.forEach(({ uri, type }) => files.changed(uri, type === DELETED)),
  'textDocument/didSave': ({ textDocument }) => files.changed(textDocument.uri),
};

// Messages that count although the server has sent them before it has all files: its requests to the editor.
const counts = ({ method }) => method && !/^(textDocument\/publishDiagnostics|window\/showMessage)$/.test(method);

const isOfLife = ({ method }) => /^(initialize|shutdown)$/.test(method); // not repeated

async function turn(messages) {
  for (const { method, params } of messages) noted[method]?.(params);
  let sent = server.take(messages);
  while (!files.areComplete && !messages.some(isOfLife)) {
    sent.filter(counts).forEach(send);
    await files.load(read);
    const again = { jsonrpc: '2.0', method: 'yschema/filesArrived', params: {
      messageDropped: sent.some(({ method }) => method === 'window/showMessage') } };
    sent = server.take([again, ...messages.filter(isRequest)]);
  }
  sent.forEach(send);
}

// Answers for a server that has failed.
let failure;
function refuse(message) {
  if (!isRequest(message)) return;
  if (message.method === 'shutdown') send({ id: message.id, result: null });
  else send({ id: message.id, error: { code: INTERNAL_ERROR, message: failure } });
}

async function start(bytes) {
  const program = await instantiate(createProgram, await WebAssembly.compile(bytes), () => {});
  files = new Files(program.FS);
  server = new Server(program);
}

// One turn after the other. Messages that have come meanwhile are in one turn.
let queue = [], last;
async function work() {
  const messages = queue;
  queue = [];
  try {
    if (!failure) return await turn(messages);
  } catch (problem) {
    failure = String(problem?.message ?? problem);
    send({ method: 'yschema/failed', params: { message: failure } });
  }
  messages.forEach(refuse);
}

globalThis.onmessage = ({ data }) => {
  if (data.program) {
    last = start(data.program).catch((problem) => {
      failure = `yschema.wasm cannot be loaded: ${problem?.message ?? problem}`;
      send({ method: 'yschema/failed', params: { message: failure } });
    });
  } else if (data.method === undefined && waiting.has(data.id)) {
    waiting.get(data.id)(data.result ?? []);
    waiting.delete(data.id);
  } else if (queue.push(data) === 1) {
    last = last.then(() => new Promise((resolve) => setTimeout(resolve))).then(work);
  }
};
