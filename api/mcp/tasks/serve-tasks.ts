import {
  INVALID_PARAMS,
  inputResponse,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { Uuid } from '#contract/ids.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { toServiceError } from '../../http/middleware/answer-errors.ts';
import { acceptInputFor } from '../../resources/runs/input-of-caller.ts';
import { visibleRun } from '../../resources/runs/visible-run.ts';
import { requestFor, resolvePause } from '../ask-user.ts';
import type { McpCall } from '../call.ts';
import { capabilitiesOf } from '../client-modes.ts';
import { readerOf } from '../reader.ts';
import { toResult } from '../tool-result.ts';
import { viewRun } from '../view-run.ts';
import { pauseKey, type Task, taskOf, tasksExtension } from './task.ts';

const Params = z.looseObject({ taskId: z.string() });

/** Whether the client of a call can be given a task. */
export function takesTasks(context: ServerContext): boolean {
  return capabilitiesOf(context).extensions?.[tasksExtension] !== undefined;
}

/**
 * The methods of tasks. A task is a run of the grant, so nothing is stored for it, any process can serve it, and what a client may
 * see and do is what its grant allows.
 */
export function serveTasks(server: McpServer, call: McpCall): void {
  const on = (
    method: string,
    serve: (run: RunDocument, context: ServerContext) => Promise<Partial<Task> & { result?: object }>,
  ) => {
    server.server.setRequestHandler(method, { params: Params }, async ({ taskId }, context) => {
      if (!takesTasks(context)) {
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [tasksExtension]: {} } },
        });
      }
      try {
        const id = Uuid.safeParse(taskId).data;
        if (id === undefined) throw unknownTask();
        const run = await visibleRun(call.services.endedRuns, call.caller, id);
        call.concerns(aboutRun(run));
        return { ...(await serve(run, context)), resultType: 'complete' };
      } catch (error) {
        throw rpcError(call, error);
      }
    });
  };
  on('tasks/get', async (run, context) => ({ ...(await currentTask(call, run, context)) }));
  on('tasks/update', async (run, context) => await updateTask(call, run, context));
  on('tasks/cancel', async (run) => {
    await acceptInputFor(call.services, call.caller, run._id, { type: 'cancel_requested' });
    return {};
  });
}

/** A task with what its status has: what to ask, or the result that the call of the tool would have had. */
async function currentTask(
  call: McpCall,
  run: RunDocument,
  context: ServerContext,
): Promise<Task & { result?: object }> {
  const reader = await readerOf(call);
  const view = await viewRun(call.services, run, reader);
  const task = taskOf(run, view, requestFor(view, reader, context), reader);
  return task.status === 'completed' ? { ...task, result: toResult(view, run) } : task;
}

/** Passes on what the user answered. Answers to anything but what the run waits for now are ignored, as the extension asks. */
async function updateTask(
  call: McpCall,
  run: RunDocument,
  context: ServerContext,
): Promise<Record<string, never>> {
  const reader = await readerOf(call);
  const { pending } = await viewRun(call.services, run, reader);
  if (pending === undefined || pending.kind === 'action') return {};
  const response = inputResponse(context.mcpReq.inputResponses, pauseKey(pending));
  const { kind, tool_call_id, created_at: since, digest, approvals } = pending;
  const more = defined({ digest, withdrawn: approvals?.withdrawn });
  if (response.kind !== 'elicit' || (kind === 'confirmation' && !reader.mayWrite)) return {};
  // On a page, only the page decides.
  const on_page = requestFor({ run_id: run._id, pending }, reader, context)?.params.mode === 'url';
  const state = { run_id: run._id, tool_call_id, kind, since, on_page, ...more };
  await resolvePause(call, state, { reader, response });
  return {};
}

function unknownTask(): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, 'Failed to retrieve task: Task not found');
}

/** An error with the service's own code in its `data`. */
function rpcError({ log }: McpCall, error: unknown): unknown {
  if (error instanceof ProtocolError) return error;
  const known = toServiceError(error);
  if (known.code === 'not_found') return unknownTask();
  if (known.status >= 500) log.error({ err: error, code: known.code }, 'a task could not be served');
  return new ProtocolError(known.status >= 500 ? -32_603 : INVALID_PARAMS, known.message, {
    code: known.code,
  });
}
