// The worker of a page without a server, after wasi.js: it answers the requests of the page with the module that it got.

let compiled = null;

onmessage = async ({ data }) => {
  if (data.compiled) compiled = data.compiled;
  else postMessage({ id: data.id, reply: await answer(compiled, data.request) });
};
