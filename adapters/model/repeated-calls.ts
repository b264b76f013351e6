import { wrapLanguageModel } from 'ai';
import { canonicalJson } from '#contract/canonical-json.ts';
import { readArguments } from '#contract/read-arguments.ts';
import { type AnyModel, mapParts } from './map-parts.ts';

/**
 * A model whose stream names each call once. Some gateways repeat a call at the end of their stream, under another index, without
 * its id, or with its arguments written in another way, and the SDK takes each of them for a call of its own. One id, name and
 * arguments are one call; two calls with one id and other arguments stay two.
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

/** The identity of a call on the wire. */
interface Place {
  index: number | undefined;
  id: string | undefined;
}

/** The calls of a stream with the same name and arguments. */
interface EqualCalls {
  ids: Set<string>;
  indexes: Set<number>;
  /** Indexes of calls without an id. */
  indexesWithoutId: Set<number>;
}

/**
 * The calls of a stream, distinguished by the ids on the wire. The SDK gives a call that repeats an id, or has none, an
 * id of its own. In the Chat Completions protocol, the id of a call may come before or after its name, and a call
 * without an id belongs to its index.
 */
class CallsOfStream {
  /** The pieces of the latest chunk that may begin a call. */
  #beginnings: Delta[] = [];
  /** Ids of calls whose names have not come yet, by index. */
  readonly #idsAhead = new Map<number, string>();
  /** The latest call of each index. */
  readonly #latest = new Map<number, Place>();
  /** Places by the ids of the SDK. */
  readonly #places = new Map<string, Place>();
  /** Calls by name and arguments. */
  readonly #made = new Map<string, EqualCalls>();
  readonly #ids = new Set<string>();

  note(chunk: unknown): void {
    this.#beginnings = deltasOf(chunk);
    for (const delta of this.#beginnings) {
      const { id, index } = placeOf(delta);
      if (id === undefined || index === undefined || isText(delta.function?.name)) continue;
      const latest = this.#latest.get(index);
      if (latest === undefined) this.#idsAhead.set(index, id);
      else latest.id ??= id;
    }
  }

  begin(id: string, toolName: string): void {
    const at = this.#beginnings.findIndex((delta) => delta.function?.name === toolName);
    const [delta] = at === -1 ? [] : this.#beginnings.splice(at, 1);
    if (delta === undefined) return;
    const place = placeOf(delta);
    if (place.index !== undefined) {
      place.id ??= this.#idsAhead.get(place.index);
      this.#idsAhead.delete(place.index);
      this.#latest.set(place.index, place);
    }
    this.#places.set(id, place);
  }

  isRepeated({ toolCallId, toolName, input }: MadeCall): boolean {
    const { id, index } = this.#places.get(toolCallId) ?? { id: toolCallId, index: undefined };
    const { ids, indexes, indexesWithoutId } = this.#equalTo(toolName, input);
    const isIndexKnown = index !== undefined && indexes.has(index);
    if (index !== undefined) indexes.add(index);
    if (id === undefined) {
      if (index !== undefined && !isIndexKnown) indexesWithoutId.add(index);
      return isIndexKnown;
    }
    const isIdKnown = ids.has(id);
    ids.add(id);
    // The call that came without its id has it now: another id is another call.
    return isIdKnown || (index !== undefined && indexesWithoutId.delete(index));
  }

  #equalTo(name: string, input: string): EqualCalls {
    const key = JSON.stringify([name, comparable(input)]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const first: EqualCalls = { ids: new Set(), indexes: new Set(), indexesWithoutId: new Set() };
    this.#made.set(key, first);
    return first;
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

function placeOf({ id, index }: Delta): Place {
  return { id: isText(id) ? id : undefined, index: typeof index === 'number' ? index : undefined };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Equal for arguments that are the same, however they are written. Those that cannot be read are not made, whatever they are. */
function comparable(input: string): string {
  const read = readArguments(input);
  return 'args' in read ? canonicalJson(read.args) : input.trim();
}
