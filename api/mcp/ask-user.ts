import { v5 } from 'uuid';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { NewDecision } from '#contract/decisions.ts';
import { invalidFields } from '#contract/errors.ts';
import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import { NewMessage } from '#contract/message.ts';
import { visibleLine } from '#contract/unseen-characters.ts';
import { newId } from '#store/mongo/ids.ts';
import { parse } from '../http/middleware/parse.ts';
import { acceptInputFor } from '../resources/runs/accept-input.ts';
import { decideCall } from '../resources/runs/decide.ts';
import type { McpCall } from './call.ts';
import { describePending, describePrompt } from './describe-run.ts';
import { hasApproved, type Reader } from './next-step.ts';
import type { PauseState, PauseStates } from './pause-states.ts';

/** The name of the only thing that is asked at once. */
const asked = 'user';

const Answer = z.object({ answer: NewMessage.shape.content });
const Decision = z.object({ decision: NewDecision.shape.decision, note: z.string().max(4000).optional() });

/**
 * Has the client ask its user, if it can: the question of an agent or, with the scope `write`, for a decision on a held
 * write. It is the client's user who is asked, and not its model.
 * @returns nothing if the client cannot ask, or there is nothing to ask
 */
export async function askUser(
  states: PauseStates,
  { run_id, pending }: ToolRun,
  { mayWrite, actor }: Reader,
  context: ServerContext,
): Promise<InputRequiredResult | undefined> {
  if (pending === undefined || pending.kind === 'action' || !canAsk(context)) return undefined;
  if (pending.kind === 'confirmation' && (!mayWrite || hasApproved(pending, actor))) return undefined;
  const { kind, tool_call_id, created_at: since, digest } = pending;
  return inputRequired({
    inputRequests: { [asked]: inputRequired.elicit(kind === 'question' ? question(pending) : gate(pending)) },
    requestState: await states.sign({ run_id, tool_call_id, kind, since, ...defined({ digest }) }, context),
  });
}

/** Whether the client declared that it can show its user a form. Only clients of the current revision do with each call. */
function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {};
  const elicitation = envelope[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function question({ prompt = {} }: Pending) {
  const { options } = prompt;
  const choices = Array.isArray(options) ? choicesOf(options.map(String)) : {};
  return {
    message: describePrompt(prompt),
    requestedSchema: {
      type: 'object' as const,
      properties: { answer: { type: 'string' as const, title: 'Answer', ...choices } },
      required: ['answer'],
    },
  };
}

/** Options as they are answered, shown with what cannot be seen written out. */
function choicesOf(options: string[]) {
  const titles = options.map(visibleLine);
  return options.every((option, index) => option === titles[index])
    ? { enum: options }
    : { oneOf: options.map((option, index) => ({ const: option, title: titles[index] ?? option })) };
}

function gate(pending: Pending) {
  return {
    message: describePending(pending),
    requestedSchema: {
      type: 'object' as const,
      properties: {
        decision: { type: 'string' as const, title: 'Decision', enum: ['approve', 'reject'] },
        note: { type: 'string' as const, title: 'Note for the agent', maxLength: 4000 },
      },
      required: ['decision'],
    },
  };
}

/**
 * Passes on what the client's user answered. If somebody else has answered a question first, nothing changes.
 * @returns whether the user answered; otherwise the pause remains
 * @throws {ServiceError} `not_found`, `invalid_request`, and those of a decision
 */
export async function resolveAsked(
  call: McpCall,
  { run_id, tool_call_id, kind, since, digest }: PauseState,
  context: ServerContext,
): Promise<boolean> {
  const { services, caller } = call;
  const response = inputResponse(context.mcpReq.inputResponses, asked);
  if (response.kind === 'missing') throw invalidFields([missing]);
  if (response.kind !== 'elicit' || response.action !== 'accept') return false;
  if (kind === 'confirmation') {
    const { decision, note } = parse(Decision, response.content);
    const said = [caller.grant?.id, run_id, tool_call_id, since, decision, note];
    // The same for a repetition, which is then told the same. Another one if the call was held again meanwhile.
    const requestId = v5(JSON.stringify(said), v5.URL);
    const detail = note === undefined || note === '' ? {} : { detail: { note } };
    const body = { tool_call_id, decision, ...detail, ...defined({ digest }) };
    await decideCall(services, caller, run_id, body, { requestId, heldSince: since });
    return true;
  }
  const { answer: content } = parse(Answer, response.content);
  const answer = { type: 'answer' as const, tool_call_id, message_id: newId(), content };
  await acceptInputFor(services, caller, run_id, answer);
  return true;
}

const missing = { path: `inputResponses.${asked}`, message: 'is required', code: 'invalid_type' };
