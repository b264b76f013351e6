import type { AssistantContent, TextStreamPart, ToolSet } from 'ai';
import { defined } from '#contract/defined.ts';
import { type Json, type ModelCall, type ModelReasoning, plain } from '#engine/ports/model.ts';

/** A provider's metadata of a part of its answer, sent back with the part. */
export type ProviderOptions = { [provider: string]: { [option: string]: Json } };

/**
 * A part of an answer, in the order in which it came. The reply has its texts and calls, so only their places are kept: a number of
 * characters, and the position of a call.
 */
type KeptPart =
  | { type: 'reasoning'; text: string; options?: ProviderOptions; tagged?: true }
  | { type: 'text'; characters: number; options?: ProviderOptions }
  | { type: 'call'; index: number; options?: ProviderOptions };

/** The most characters of reasoning that are kept of a turn. */
export const longestReasoning = 512 * 1024;

/** How the ids of thoughts begin that came as tagged text: their provider does not expect to get them back. */
export const taggedPrefix = 'tagged ';

/** Collects what a model thinks while its answer comes in. */
export class ReasoningInProgress {
  readonly #parts: KeptPart[] = [];
  readonly #open = new Map<string, KeptPart>();
  #calls = 0;
  #characters = 0;

  add(part: TextStreamPart<ToolSet>): void {
    switch (part.type) {
      case 'reasoning-start':
        this.#begin(
          `reasoning ${part.id}`,
          { type: 'reasoning', text: '', ...(part.id.startsWith(taggedPrefix) ? { tagged: true } : {}) },
          part.providerMetadata,
        );
        break;
      case 'reasoning-delta':
        this.#continue(`reasoning ${part.id}`, part.text, part.providerMetadata);
        break;
      case 'reasoning-end':
        this.#continue(`reasoning ${part.id}`, '', part.providerMetadata);
        break;
      case 'text-start':
        this.#begin(`text ${part.id}`, { type: 'text', characters: 0 }, part.providerMetadata);
        break;
      case 'text-delta':
        this.#continue(`text ${part.id}`, part.text, part.providerMetadata);
        break;
      case 'text-end':
        this.#continue(`text ${part.id}`, '', part.providerMetadata);
        break;
      case 'tool-call':
        this.#begin(`call ${this.#calls}`, { type: 'call', index: this.#calls }, part.providerMetadata);
        this.#calls += 1;
        break;
      default:
    }
  }

  #begin(key: string, part: KeptPart, options: unknown): void {
    this.#parts.push(part);
    this.#open.set(key, part);
    this.#take(part, options);
  }

  #continue(key: string, text: string, options: unknown): void {
    const part = this.#open.get(key);
    if (part === undefined) return;
    if (part.type === 'reasoning') {
      this.#characters += text.length;
      // Characters beyond the limit are counted, not kept.
      if (this.#characters <= longestReasoning) part.text += text;
    }
    if (part.type === 'text') part.characters += text.length;
    this.#take(part, options);
  }

  /** The last metadata of a part replaces the earlier ones. */
  #take(part: KeptPart, options: unknown): void {
    if (options === undefined || options === null) return;
    const said = plain(options) as ProviderOptions;
    // The SDK says the same under the provider's earlier name.
    if (said['amazonBedrock'] !== undefined) delete said['bedrock'];
    part.options = said;
  }

  /**
   * The reasoning; undefined if there was none and the provider wants nothing back.
   * @param source the model and its address
   */
  end(source: string): ModelReasoning | undefined {
    if (!this.#parts.some(isOfUse)) return undefined;
    const text = this.#parts
      .flatMap((part) => (part.type === 'reasoning' && part.text.trim() !== '' ? [part.text] : []))
      .join('\n\n');
    const opaque_characters = this.#parts
      .flatMap(({ options }) => opaqueTexts(options))
      .reduce((sum, { length }) => sum + length, 0);
    const kept = { source, text, opaque_characters };
    return this.#characters + opaque_characters > longestReasoning
      ? { ...kept, text: '', parts: [], dropped: true }
      : { ...kept, parts: this.#parts.filter((part) => part.type !== 'reasoning' || part.tagged !== true) };
  }
}

/** Ids that providers need only if they have kept the answer themselves, which they are asked not to do. */
const ids = new Set(['itemId', 'id']);

function isOfUse(part: KeptPart): boolean {
  if (part.type === 'reasoning') return true;
  return Object.values(part.options ?? {}).some((options) =>
    Object.entries(options).some(([name, value]) => !ids.has(name) && value !== null),
  );
}

/** The texts in what a provider says about a part that are not names or ids. */
function opaqueTexts(options: ProviderOptions | undefined): string[] {
  const shortest = 16;
  return stringsOf(options ?? {}).filter(({ length }) => length >= shortest);
}

function stringsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => (ids.has(name) ? [] : stringsOf(item)));
}

/** All texts of what was thought that a request may contain: none of them is for a trace that is stored as it is. */
export function reasoningTexts({ parts }: ModelReasoning): string[] {
  const kept = parts as KeptPart[];
  const thoughts = kept.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []));
  return [...thoughts, thoughts.join(''), ...kept.flatMap(({ options }) => opaqueTexts(options))].filter(
    (text) => text !== '',
  );
}

type Content = Exclude<AssistantContent, string>;

/**
 * A turn as its provider gave it: thoughts, texts and calls in their order, each with what the provider said about it.
 * @param calls those of the turn, as they are sent
 */
export function withReasoning(text: string, calls: Content, { parts }: ModelReasoning): Content {
  const content: Content = [];
  const left = new Map(calls.entries());
  let characters = 0;
  for (const part of parts as KeptPart[]) {
    const { options: providerOptions } = part;
    if (part.type === 'reasoning') {
      content.push({ type: 'reasoning', text: part.text, ...defined({ providerOptions }) });
    } else if (part.type === 'text') {
      const words = text.slice(characters, characters + part.characters);
      characters += part.characters;
      if (words.trim() !== '' || providerOptions !== undefined) {
        content.push({ type: 'text', text: words, ...defined({ providerOptions }) });
      }
    } else {
      const call = left.get(part.index);
      if (call !== undefined) content.push({ ...call, ...defined({ providerOptions }) });
      left.delete(part.index);
    }
  }
  const rest = text.slice(characters);
  if (rest.trim() !== '') content.push({ type: 'text', text: rest });
  return [...content, ...left.values()];
}

/** Whether the provider would get back what was thought in every turn of the run that made calls. */
export function hasAllReasoning(
  messages: { role: string; calls?: ModelCall[]; reasoning?: ModelReasoning }[],
  source: string,
): boolean {
  return messages.every(
    ({ calls = [], reasoning }) =>
      calls.length === 0 || (reasoning?.source === source && reasoning.dropped !== true),
  );
}
