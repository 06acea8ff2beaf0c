// library.js - the function of JavaScript that the program calls (wasm.c). The command has none.
mergeInto(LibraryManager.library, {
  ys_wasm_call: function (call, number) {
    Module["callBack"](call, number);
  },
});
