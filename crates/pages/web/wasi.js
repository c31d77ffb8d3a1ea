// Starts the WebAssembly module for each request, writes the request to its stdin and reads the reply from its stdout. The module gets
// no files, no network and no arguments. The page without a server and the package of adapters/npm share this file.

// Error numbers of WASI.
const SUCCESS = 0, BAD_DESCRIPTOR = 8, NOT_SUPPORTED = 58;
const STDIN = 0, STDOUT = 1, STDERR = 2;

class Exit extends Error {}

// The functions of WASI that the module calls, for an instance with this input. `outputs` collects what it writes.
function system(input, outputs, memory) {
  let read = 0;
  const view = () => new DataView(memory().buffer), bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  // The buffers of a read or a write: pairs of address and length.
  const buffers = (at, count) => Array.from({ length: count }, (_, index) => bytes(view().getUint32(at + 8 * index, true), view().getUint32(at + 8 * index + 4, true)));
  const none = (count, size) => { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return SUCCESS; };
  const known = {
    fd_read(descriptor, at, count, done) {
      if (descriptor !== STDIN) return BAD_DESCRIPTOR;
      const before = read;
      for (const buffer of buffers(at, count)) {
        const part = input.subarray(read, read + buffer.length);
        buffer.set(part);
        read += part.length;
      }
      view().setUint32(done, read - before, true);
      return SUCCESS;
    },
    fd_write(descriptor, at, count, done) {
      if (descriptor !== STDOUT && descriptor !== STDERR) return BAD_DESCRIPTOR;
      let written = 0;
      for (const buffer of buffers(at, count)) {
        outputs[descriptor].push(buffer.slice());
        written += buffer.length;
      }
      view().setUint32(done, written, true);
      return SUCCESS;
    },
    clock_time_get(clock, precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    random_get(at, length) {
      // A call gives at most 65,536 bytes.
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(bytes(at + done, Math.min(65536, length - done)));
      return SUCCESS;
    },
    environ_sizes_get: none,
    environ_get: () => SUCCESS,
    args_sizes_get: none,
    args_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    fd_close: () => SUCCESS,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    proc_exit(code) { throw new Exit(code); },
  };
  return new Proxy(known, { get: (functions, name) => functions[name] || (() => NOT_SUPPORTED) });
}

// The reply of a compiled module to a request, as text.
async function answer(compiled, request) {
  const outputs = { [STDOUT]: [], [STDERR]: [] }, text = new TextDecoder();
  const joined = parts => parts.map(part => text.decode(part, { stream: true })).join("") + text.decode();
  let instance = null;
  const functions = system(new TextEncoder().encode(request + "\n"), outputs, () => instance.exports.memory);
  try {
    // Browsers limit the size of modules that a page starts synchronously.
    instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: functions });
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit && Number(error.message) === 0)) {
      const said = joined(outputs[STDERR]).trim();
      return JSON.stringify({ error: { message: `the rules ended without an answer: ${error.message}`, context: said ? said.split("\n") : [] } });
    }
  }
  return joined(outputs[STDOUT]).trimEnd();
}
