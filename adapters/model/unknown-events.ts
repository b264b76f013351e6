import { type LanguageModel, TypeValidationError, wrapLanguageModel } from 'ai';
import { field } from './provider-answer.ts';

type AnyModel = Exclude<LanguageModel, string>;

/**
 * A model whose stream may have events that the SDK does not know: providers add some at any time, and say that clients should skip
 * them. An event of a kind that is known, and is not as it should be, still ends the turn: a call may be in it.
 */
export function withoutUnknownEvents(model: AnyModel): AnyModel {
  return wrapLanguageModel({
    model,
    middleware: {
      wrapStream: async ({ doStream }) => {
        const { stream, ...rest } = await doStream();
        type Part = typeof stream extends ReadableStream<infer Item> ? Item : never;
        const begun = new Set<string>();
        const known = new TransformStream<Part, Part>({
          transform: (part, controller) => {
            switch (part.type) {
              case 'error':
                if (isUnknownEvent(part.error)) return;
                break;
              case 'text-start':
              case 'reasoning-start':
                begun.add(part.id);
                break;
              case 'text-delta':
              case 'text-end':
              case 'reasoning-delta':
              case 'reasoning-end':
                // Of a block whose beginning was skipped.
                if (!begun.has(part.id)) return;
                break;
              default:
            }
            controller.enqueue(part);
          },
        });
        return { stream: stream.pipeThrough(known), ...rest };
      },
    },
  });
}

/** Blocks and pieces of Anthropic's streams that an answer is made of. */
const blocks = new Set<unknown>(['text', 'thinking', 'redacted_thinking', 'tool_use']);
const pieces = new Set<unknown>(['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta']);
/** Other events of which an answer is made, or that end it. */
const events = new Set<unknown>([
  'message_start',
  'message_delta',
  'content_block_stop',
  'message_stop',
  'error',
]);

function isUnknownEvent(error: unknown): boolean {
  if (!TypeValidationError.isInstance(error)) return false;
  const { value } = error;
  const type = field(value, 'type');
  if (type === 'content_block_start') return !blocks.has(field(field(value, 'content_block'), 'type'));
  if (type === 'content_block_delta') return !pieces.has(field(field(value, 'delta'), 'type'));
  if (typeof type === 'string' && !type.startsWith('response.')) return !events.has(type);
  // A chunk without a choice, a candidate or an error says nothing.
  return ['choices', 'candidates', 'error', 'type'].every((name) => field(value, name) === undefined);
}
