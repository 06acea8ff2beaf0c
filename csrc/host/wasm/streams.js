// streams.js - makes the command's process the one that Node runs in: its environment, and whether its streams are
// terminals.
Module["preRun"] = function () {
  Object.assign(ENV, process.env);
};
Module["onRuntimeInitialized"] = function () {
  for (var i = 0; i < 3; i++) FS.streams[i].tty = require("tty").isatty(i);
};
