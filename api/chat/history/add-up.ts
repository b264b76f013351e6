import type { ChatHistoryMessage, UiMessageChunk } from '#contract/chat.ts';
import { defined } from '#contract/defined.ts';

type Part = ChatHistoryMessage['parts'][number];

/**
 * The parts of a message, added up from the frames of its stream as a client of the AI SDK does it. Frames of a repeated turn
 * (`reset-step`) are not among those of a run that is stored.
 */
export class MessageParts {
  readonly parts: Part[] = [];
  readonly metadata: Record<string, unknown> = {};
  /** Parts that later frames change: of texts that grow, of calls, and of data with an id. */
  readonly #open = new Map<string, Part>();

  add(chunk: UiMessageChunk): void {
    const { type, ...given } = chunk;
    Object.assign(this.metadata, given['messageMetadata']);
    switch (type) {
      case 'start-step':
        this.parts.push({ type: 'step-start' });
        break;
      case 'text-start':
        this.#put(`text ${String(given['id'])}`, { type: 'text', text: '', state: 'done' });
        break;
      case 'text-delta':
        this.#change(`text ${String(given['id'])}`, ({ text }) => ({
          text: `${String(text)}${String(given['delta'])}`,
        }));
        break;
      case 'tool-input-available':
        this.#put(`call ${String(given['toolCallId'])}`, toolPart(given));
        break;
      case 'tool-approval-request':
        this.#change(`call ${String(given['toolCallId'])}`, () => ({
          state: 'approval-requested',
          approval: { id: given['approvalId'], descriptor: given['approvalDescriptor'] },
        }));
        break;
      case 'tool-approval-response':
        this.#change(`call ${String(given['approvalId'])}`, ({ approval }) => ({
          state: 'approval-responded',
          approval: {
            ...(approval as object),
            ...defined({ approved: given['approved'], reason: given['reason'] }),
          },
        }));
        break;
      case 'tool-output-available':
        this.#change(`call ${String(given['toolCallId'])}`, () => ({
          state: 'output-available',
          output: given['output'],
          providerExecuted: true,
        }));
        break;
      case 'tool-output-error':
        this.#change(`call ${String(given['toolCallId'])}`, () => ({
          state: 'output-error',
          errorText: given['errorText'],
          providerExecuted: true,
        }));
        break;
      case 'tool-output-denied':
        this.#change(`call ${String(given['toolCallId'])}`, () => ({ state: 'output-denied' }));
        break;
      default:
        if (type.startsWith('data-')) this.#data(type, given);
    }
  }

  #data(type: string, given: Record<string, unknown>): void {
    const key = `${type} ${String(given['id'])}`;
    if (given['id'] !== undefined && this.#open.has(key)) this.#change(key, () => given);
    else this.#put(key, { type, ...given });
  }

  #put(key: string, part: Part): void {
    this.#open.set(key, part);
    this.parts.push(part);
  }

  #change(key: string, change: (part: Part) => object): void {
    const part = this.#open.get(key);
    if (part !== undefined) Object.assign(part, change(part));
  }
}

function toolPart({
  toolCallId,
  toolName,
  input,
  providerExecuted,
  toolMetadata,
}: Record<string, unknown>): Part {
  return {
    type: `tool-${String(toolName)}`,
    toolCallId,
    state: 'input-available',
    input,
    providerExecuted,
    toolMetadata,
  };
}
