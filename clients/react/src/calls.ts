import type { UIMessage } from 'ai';
import type {
  PendingConfirmation,
  ShownAccount,
  ShownAmount,
} from '../../typescript/src/schema/types.gen.ts';

/** A held write, as the service sends it with the request for approval. An approval carries its `digest`. */
export type HeldWrite = Omit<PendingConfirmation, 'run_id' | 'created_at'>;

/** An amount and a payee, as the limits of a policy find them in the arguments. */
export type HeldAmount = ShownAmount;

/** The account to which a reference in the arguments leads. */
export type HeldAccount = ShownAccount;

/** A call of the agent, by what a person has to do with it. */
export interface HeddleCall {
  /** `call` and a decided `write` are the service's; `question` and `action` are a person's. */
  kind: 'call' | 'write' | 'question' | 'action';
  id: string;
  /** The key of its patch. */
  name: string;
  /** `waiting` for a person, `sent` when a person has done their part, and how it ended. */
  state: 'running' | 'waiting' | 'sent' | 'done' | 'failed' | 'rejected';
  input: unknown;
  output?: unknown;
  /** Why it failed. */
  error?: string | undefined;
  /** The held write, while it waits. */
  held?: HeldWrite | undefined;
  /** Until when it waits. */
  expires_at?: string | undefined;
}

/** Whether a held write waits for a decision that a passkey has signed: its stage accepts no session token alone. */
export function needsSignature({ held }: HeddleCall): boolean {
  const via = held?.approvals?.stage?.via ?? ['token'];
  return via.includes('passkey') && !via.includes('token');
}

type Part = UIMessage['parts'][number];

/** The fields of parts of calls that are read here. Those of the AI SDK are a union by state. */
interface CallPart {
  type: string;
  toolCallId: string;
  toolName?: string;
  state: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  providerExecuted?: boolean;
  toolMetadata?: { kind?: string; expires_at?: string };
  approval?: { descriptor?: unknown };
}

/** The call that a part of a message is; undefined if it is none. */
export function callOf(part: Part): HeddleCall | undefined {
  if (part.type !== 'dynamic-tool' && !part.type.startsWith('tool-')) return undefined;
  const { type, toolCallId, toolName, state, input, output, errorText, toolMetadata, approval } =
    part as CallPart;
  const held = approval?.descriptor as HeldWrite | undefined;
  return {
    kind: kindOf(part as CallPart),
    id: toolCallId,
    name: toolName ?? type.slice('tool-'.length),
    state: stateOf(part as CallPart),
    input,
    output,
    error: errorText,
    held: state === 'approval-requested' ? held : undefined,
    expires_at: held?.expires_at ?? toolMetadata?.expires_at,
  };
}

/** The call of a conversation that waits for a person, which is of its last message. */
export function waitingCall(messages: readonly UIMessage[]): HeddleCall | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return undefined;
  return last.parts.map(callOf).findLast((call) => call?.state === 'waiting');
}

function kindOf({ toolMetadata, approval }: CallPart): HeddleCall['kind'] {
  const kind = toolMetadata?.kind;
  if (kind === 'question' || kind === 'action') return kind;
  return kind === 'write' || approval !== undefined ? 'write' : 'call';
}

function stateOf({ state, providerExecuted }: CallPart): HeddleCall['state'] {
  switch (state) {
    case 'approval-requested':
      return 'waiting';
    case 'approval-responded':
      return 'sent';
    case 'output-available':
      return providerExecuted === true ? 'done' : 'sent';
    case 'output-error':
      return providerExecuted === true ? 'failed' : 'sent';
    case 'output-denied':
      return 'rejected';
    default:
      return providerExecuted === true ? 'running' : 'waiting';
  }
}
