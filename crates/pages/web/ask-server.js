// Asks the server of the page. The reply is `{ok}` or `{error}`. A request that `signal` aborts throws an AbortError.

async function ask(request, signal) {
  try {
    const response = await fetch("ask", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request), signal });
    if (!response.ok) return { error: { message: `the server refuses the request: ${response.status} ${response.statusText}`, context: [] } };
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return { error: { message: "the server does not answer; it may have ended", context: [] } };
  }
}
