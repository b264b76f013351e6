import { TypeValidationError } from 'ai';
import { type AnyModel, mapParts } from './map-parts.ts';
import { field } from './provider-answer.ts';

/**
 * A model whose stream may have events that the SDK does not know: providers add some at any time, and say that clients should skip
 * them. An event of a kind that is known, and is not as it should be, still ends the turn: a call may be in it.
 */
export function withoutUnknownEvents(model: AnyModel): AnyModel {
  return mapParts(model, () => {
    const begun = new Set<string>();
    return (part, send) => {
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
          // The beginning of the block was skipped.
          if (!begun.has(part.id)) return;
          break;
        default:
      }
      send(part);
    };
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

/** Pieces of Bedrock's streams that an answer is made of. */
const bedrockPieces = new Set(['text', 'citation', 'toolUse', 'reasoningContent']);
const bedrockReasoning = new Set(['text', 'signature', 'data', 'redactedContent']);
/** The members of a chunk that carry content, in protocols whose events have no type. */
const said = [
  'choices',
  'candidates',
  'error',
  'type',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
];

function isUnknownEvent(error: unknown): boolean {
  if (!TypeValidationError.isInstance(error)) return false;
  const { value } = error;
  const type = field(value, 'type');
  if (type === 'content_block_start') return !blocks.has(field(field(value, 'content_block'), 'type'));
  if (type === 'content_block_delta') return !pieces.has(field(field(value, 'delta'), 'type'));
  if (typeof type === 'string' && !type.startsWith('response.')) return !events.has(type);
  const delta = field(field(value, 'contentBlockDelta'), 'delta');
  if (delta !== undefined) {
    return (
      !hasOne(delta, bedrockPieces) ||
      (field(delta, 'reasoningContent') !== undefined &&
        !hasOne(field(delta, 'reasoningContent'), bedrockReasoning))
    );
  }
  return said.every((name) => field(value, name) === undefined);
}

function hasOne(value: unknown, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => field(value, name) !== undefined);
}
