import { v5 } from 'uuid';
import {
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  inputRequired,
  inputResponse,
  type InputRequest,
  type InputRequiredResult,
  type InputResponseView,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { invalidFields } from '#contract/errors.ts';
import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import { NewMessage } from '#contract/message.ts';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { newId } from '#store/mongo/ids.ts';
import { parse } from '../http/middleware/parse.ts';
import { actorOf } from '../http/authentication/caller.ts';
import { acceptInputFor } from '../resources/runs/input-of-caller.ts';
import { decideCall } from '../resources/runs/decide-call.ts';
import type { McpCall } from './call.ts';
import { describePending, describePrompt, isShownWhole } from './describe-run.ts';
import { canOpenPages, canShowForms } from './client-modes.ts';
import { hasApproved } from './next-step.ts';
import type { PauseState, PauseStates } from './pause-states.ts';
import { longestNote, readDecision } from './read-decision.ts';
import type { Reader } from './reader.ts';

/** The name of the only thing that is asked at once. */
const asked = 'user';

/** A request to the user of a client: by a form, or on a page. */
export interface UserRequest {
  method: 'elicitation/create';
  params: ElicitRequestFormParams | ElicitOnPage;
}

/** As revision 2026-07-28 has it: the id of an elicitation is one of 2025-11-25. */
type ElicitOnPage = Omit<ElicitRequestURLParams, 'elicitationId'>;

const Answer = z.object({ answer: NewMessage.shape.content });

/**
 * Has the client ask its user, if it can: the question of an agent or, with the scope `write`, for a decision on a held
 * write. It is the client's user who is asked, and not its model. A client that can open pages sends its user to the service's
 * own one for a decision, which then never passes through the client.
 * @returns nothing if the client cannot ask, or there is nothing to ask
 */
export async function askUser(
  states: PauseStates,
  run: ToolRun,
  reader: Reader,
  context: ServerContext,
): Promise<InputRequiredResult | undefined> {
  const request = requestFor(run, reader, context);
  if (request === undefined || run.pending === undefined) return undefined;
  const { tool_call_id, created_at: since, digest, approvals } = run.pending;
  const withdrawn = approvals?.withdrawn;
  const on_page = request.params.mode === 'url' ? true : undefined;
  const kind = run.pending.kind === 'question' ? 'question' : 'confirmation';
  const more = defined({ digest, withdrawn, on_page });
  const state = { run_id: run.run_id, tool_call_id, kind, since, ...more } as const;
  return inputRequired({
    inputRequests: { [asked]: request as InputRequest },
    requestState: await states.sign(state, context),
  });
}

/** The request to the user about a run. */
export function requestFor(
  { run_id, pending }: Pick<ToolRun, 'run_id' | 'pending'>,
  { mayWrite, actor, approvesOnPage, approvalUrl }: Reader,
  context: ServerContext,
): UserRequest | undefined {
  if (pending === undefined || pending.kind === 'action') return undefined;
  if (pending.kind === 'question') {
    return canShowForms(context) ? elicit(question(pending)) : undefined;
  }
  const isApproved = pending.not_before !== undefined || pending.frozen !== undefined;
  if (!mayWrite || isApproved || hasApproved(pending, actor)) return undefined;
  if (canOpenPages(context)) {
    const title = visibleLine(pending.summary?.title ?? pending.patch_ref ?? '');
    const message = `Held for approval: ${title}\nSign in on the page to see all of it, and decide.`;
    return elicit({ mode: 'url', message, url: approvalUrl(run_id, pending) });
  }
  // Nobody decides on what a form cannot show: the page and the application can.
  const isForForms = canShowForms(context) && isShownWhole(pending) && !approvesOnPage;
  return isForForms ? elicit(gate(pending)) : undefined;
}

/** The decision that the user of a client made on the service's own page, if any. */
export function decidedElsewhere(
  sent: PauseState | undefined,
  { mcpReq }: ServerContext,
): PauseState | undefined {
  if (sent?.on_page !== true) return undefined;
  const response = inputResponse(mcpReq.inputResponses, asked);
  return response.kind === 'elicit' && response.action === 'accept' ? sent : undefined;
}

function elicit(params: UserRequest['params']): UserRequest {
  return { method: 'elicitation/create', params };
}

function question({ prompt = {} }: Pending) {
  const { options } = prompt;
  const choices = Array.isArray(options) ? choicesOf(options.map(String)) : {};
  return {
    mode: 'form' as const,
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
    mode: 'form' as const,
    message: describePending(pending),
    requestedSchema: {
      type: 'object' as const,
      properties: {
        decision: { type: 'string' as const, title: 'Decision', enum: ['approve', 'reject'] },
        note: { type: 'string' as const, title: 'Note for the agent', maxLength: longestNote },
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
  state: PauseState,
  { reader, context }: { reader: Reader; context: ServerContext },
): Promise<boolean> {
  const response = inputResponse(context.mcpReq.inputResponses, asked);
  if (response.kind === 'missing') throw invalidFields([missing]);
  return await resolvePause(call, state, { reader, response });
}

/**
 * Passes on what the client's user answered to what they were asked about a pause. What a client says of a user whom it sent to
 * the page is only that the user went there.
 * @returns whether the user answered; otherwise the pause remains
 * @throws {ServiceError} `not_found`, `invalid_request`, and those of a decision
 */
export async function resolvePause(
  { services, caller }: McpCall,
  { run_id, tool_call_id, kind, since, digest, withdrawn, on_page }: PauseState,
  { reader, response }: { reader: Reader; response: InputResponseView },
): Promise<boolean> {
  if (response.kind !== 'elicit' || response.action !== 'accept' || on_page === true) return false;
  if (kind === 'confirmation') {
    const body = readDecision({ tool_call_id, ...defined({ digest }) }, response.content);
    if (body.decision === 'approve' && reader.approvesOnPage) return false;
    const note = body.detail?.['note'];
    const content = [caller.grant?.id, run_id, tool_call_id, since, withdrawn, body.decision, note];
    // The same id for a repetition, which then gets the same answer. Another one if the call was held again meanwhile,
    // or the user has withdrawn the approval and was asked once more.
    const requestId = v5(JSON.stringify(content), v5.URL);
    await decideCall(services, caller, run_id, body, { requestId, heldSince: since });
    return true;
  }
  const { answer: content } = parse(Answer, response.content);
  const by = { actor: actorOf(caller) };
  const answer = { type: 'answer' as const, tool_call_id, message_id: newId(), content, ...by };
  await acceptInputFor(services, caller, run_id, answer);
  return true;
}

const missing = { path: `inputResponses.${asked}`, message: 'is required', code: 'invalid_type' };
