import { randomUUID } from 'node:crypto';
import { type LanguageModel, wrapLanguageModel } from 'ai';
import { quoteInexact } from '#contract/exact-json.ts';
import { isJsonObject } from '#contract/json.ts';
import { mappingEvents } from './mapping-events.ts';

/**
 * Arguments as the model wrote them. The AI SDK reads them with `JSON.parse`, which rounds numbers and takes the last of two
 * members of one name, and so do the SDKs of providers that send arguments as objects.
 */

type AnyModel = Exclude<LanguageModel, string>;

/** A model whose calls pass through the SDK as text, for {@link rawArguments}. */
export function withRawArguments(model: AnyModel): AnyModel {
  return wrapLanguageModel({
    model,
    middleware: {
      wrapStream: async ({ doStream }) => {
        const { stream, ...rest } = await doStream();
        type Part = typeof stream extends ReadableStream<infer Item> ? Item : never;
        const wrapped = new TransformStream<Part, Part>({
          transform: (part, controller) => {
            controller.enqueue(
              part.type === 'tool-call' ? { ...part, input: JSON.stringify({ raw: part.input }) } : part,
            );
          },
        });
        return { stream: stream.pipeThrough(wrapped), ...rest };
      },
    },
  });
}

/** What the model wrote as the arguments of a call. */
export function rawArguments(input: unknown): string {
  if (!isJsonObject(input) || typeof input['raw'] !== 'string') throw new Error('the call was not wrapped');
  return input['raw'].replaceAll(marked, '$1');
}

/** Marks the digits of a number that a double would change, in a way that no model can write. */
const mark = `number-${randomUUID()}-`;
const marked = new RegExp(`"${mark}([^"]*)"`, 'g');

/** Only such data can have a number that a double would change. */
const suspect = /[\d.]{16}|\d[eE]/;

/**
 * For a provider that sends arguments as objects, which its SDK parses together with the event around them: in its event streams,
 * the numbers that a double would change are marked strings, so that {@link rawArguments} still has their digits.
 */
export function markingNumbers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return mappingEvents(fetch, marking);
}

function marking(data: string): string {
  return suspect.test(data) ? quoteInexact(data, (digits) => `"${mark}${digits}"`) : data;
}
