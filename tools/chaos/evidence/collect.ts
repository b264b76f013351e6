import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { ToolRun } from '#contract/mcp-tools.ts';
import pLimit from 'p-limit';
import { runWorkflowId, workflowTypes } from '#contract/temporal/names.ts';
import type { LedgerEntry } from '#contract/credits.ts';
import type { Event } from '#contract/event.ts';
import type { Message } from '#contract/message.ts';
import type { Run, Trace } from '#contract/run.ts';
import type { Usage } from '#contract/usage.ts';
import type { ChaosClient } from '../client/client.ts';
import type { OutsideAgent } from '../client/outside-agent.ts';
import type { McpMessage, StartedThread } from '../journal/journal.ts';
import type { RunEvidence, ThreadEvidence } from './evidence.ts';

const sideBySide = pLimit(6);

/**
 * Every run of the workspace with its trace and its events, oldest first, read through the API, except those of some
 * subjects.
 */
export async function collectRuns(
  client: ChaosClient,
  except: ReadonlySet<string | undefined>,
): Promise<RunEvidence[]> {
  const listed = (await client.readAll<Run>('/v1/loom/runs')).toReversed();
  const runs = listed.filter(({ subject_ref }) => !except.has(subject_ref));
  const subjects = await subjectsOfThreads(client);
  return await sideBySide.map(runs, async ({ id, thread_id }) => {
    const subject = subjects.get(thread_id);
    const { turns, requests, requests_count, ...run } = await client.read<Trace>(
      `/v1/loom/runs/${id}/trace`,
      subject,
    );
    const events = await client.readAll<Event>(`/v1/events?run_id=${id}`);
    return {
      run,
      trace: { ...run, turns, requests, requests_count },
      events: events.toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0)),
    };
  });
}

/** The events of extractions by requests. */
export async function collectExtractionEvents(client: ChaosClient): Promise<Event[]> {
  const completed = await client.readAll<Event>('/v1/events?type=extract.completed');
  return [...completed, ...(await client.readAll<Event>('/v1/events?type=extract.failed'))];
}

/** The messages of threads. */
export async function collectThreads(
  client: ChaosClient,
  threads: readonly StartedThread[],
): Promise<ThreadEvidence[]> {
  return await sideBySide.map(threads, async ({ id, subject }) => {
    const messages = await client.readAll<Message>(`/v1/loom/threads/${id}/messages`, subject);
    return { id, subject, messages: messages.toSorted((one, other) => one.seq - other.seq) };
  });
}

/**
 * The reservation of a process that was killed before it stored a run is dropped after a minute, and that of an
 * extraction after the two minutes that it may take and another one.
 */
const reservationsEndMs = 195_000;

/** The ledger, newest first, and the balance, once no abandoned reservation is left. */
export async function collectMoney(
  client: ChaosClient,
): Promise<{ ledger: LedgerEntry[]; credits: { balance: number; held?: number } }> {
  const until = Date.now() + reservationsEndMs;
  let credits = await client.read<{ balance: number; held?: number }>('/v1/credits');
  while ((credits.held ?? 0) !== 0 && Date.now() < until) {
    await sleep(1000);
    // Reading the ledger books changes, which drops old reservations.
    await client.read('/v1/credits/ledger?limit=1');
    credits = await client.read('/v1/credits');
  }
  return { ledger: await client.readAll<LedgerEntry>('/v1/credits/ledger'), credits };
}

/** The metered voice. */
export async function collectVoice(client: ChaosClient): Promise<Usage['voice']> {
  return (await client.read<Usage>('/v1/usage')).voice;
}

/** The status of every run's workflow, in Temporal's words, by the run's id. */
export async function collectWorkflows(temporal: Client): Promise<Map<string, string>> {
  // If a workflow continued as new, or was reset, only the execution that closed last has its status.
  const query = `WorkflowType = '${workflowTypes.run}' AND ExecutionStatus != 'ContinuedAsNew'`;
  const prefix = runWorkflowId('');
  const latest = new Map<string, { name: string; closedAt: number }>();
  for await (const { workflowId, status, closeTime } of temporal.workflow.list({ query })) {
    const id = workflowId.slice(prefix.length);
    const closedAt = closeTime?.getTime() ?? Infinity;
    if (closedAt >= (latest.get(id)?.closedAt ?? 0)) latest.set(id, { name: status.name, closedAt });
  }
  return new Map([...latest].map(([id, { name }]) => [id, name]));
}

/** A thread whose 201 was lost has runs that no client knows. Its subject is found in the list. */
async function subjectsOfThreads(client: ChaosClient): Promise<Map<string, string>> {
  const threads = await client.readAll<{ id: string; subject_ref: string }>('/v1/loom/threads');
  return new Map(threads.map(({ id, subject_ref }) => [id, subject_ref]));
}

/** The runs of messages that were accepted through MCP, as `get_run` shows them to the agents that sent them. */
export async function collectMcpRuns(
  agents: readonly OutsideAgent[],
  messages: readonly McpMessage[],
): Promise<Map<string, ToolRun>> {
  const found = new Map<string, ToolRun>();
  for (const { subject, run_id } of messages) {
    const agent = agents.find((each) => each.subject === subject);
    const reply = await agent?.call<ToolRun>('get_run', { run_id }, { mayBe: ['not_found'] });
    if (reply?.fate.is === 'accepted' && 'data' in reply) found.set(run_id, reply.data);
  }
  return found;
}
