// streams.js - makes the command's process the one that Node runs in: its environment, and whether its streams are
// terminals.
Module["preRun"] = function () {
  // Emscripten has values of its own for these, and writes one byte for each character.
  for (var own of ["USER", "LOGNAME", "PATH", "PWD", "HOME", "LANG", "_"]) ENV[own] = undefined;
  for (var name in process.env) {
    var value = Buffer.from(process.env[name]).toString("latin1");
    ENV[Buffer.from(name).toString("latin1")] = value;
  }
};
Module["onRuntimeInitialized"] = function () {
  for (var i = 0; i < 3; i++) FS.streams[i].tty = require("tty").isatty(i);
};
