import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { ServiceError } from '#contract/errors.ts';
import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { aboutRun } from '../http/endpoint/about.ts';
import { envelopeOf, toServiceError } from '../http/middleware/answer-errors.ts';
import { parse } from '../http/middleware/parse.ts';
import { askUser, decidedElsewhere, requestFor, resolveAsked } from './ask-user.ts';
import { canOpenPages } from './client-modes.ts';
import { awaitRun } from './await-run.ts';
import type { McpCall } from './call.ts';
import { readToolKey } from './once.ts';
import type { PauseState } from './pause-states.ts';
import { progressOf } from './progress.ts';
import { type Reader, readerOf } from './reader.ts';
import { takesTasks } from './tasks/serve-tasks.ts';
import { taskOf } from './tasks/task.ts';
import type { Tool } from './tool.ts';
import { toResult } from './tool-result.ts';
import { viewRun } from './view-run.ts';

/**
 * Calls a tool: does its work, waits for the run, and shows it. A client that can is then asked to ask its user, and
 * repeats the call with the answer, which takes the place of the work.
 * @returns never rejects: errors are results that a model can read
 */
export async function runTool(
  tool: Tool,
  call: McpCall,
  sent: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const { wait, ...args } = parse(tool.args, sent, tool.fieldErrors);
    const reader = await readerOf(call);
    const goesToPage = canOpenPages(context) || reader.approvesOnPage;
    const onPage = goesToPage ? tool.decidedOnPage?.(args) : undefined;
    const perform = async (key?: string) => onPage ?? (await tool.perform(call, args, key));
    const leave = takePlace(call, wait);
    try {
      return await work(call, { perform, wait, reader }, context);
    } finally {
      leave();
    }
  } catch (error) {
    return toolError(call, error);
  }
}

interface Work {
  perform: (key: string | undefined) => Promise<string>;
  wait: number;
  reader: Reader;
}

async function work(
  call: McpCall,
  { perform, wait, reader }: Work,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { services } = call;
  const asked = context.mcpReq.requestState<PauseState>();
  const mayAsk = asked === undefined || (await resolve(call, asked, reader, context));
  const runId = asked?.run_id ?? (await perform(readToolKey(context.mcpReq._meta)));
  const run = await awaitRun(call, runId, wait, progressOf(context), decidedElsewhere(asked, context));
  call.concerns(aboutRun(run));
  const view = await viewRun(services, run, reader);
  const task =
    asked === undefined && takesTasks(context) ? openTask({ run, view, reader }, context) : undefined;
  if (task !== undefined) return task;
  // Whatever the user answered: what the run waits for now may be something that they were not asked yet.
  const isNew = view.pending !== undefined && asked !== undefined && !isAbout(asked, view.pending);
  const question = mayAsk || isNew ? await askUser(services.pauseStates, view, reader, context) : undefined;
  return question ?? toResult(view, run);
}

async function resolve(
  call: McpCall,
  asked: PauseState,
  reader: Reader,
  context: ServerContext,
): Promise<boolean> {
  if (asked.kind === 'confirmation' && !reader.mayWrite) {
    throw new ServiceError('insufficient_scope', 'The access token lacks the scope write.');
  }
  return await resolveAsked(call, asked, { reader, context });
}

function isAbout({ tool_call_id, since, digest, withdrawn }: PauseState, pending: Pending): boolean {
  const isSameCall = pending.tool_call_id === tool_call_id && pending.created_at === since;
  return isSameCall && pending.digest === digest && pending.approvals?.withdrawn === withdrawn;
}

/** A grant can have only a few calls waiting at once, and so can its workspace and an address. */
function takePlace({ services, access, address }: McpCall, wait: number): () => void {
  if (wait === 0) return () => {};
  const { workspace_id: workspaceId, grant_id: subject } = access;
  return services.toolLimiter.admit({ workspaceId, subject, address });
}

/**
 * The task of an unfinished run, which its client continues. It has the form of a result too, since the SDK requires
 * that.
 * @returns nothing if there is nothing to wait for
 */
function openTask(
  { run, view, reader }: { run: RunDocument; view: ToolRun; reader: Reader },
  context: ServerContext,
): CallToolResult | undefined {
  const { inputRequests: _, ...task } = taskOf(run, view, requestFor(view, reader, context), reader);
  const isOpen = task.status === 'working' || task.status === 'input_required';
  return isOpen ? { ...toResult(view, run), ...task, resultType: 'task' } : undefined;
}

/** The envelope of an error, as text, because a result with the structure of an error would not match its schema. */
function toolError({ log }: McpCall, error: unknown): CallToolResult {
  const known = toServiceError(error);
  if (known.status >= 500) log.error({ err: error, code: known.code }, 'tool call failed');
  return { content: [{ type: 'text', text: JSON.stringify(envelopeOf(known)) }], isError: true };
}
