import { wrapLanguageModel } from 'ai';
import { type AnyModel, mapParts } from './map-parts.ts';

/**
 * A model whose stream names each call once. Some gateways repeat a call at the end of their stream, under another index, or without
 * its id, and the SDK takes each of them for a call of its own. One id, name and arguments are one call; two calls with one id and
 * other arguments stay two.
 */
export function withoutRepeatedCalls(model: AnyModel): AnyModel {
  return mapParts(withRawChunks(model), () => {
    const calls = new CallsOfStream();
    return (part, send) => {
      if (part.type === 'raw') {
        calls.note(part.rawValue);
        return;
      }
      if (part.type === 'tool-input-start') calls.begin(part.id, part.toolName);
      if (part.type !== 'tool-call') send(part);
      else if (!calls.isRepeated(part)) send({ ...part, toolCallId: calls.uniqueId(part.toolCallId) });
    };
  });
}

function withRawChunks(model: AnyModel): AnyModel {
  return wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) => await Promise.resolve({ ...params, includeRawChunks: true }),
    },
  });
}

interface MadeCall {
  toolCallId: string;
  toolName: string;
  input: string;
}

/** A piece of a call in the Chat Completions protocol. */
interface Delta {
  id?: unknown;
  index?: unknown;
  function?: { name?: unknown };
}

/**
 * The calls of a stream, told apart by the ids that are on the wire. The SDK gives a call that repeats an id, or has none, an id of
 * its own. In the Chat Completions protocol, a call without an id is that of its index.
 */
class CallsOfStream {
  /** The pieces of the latest chunk that may begin a call. */
  #beginnings: Delta[] = [];
  /** The ids on the wire, by index. */
  readonly #idsByIndex = new Map<number, string>();
  /** The ids on the wire, by those of the SDK. */
  readonly #onWire = new Map<string, string>();
  readonly #made: MadeCall[] = [];
  readonly #ids = new Set<string>();

  note(chunk: unknown): void {
    this.#beginnings = deltasOf(chunk);
  }

  begin(id: string, toolName: string): void {
    const at = this.#beginnings.findIndex((delta) => delta.function?.name === toolName);
    const [delta] = at === -1 ? [] : this.#beginnings.splice(at, 1);
    if (delta === undefined) return;
    const index = typeof delta.index === 'number' ? delta.index : undefined;
    const given = typeof delta.id === 'string' && delta.id.trim() !== '' ? delta.id : undefined;
    const known = index === undefined ? undefined : (this.#idsByIndex.get(index) ?? `index ${index}`);
    const onWire = given ?? known;
    if (onWire === undefined) return;
    if (index !== undefined) this.#idsByIndex.set(index, onWire);
    this.#onWire.set(id, onWire);
  }

  isRepeated({ toolCallId, toolName, input }: MadeCall): boolean {
    const id = this.#onWire.get(toolCallId) ?? toolCallId;
    const isSame = (made: MadeCall) =>
      made.toolCallId === id &&
      made.toolName === toolName &&
      (made.input === input || withoutSpaces(made.input) === withoutSpaces(input));
    if (this.#made.some(isSame)) return true;
    this.#made.push({ toolCallId: id, toolName, input });
    return false;
  }

  /** The id itself, unless another call has it. */
  uniqueId(id: string): string {
    let unique = id;
    for (let number = 2; this.#ids.has(unique); number += 1) unique = `${id}-${number}`;
    this.#ids.add(unique);
    return unique;
  }
}

function deltasOf(chunk: unknown): Delta[] {
  const { choices } = (chunk ?? {}) as { choices?: { delta?: { tool_calls?: unknown } }[] };
  const calls = Array.isArray(choices) ? choices[0]?.delta?.tool_calls : undefined;
  return Array.isArray(calls)
    ? (calls as Delta[]).filter((delta) => typeof delta === 'object' && delta !== null)
    : [];
}

/** A JSON text without the white space between its values. */
function withoutSpaces(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
