import { z } from 'zod';
import type { ChatRequest } from '#contract/chat.ts';
import { NewDecision, NewOutcome } from '#contract/decisions.ts';
import { invalidField } from '#contract/errors.ts';
import { defined } from '#contract/defined.ts';
import { NewMessage } from '#contract/message.ts';
import { Assertion } from '#contract/passkey.ts';
import type { WhileHeld } from '#contract/while-held.ts';
import { parse } from '../http/middleware/parse.ts';

/** The request of a client of the AI SDK: one action, or decisions on calls that are held together. */
export type ChatAction =
  | { kind: 'message'; id: string; body: NewMessage }
  /** Decisions on held calls: the latest, and others of the same message whose results the client does not have yet. */
  | { kind: 'decision'; body: NewDecision; others: NewDecision[] }
  /** The result of a call that a person carries out: the answer to a question, or the outcome of an action. */
  | { kind: 'result'; callId: string; answer: string; while_held?: WhileHeld; outcome: NewOutcome };

/** The client's own ids of messages: any text, which becomes an Idempotency-Key. */
const ClientId = z.string().min(1).max(200);
/** Parts are looked at from the last one on, so that a message with thousands of them costs nothing. */
const parts = z.array(z.unknown());
/** The calls of one turn and those that took their places. */
const mostDecisions = 84;
/** Parts of the newest turns, among which what is held is. */
const mostParts = 1000;
/** A person's message has a few. */
const mostTexts = 100;
const LastMessage = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), id: ClientId, parts }),
  z.looseObject({ role: z.literal('assistant'), parts }),
]);
type Part = Record<string, unknown>;

const TextPart = z.looseObject({
  type: z.literal('text', 'must be `text`: there are no others'),
  text: z.string(),
});
const RespondedPart = z.looseObject({
  approval: z.looseObject({
    id: z.string(),
    approved: z.boolean(),
    reason: z.string().optional(),
    descriptor: z.looseObject({ digest: z.string().optional(), assertion: Assertion.optional() }).optional(),
  }),
});
/** The held write of a message, for clients that keep no descriptor of an approval. */
const ApprovalPart = z.looseObject({
  type: z.literal('data-approval'),
  id: z.string(),
  data: z.looseObject({ digest: z.string() }),
});
const ResultPart = z.looseObject({
  toolCallId: z.string(),
  state: z.enum(['output-available', 'output-error']),
  output: z.unknown().optional(),
  errorText: z.string().optional(),
});

/**
 * Reads the action of a request. Only its last message is read: the text of a user, or the latest answer of a person in
 * the agent's message. Earlier messages of the client are ignored.
 * @throws {ServiceError} `invalid_request`, also for an approval without a digest
 */
export function chatAction({ messages, while_held }: ChatRequest): ChatAction {
  const last = parse(LastMessage, messages.at(-1));
  return last.role === 'user' ? messageOf(last, while_held) : answerIn(last.parts, while_held);
}

function messageOf(
  { id, parts }: { id: string; parts: unknown[] },
  while_held: ChatRequest['while_held'],
): ChatAction {
  const texts = parse(z.array(TextPart).max(mostTexts), parts.slice(0, mostTexts + 1)).map(
    ({ text }) => text,
  );
  return {
    kind: 'message',
    id,
    body: parse(NewMessage, { content: texts.join('\n'), ...defined({ while_held }) }),
  };
}

function answerIn(all: unknown[], while_held: ChatRequest['while_held']): ChatAction {
  const given = all.findLast(isOfPerson);
  if (given === undefined) {
    throw invalidField('messages', 'must end with the text of a user, an approval or an output', 'no_action');
  }
  if (given['state'] !== 'approval-responded') return resultOf(given, while_held);
  const others = all.filter((part) => part !== given && isOfPerson(part) && isResponded(part));
  const shown = digestsIn(all);
  return {
    kind: 'decision',
    body: decisionOf(given, shown),
    others: others.slice(-mostDecisions).map((part) => decisionOf(part as Part, shown)),
  };
}

/** The digests of what the message shows of held writes, by call. */
function digestsIn(all: unknown[]): Map<string, string> {
  const shown = all.slice(-mostParts).flatMap((part) => {
    const { data } = ApprovalPart.safeParse(part);
    return data === undefined ? [] : [[data.id, data.data.digest] as const];
  });
  return new Map(shown);
}

/** The service marks what it carries out itself. */
function isOfPerson(part: unknown): part is Part {
  if (typeof part !== 'object' || part === null) return false;
  const { type, state, providerExecuted } = part as Part;
  if (typeof type !== 'string' || (type !== 'dynamic-tool' && !type.startsWith('tool-'))) return false;
  if (state === 'approval-responded') return true;
  return providerExecuted !== true && (state === 'output-available' || state === 'output-error');
}

function isResponded({ state }: Part): boolean {
  return state === 'approval-responded';
}

function decisionOf(part: Part, shown: ReadonlyMap<string, string>): NewDecision {
  const { id, approved, reason, descriptor } = parse(RespondedPart, part).approval;
  const { digest = shown.get(id), assertion } = descriptor ?? {};
  if (approved && digest === undefined) {
    throw invalidField(
      'messages',
      'must hold the digest of what is approved, in the descriptor of the approval or in its part `data-approval`',
      'digest_required',
    );
  }
  return parse(NewDecision, {
    tool_call_id: id,
    decision: approved ? 'approve' : 'reject',
    ...(reason === undefined ? {} : { detail: { reason } }),
    ...(digest === undefined ? {} : { digest }),
    ...(assertion === undefined ? {} : { assertion }),
  });
}

function resultOf(part: Part, while_held: ChatRequest['while_held']): ChatAction {
  const { toolCallId, state, output, errorText } = parse(ResultPart, part);
  const failed = state === 'output-error';
  const detail = failed ? { error: errorText ?? '' } : asObject(output);
  const outcome = parse(NewOutcome, {
    tool_call_id: toolCallId,
    state: failed ? 'failed' : 'occurred',
    detail,
  });
  const answer = answerOf(detail, output);
  return { kind: 'result', callId: outcome.tool_call_id, answer, ...defined({ while_held }), outcome };
}

function asObject(output: unknown): object {
  return typeof output === 'object' && output !== null && !Array.isArray(output) ? output : { output };
}

/** An answer is a text: the output itself, its `answer`, or all of it as JSON. */
function answerOf(detail: object, output: unknown): string {
  if (typeof output === 'string') return output;
  return 'answer' in detail && typeof detail.answer === 'string' ? detail.answer : JSON.stringify(detail);
}
