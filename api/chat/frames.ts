import type { ChatApproval, UiMessageChunk } from '#contract/chat.ts';
import { defined } from '#contract/defined.ts';
import type { MessagePart } from '#contract/message.ts';
import type { CloseReason } from '#contract/run-state.ts';
import { heldApproval } from './chat-approval.ts';
import { ReplyParts } from './reply-parts.ts';

/** An event of a run, or a delta, in the service's own form. */
export interface StreamedEvent {
  type: string;
  data: Record<string, unknown>;
}

/** The item that a run waits for, as its thread shows it. */
export interface ShownPause {
  type: 'question' | 'confirmation' | 'outcome';
  tool_call_id: string;
  patch_ref: string;
  shown: Record<string, unknown>;
}

/** The parts that a client's message already has, if it is continued. */
export interface KnownParts {
  /** Characters of the reply. */
  characters: number;
  /** Calls. */
  calls: readonly string[];
}

const finishReasons: Partial<Record<CloseReason, string>> = {
  finished: 'stop',
  handoff: 'stop',
  cut: 'length',
  filtered: 'content-filter',
};

/**
 * The frames of the AI SDK's UI message stream for the events of one run, one after the other. It knows the protocol and no
 * rule of a run: each frame follows from an event, and says what the event says.
 *
 * The texts of a reply are parts of steps. A text that comes after a call opens a new step, so that a turn that is taken
 * again can take back what was said of it (`reset-step`) and nothing else.
 */
export class RunFrames {
  readonly #reply: ReplyParts;
  /** Calls that have a part in the message, and in which step; 0 before the first. */
  readonly #calls: Map<string, number>;
  /** Held calls whose approval has not been reported. */
  readonly #held: Set<string>;
  /** Calls that are or were held. */
  readonly #writes: Set<string>;
  #over = false;

  constructor({ characters, calls }: KnownParts) {
    this.#reply = new ReplyParts(characters);
    this.#calls = new Map(calls.map((call) => [call, 0]));
    this.#held = new Set(calls);
    this.#writes = new Set(calls);
  }

  /** Whether the last frame was given. */
  get over(): boolean {
    return this.#over;
  }

  /** The frames for an event. */
  *event({ type, data }: StreamedEvent): Generator<UiMessageChunk> {
    switch (type) {
      case 'message.delta':
        return yield* this.#reply.delta(data['index'] as number, data['text'] as string);
      case 'message.completed':
        return yield* this.#completed(data);
      case 'tool_call.started':
        return yield* this.#started(data);
      case 'tool_call.completed':
        return yield* this.#resolved(data);
      case 'elicitation.requested':
        return yield* this.#waits({ ...callOf(data), type: 'question', shown: data });
      case 'action.proposed':
        return yield* this.#waits({ ...callOf(data), type: 'outcome', shown: data });
      case 'write.confirmation_requested':
        return yield* this.#waits({ ...callOf(data), type: 'confirmation', shown: data });
      case 'plan.updated':
        return yield { type: 'data-plan', id: 'plan', data };
      case 'handoff.requested':
        return yield { type: 'data-handoff', id: 'handoff', data };
      case 'run.completed':
        return yield* this.#closed(data);
      case 'run.failed':
        return yield* this.#failed(data);
    }
  }

  /**
   * The frames for what the run waits for now, one for each item, with which the stream ends: a person is next.
   * @param text the reply so far, of which deltas may be missing
   */
  *paused(items: readonly ShownPause[], text: string): Generator<UiMessageChunk> {
    yield* this.#reply.whole(text);
    for (const item of items) yield* this.#waits(item);
    const isAction = items.some(({ type }) => type === 'outcome');
    yield* this.#end('tool-calls', {
      state: isAction ? 'awaiting_outcome' : 'awaiting_input',
    });
  }

  *#waits({ type, tool_call_id, patch_ref, shown }: ShownPause): Generator<UiMessageChunk> {
    const input = type === 'question' ? shown['prompt'] : shown['args'];
    const { created_at, expires_at } = shown;
    const held = type === 'confirmation';
    // Clients find a part again in its own step only.
    const changeable = !held && this.#calls.get(tool_call_id) === this.#reply.step;
    if (changeable || !this.#calls.has(tool_call_id)) {
      yield* this.#reply.beforeCall();
      this.#calls.set(tool_call_id, this.#reply.step);
      yield {
        type: 'tool-input-available',
        toolCallId: tool_call_id,
        toolName: keyOf(patch_ref),
        input,
        // The client sends the output of a call that a person carries out.
        providerExecuted: held,
        toolMetadata: { kind: kinds[type], patch_ref, ...defined({ created_at, expires_at }) },
      };
    }
    if (!held) return;
    this.#held.add(tool_call_id);
    this.#writes.add(tool_call_id);
    yield {
      type: 'tool-approval-request',
      approvalId: tool_call_id,
      toolCallId: tool_call_id,
      approvalDescriptor: shown,
    };
    yield approvalFrame(heldApproval(shown as HeldApproval));
  }

  /** Whether a call is or was held. */
  isWrite(callId: string): boolean {
    return this.#writes.has(callId);
  }

  /** Whether a call is held, as far as the message says. */
  get holds(): boolean {
    return this.#held.size > 0;
  }

  /** Whether a call has its part in the message. */
  knows(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** The reply as it is stored, up to the call that comes next: deltas of it may be missing. */
  *text(text: string): Generator<UiMessageChunk> {
    yield* this.#reply.whole(text);
  }

  *#started(data: Record<string, unknown>): Generator<UiMessageChunk> {
    const { tool_call_id, patch_ref } = callOf(data);
    if (this.#held.delete(tool_call_id)) {
      yield { type: 'tool-approval-response', approvalId: tool_call_id, approved: true };
    }
    if (this.#calls.has(tool_call_id)) return;
    yield* this.#reply.beforeCall();
    this.#calls.set(tool_call_id, this.#reply.step);
    yield {
      type: 'tool-input-available',
      toolCallId: tool_call_id,
      toolName: keyOf(patch_ref),
      input: data['args'] ?? {},
      providerExecuted: true,
      toolMetadata: { kind: 'call', patch_ref },
    };
  }

  *#resolved(data: Record<string, unknown>): Generator<UiMessageChunk> {
    const { tool_call_id: toolCallId } = callOf(data);
    const held = this.#held.delete(toolCallId);
    // Its first event may be older than what is kept.
    if (!this.#calls.has(toolCallId)) yield* this.#started(data);
    const { status, result } = data;
    if (status === 'ok') {
      yield { type: 'tool-output-available', toolCallId, output: result ?? {}, providerExecuted: true };
    } else if (status === 'declined') {
      if (held) {
        const reason = reasonIn(result);
        yield {
          type: 'tool-approval-response',
          approvalId: toolCallId,
          approved: false,
          ...defined({ reason }),
        };
      }
      yield { type: 'tool-output-denied', toolCallId };
    } else {
      yield { type: 'tool-output-error', toolCallId, errorText: errorIn(result), providerExecuted: true };
    }
  }

  *#completed(data: Record<string, unknown>): Generator<UiMessageChunk> {
    const parts = data['parts'] as MessagePart[] | null;
    const text = parts === null ? data['content'] : parts.find((part) => part.type === 'text')?.text;
    yield* this.#reply.whole(typeof text === 'string' ? text : '');
    for (const part of parts ?? []) {
      if (part.type !== 'data') continue;
      const { kind, payload, ref } = part;
      yield { type: `data-${frameKindOf(kind)}`, data: payload, ...defined({ ref }) };
    }
    yield { type: 'message-metadata', messageMetadata: { message_id: data['id'] } };
  }

  *#closed({ state, reason, cost_credits }: Record<string, unknown>): Generator<UiMessageChunk> {
    yield* this.#reply.end();
    if (reason === 'cancelled' || reason === 'expired') yield { type: 'abort', reason };
    yield* this.#end(finishReasons[reason as CloseReason] ?? 'other', { state, reason, cost_credits });
  }

  *#failed({ error }: Record<string, unknown>): Generator<UiMessageChunk> {
    yield* this.#reply.end();
    yield { type: 'message-metadata', messageMetadata: { state: 'failed', error } };
    this.#over = true;
    yield {
      type: 'error',
      errorText: (error as { message?: string } | undefined)?.message ?? 'The run has failed.',
    };
  }

  *#end(finishReason: string, messageMetadata: Record<string, unknown>): Generator<UiMessageChunk> {
    yield* this.#reply.end();
    this.#over = true;
    yield { type: 'finish', finishReason, messageMetadata };
  }
}

/** The frame that says what a write with a gate is, who decided, and what came of it: the newest replaces earlier ones. */
export function approvalFrame(data: ChatApproval): UiMessageChunk {
  return { type: 'data-approval', id: data.tool_call_id, data };
}

type HeldApproval = Parameters<typeof heldApproval>[0];

/** Kinds of the service's own data frames: a block to which the model gave such a name is not one of them. */
const ownKinds: ReadonlySet<string> = new Set(['plan', 'handoff', 'approval']);

function frameKindOf(kind: string): string {
  return ownKinds.has(kind) ? `block-${kind}` : kind;
}

const kinds = { question: 'question', outcome: 'action', confirmation: 'write' } as const;

function callOf(data: Record<string, unknown>): { tool_call_id: string; patch_ref: string } {
  return { tool_call_id: data['tool_call_id'] as string, patch_ref: data['patch_ref'] as string };
}

/** The name by which a model calls a patch. */
function keyOf(patchRef: string): string {
  return patchRef.slice(0, patchRef.lastIndexOf('@'));
}

function errorIn(result: unknown): string {
  const { error } = (result ?? {}) as { error?: { message?: unknown } };
  return typeof error?.message === 'string' ? error.message : 'The call has failed.';
}

function reasonIn(result: unknown): string | undefined {
  const { detail } = (result ?? {}) as { detail?: { reason?: unknown } };
  return typeof detail?.reason === 'string' ? detail.reason : undefined;
}
