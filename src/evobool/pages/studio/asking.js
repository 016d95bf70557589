// What a page asks the server: an answer, or a stream of updates.

export const given = JSON.parse(document.getElementById("given").textContent);

const address = (path, words) => `${path}?${new URLSearchParams(words)}`;
const LOST = {field: "", value: "", why: "the studio does not answer; is it still running?"};

/** How something is sent along with a question. */
const sending = (body) => (body === null ? {} : {method: "POST", body});

/** An answer as JSON. What the server refuses is an answer too: {refused: {field, value, why}}. */
export async function ask(path, words = {}, signal = null, body = null) {
  try {
    const reply = await fetch(address(path, words), {signal, ...sending(body)});
    if (!reply.ok) return {refused: {...LOST, why: (await reply.text()).trim() || LOST.why}};
    return await reply.json();
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    return {refused: LOST};
  }
}

/** Server-sent updates; `tell` is called with each. `stop` ends them, and so the work on the server. */
export function listen(path, words, tell, body = null) {
  const abort = new AbortController();
  const read = async () => {
    try {
      const reply = await fetch(address(path, words), {signal: abort.signal, ...sending(body)});
      if (!reply.ok) return tell({refused: {...LOST, why: (await reply.text()).trim() || LOST.why}});
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const {done, value} = await reader.read();
        if (done) break;
        const events = (rest + value).split("\n\n");
        rest = events.pop();
        for (const event of events) if (!abort.signal.aborted) tell(JSON.parse(event.slice("data: ".length)));
      }
    } catch (problem) {
      if (!abort.signal.aborted) {
        console.warn(problem);
        tell({refused: LOST});
      }
    }
    return null;
  };
  read();
  return {stop: () => abort.abort()};
}
