import type { UIMessage } from 'ai';
import type {
  PendingConfirmation,
  ShownAccount,
  ShownAmount,
} from '../../typescript/src/schema/types.gen.ts';

/** A held write, as the service sends it with the request for approval. An approval carries its `digest`. */
export type HeldWrite = Omit<PendingConfirmation, 'run_id' | 'created_at'>;

/** A write with a gate as the conversation keeps it, while it is held and after it: what it is, who decided, and what came of it. */
export type ChatWrite = Omit<HeldWrite, 'digest' | 'document' | 'expires_at'> & {
  expires_at?: string;
  /** `approved`: it is being carried out. `unknown`: it may have been carried out. `expired`: nobody decided in time. */
  status: 'held' | 'approved' | 'done' | 'failed' | 'unknown' | 'rejected' | 'expired';
  decisions: { decision: 'approve' | 'reject'; actor: string; at: string; detail?: unknown }[];
};

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
  /** `waiting` for a person, `sent` when a person has done their part and the service has not answered, and how it ended. */
  state: 'running' | 'waiting' | 'sent' | 'done' | 'failed' | 'unknown' | 'rejected' | 'expired';
  input: unknown;
  output?: unknown;
  /** Why it failed. */
  error?: string | undefined;
  /** The held write, while it waits. */
  held?: HeldWrite | undefined;
  /** A write with a gate, also after it was decided on. */
  write?: ChatWrite | undefined;
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

/**
 * The call that a part of a message is; undefined if it is none.
 * @param parts all of the message, among which is what is kept of a decided write
 */
export function callOf(part: Part, parts: readonly Part[] = []): HeddleCall | undefined {
  if (part.type !== 'dynamic-tool' && !part.type.startsWith('tool-')) return undefined;
  const { type, toolCallId, toolName, state, input, output, errorText, toolMetadata, approval } =
    part as CallPart;
  const held = approval?.descriptor as HeldWrite | undefined;
  const kept = parts.find((other) => other.type === 'data-approval' && other.id === toolCallId);
  const write = (kept as { data: ChatWrite } | undefined)?.data;
  return {
    kind: kindOf(part as CallPart),
    id: toolCallId,
    name: toolName ?? type.slice('tool-'.length),
    state: (write && states[write.status]) ?? stateOf(part as CallPart),
    input,
    output,
    error: errorText,
    held: state === 'approval-requested' ? held : undefined,
    write,
    expires_at: held?.expires_at ?? toolMetadata?.expires_at,
  };
}

/** The states of decided writes. One that is held waits, or a decision on it is on its way. */
const states: Record<ChatWrite['status'], HeddleCall['state'] | undefined> = {
  held: undefined,
  approved: 'running',
  done: 'done',
  failed: 'failed',
  unknown: 'unknown',
  rejected: 'rejected',
  expired: 'expired',
};

/** The call of a conversation that waits for a person, which is of its last message. */
export function waitingCall(messages: readonly UIMessage[]): HeddleCall | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return undefined;
  return last.parts.map((part) => callOf(part, last.parts)).findLast((call) => call?.state === 'waiting');
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
