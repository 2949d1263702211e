// An adapter between rulings and an engine: requests on standard input, responses on standard output, one a line.
// Go on at the three places marked HERE. Nothing but responses may be written to standard output; use console.error.

import { createInterface } from "node:readline";

const NAME = "@NAME@", VERSION = "0.1", GAME = "@GAME@";

// HERE (1): the cards that your engine knows, by their English names.
const CARDS = new Set([]);

class Unsupported extends Error {
  constructor(what, name) {
    super(`${what} ${name}`);
    this.lack = { what, name: String(name ?? "") };
  }
}

// What the engine is and claims. With `cards: [...CARDS]` in the game's claims, cases with other cards are not even
// sent. Add the capability "choices" when `run` can answer with a question and all its options.
const describe = () => ({ protocol: 1, name: NAME, version: VERSION, games: { [GAME]: {} }, capabilities: [] });

// HERE (2): what does each action; `docs/formats.md` of rulings lists them for each game.
const ACTIONS = {
  example(position, action) { // such as {"example": "alice"}
    throw new Unsupported("action", Object.keys(action)[0]);
  },
};

function run({ game, given, actions }) {
  if (game !== GAME) throw new Unsupported("game", game);
  for (const card of cards(given)) if (!CARDS.has(card)) throw new Unsupported("card", card);
  // HERE (3): set your engine up from `given`, let the actions happen in it, and read the position back.
  // What of it your engine cannot be given is unsupported, {"what": "state", "name": "counters"}: passed over,
  // it would make cases fail for what the engine never knew.
  // For a question that `answers` does not answer, return {choice: {player, kind, options}}; for an action that the
  // rules forbid, {refused: {action: index, reason}}.
  for (const action of actions) {
    const verb = Object.keys(action).find((key) => Object.hasOwn(ACTIONS, key));
    if (verb === undefined) throw new Unsupported("action", Object.keys(action)[0]);
    ACTIONS[verb](given, action);
  }
  return { state: given };
}

function* cards(part) {
  if (part === null || typeof part !== "object") return;
  if (!Array.isArray(part) && typeof part.card === "string") yield part.card;
  for (const value of Object.values(part)) yield* cards(value);
}

function respond(line) {
  let request;
  try {
    request = JSON.parse(line);
    if (request?.id === undefined || request.method === undefined) throw new Error("no request");
  } catch {
    return failure(null, -32700, "no request can be read in this line");
  }
  const { id, method, params } = request;
  try {
    switch (method) {
      case "describe": return result(id, describe());
      case "run": return result(id, run(params));
      case "shutdown": return result(id, {});
      default: return failure(id, -32601, `no method ${method}`);
    }
  } catch (wrong) { // whatever goes wrong in one run must not end the others
    if (wrong instanceof Unsupported) return result(id, { unsupported: wrong.lack });
    console.error(wrong.stack); // to standard error, which is shown with the case
    return failure(id, -32603, `${wrong.name}: ${wrong.message}`.replaceAll("\n", " "));
  }
}

const result = (id, value) => ({ jsonrpc: "2.0", id, result: value });
const failure = (id, code, message) => ({ jsonrpc: "2.0", id, error: { code, message } });

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const response = respond(line);
  const last = response.result && line.includes('"shutdown"') && JSON.parse(line).method === "shutdown";
  await new Promise((written) => process.stdout.write(JSON.stringify(response) + "\n", written));
  if (last) process.exit(0);
}
