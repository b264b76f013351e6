import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import type { ChaosClient } from '../client/client.ts';
import type { OutsideAgent } from '../client/outside-agent.ts';
import type { Journal, PostedCancel, PostedMessage, StartedThread } from '../journal/journal.ts';
import type { Random } from '../random.ts';

/** The dependencies of a scenario. */
export interface World {
  client: ChaosClient;
  journal: Journal;
  agents: Record<'steady' | 'hasty', string>;
  /** Clients of the MCP server, each for a user of its own. */
  outsideAgents: readonly OutsideAgent[];
  /** A thread that receives many messages. */
  busyThread: StartedThread;
  /** Called with each new thread. Some of them are followed. */
  onThread: (thread: StartedThread) => void;
  /** Nothing new is started after that. Scenarios in progress are completed. */
  loadOver: AbortSignal;
  /** No erasure is requested after that, because each takes more than a minute. */
  erasuresOver: AbortSignal;
}

/** A kind of load with a name, and its frequency. */
export interface Scenario {
  name: string;
  weight: number;
  /** Whether it is not to be played any more. */
  isOver?: (world: World) => boolean;
  /** @param mark different from that of any other play; the marks of its messages and calls start with it */
  play(world: World, random: Random, mark: string): Promise<void>;
}

const subjects = ['ada', 'bo', 'cy', 'dee', 'eve', 'fay'];
/** A run that has not settled within this time is left alone. The checks judge it at the end. */
const timeoutMs = 45_000;

/**
 * A new thread.
 * @throws {Error} if none could be created
 */
export async function startThread(
  { client, journal, agents, onThread }: World,
  random: Random,
  agent: keyof World['agents'] = 'steady',
  subject = random.pick(subjects),
): Promise<StartedThread> {
  const { fate, ...reply } = await client.send<{ id: string }>({
    method: 'POST',
    path: '/v1/loom/threads',
    subject,
    body: { agent_id: agents[agent] },
  });
  if (fate.is !== 'accepted' || !('data' in reply)) throw new Error(`no thread: ${JSON.stringify(fate)}`);
  const thread = { id: reply.data.id, subject, agent };
  journal.threads.push(thread);
  onThread(thread);
  return thread;
}

/** A message, and its possible results. */
export interface NewPost extends Partial<Pick<PostedMessage, 'endings' | 'reply' | 'answers'>> {
  content: string;
  /** Error codes that are expected. */
  mayBe?: string[];
  /** Without a key, it is sent only once, and may be lost with its answer. */
  keyed?: boolean;
  /** The number of concurrent copies under one key. */
  copies?: number;
}

/** Posts a message. Resolves to its record once its result is known. */
export async function post(
  { client, journal }: World,
  thread: StartedThread,
  { mayBe = [], keyed = true, copies = 1, ...message }: NewPost,
): Promise<PostedMessage> {
  const posted: PostedMessage = {
    thread_id: thread.id,
    sent_at: Date.now(),
    fate: { is: 'unknown' },
    endings: ['finished'],
    ...message,
  };
  journal.messages.push(posted);
  const key = keyed ? randomUUID() : null;
  const send = async () =>
    await client.send<{ run_id: string }>({
      method: 'POST',
      path: `/v1/loom/threads/${thread.id}/messages`,
      subject: thread.subject,
      body: { content: posted.content },
      key,
      mayBe,
    });
  for (const answer of await Promise.all(Array.from({ length: keyed ? copies : 1 }, send))) {
    if (answer.fate.is === 'unknown') continue;
    // The first answer counts. The copies, under the same key, must have the same one.
    if (posted.fate.is !== 'accepted') posted.fate = answer.fate;
    if (!('data' in answer) || answer.fate.is !== 'accepted') continue;
    posted.run_id ??= answer.data.run_id;
    if (posted.run_id !== answer.data.run_id) {
      const path = `two runs for one key: ${posted.run_id}, ${answer.data.run_id}`;
      const odd = { method: 'POST', status: 202, code: 'one_key_two_runs' };
      journal.oddAnswers.push({ ...odd, path, at: Date.now() });
    }
  }
  return posted;
}

/**
 * Posts a script to a new thread, with steps of several lines each, and waits until its run has settled.
 * @returns the thread, and the run unless it was refused, was lost or takes too long
 */
export async function ask(
  world: World,
  random: Random,
  steps: string[][],
  { agent, ...message }: Omit<NewPost, 'content'> & { agent?: keyof World['agents'] },
): Promise<{ thread: StartedThread; run: Run | undefined }> {
  const thread = await startThread(world, random, agent);
  const { run_id } = await post(world, thread, { ...message, content: script(...steps) });
  return { thread, run: run_id === undefined ? undefined : await untilSettled(world, thread, run_id) };
}

/** Waits until a run is no longer `running`; undefined if that takes too long. */
export async function untilSettled(
  { client }: World,
  thread: StartedThread,
  runId: string,
): Promise<Run | undefined> {
  const giveUpAt = Date.now() + timeoutMs;
  while (Date.now() < giveUpAt) {
    const path = `/v1/loom/runs/${runId}?wait=5`;
    const run = await client.read<Run>(path, thread.subject, 5_000).catch(() => undefined);
    if (run !== undefined && run.state !== 'running') return run;
  }
  return undefined;
}

/** The current state of a thread. */
export async function readThread({ client }: World, { id, subject }: StartedThread): Promise<Thread> {
  return await client.read<Thread>(`/v1/loom/threads/${id}`, subject);
}

/** Cancels a run. */
export async function cancel(
  { client, journal }: World,
  { subject }: StartedThread,
  runId: string,
): Promise<void> {
  const record: PostedCancel = { run_id: runId, sent_at: Date.now(), fate: { is: 'unknown' } };
  journal.cancels.push(record);
  const path = `/v1/loom/runs/${runId}/cancel`;
  const reply = await client.send<{ state: string }>({ method: 'POST', path, subject });
  record.fate = reply.fate;
  if (reply.fate.is === 'accepted' && 'data' in reply) record.state = reply.data.state;
}

/** Waits for a random time, which is zero as often as not. */
export async function hesitate(random: Random, mostMs: number): Promise<void> {
  if (random.chance(0.3)) return;
  await sleep(random.int(0, mostMs));
}

/** A line of a script that makes a call. */
export function callLine(patch: string, args: Record<string, unknown>): string {
  return `/call ${patch} ${JSON.stringify(args)}`;
}

/** A script: its steps, each of several lines. */
export function script(...steps: string[][]): string {
  return steps.map((lines) => lines.join('\n')).join('\n---\n');
}
