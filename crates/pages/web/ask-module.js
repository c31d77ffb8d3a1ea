// Asks the WebAssembly module in this page. The reply is `{ok}` or `{error}`. A request that `signal` aborts throws an AbortError.

let compiled = null;
// A worker for counts and one for all else, so that a long count does not keep the questions of the board waiting.
const workers = new Map();
let lastId = 0;

// The compiled module, for all workers.
const loaded = () => compiled ??= compile();

async function compile() {
  const bytes = Uint8Array.from(atob(find("module").textContent), character => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

// The worker of this name. It is started when it is first asked, and runs this module.
function worker(name, module) {
  if (!workers.has(name)) {
    const address = URL.createObjectURL(new Blob([find("worker").textContent], { type: "text/javascript" }));
    const one = { waiting: new Map(), thread: new Worker(address) };
    one.thread.onmessage = ({ data: { id, reply } }) => one.waiting.get(id)?.(reply);
    one.thread.onerror = event => { for (const answer of one.waiting.values()) answer(JSON.stringify({ error: { message: `the rules ended: ${event.message}`, context: [] } })); };
    workers.set(name, one);
    one.thread.postMessage({ compiled: module });
    URL.revokeObjectURL(address);
  }
  return workers.get(name);
}

async function ask(request, signal) {
  const name = request.ask === "count" ? "counts" : "questions";
  let module = null;
  try {
    module = await loaded();
  } catch (error) {
    return { error: { message: `this browser cannot load the rules: ${error.message}`, context: [] } };
  }
  const one = worker(name, module), id = ++lastId;
  return new Promise((resolve, reject) => {
    const end = () => { one.waiting.delete(id); signal?.removeEventListener("abort", abort); };
    const abort = () => {
      end();
      // A count cannot be interrupted.
      one.thread.terminate();
      workers.delete(name);
      reject(new DOMException("the request was ended", "AbortError"));
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    one.waiting.set(id, reply => { end(); resolve(JSON.parse(reply)); });
    one.thread.postMessage({ id, request: JSON.stringify(request) });
  });
}
