import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import type { ChaosClient } from '../client/client.ts';
import type { Journal, PostedCancel, PostedMessage, StartedThread } from '../journal/journal.ts';
import type { Random } from '../random.ts';

/** What a scenario works with. */
export interface World {
  client: ChaosClient;
  journal: Journal;
  agents: Record<'steady' | 'hasty', string>;
  /** A thread that many messages go to. */
  busyThread: StartedThread;
  /** Called with each new thread: some are followed. */
  onThread: (thread: StartedThread) => void;
  /** Nothing new is begun after that; what was begun is seen through. */
  loadOver: AbortSignal;
}

/** What a scenario is: a piece of load with a name, and how often it comes. */
export interface Scenario {
  name: string;
  weight: number;
  /** @param mark unlike that of any other play, to begin its messages' and calls' marks with */
  play(world: World, random: Random, mark: string): Promise<void>;
}

const subjects = ['ada', 'bo', 'cy', 'dee', 'eve', 'fay'];
/** A run that has not settled by then is left to itself: the checks look at it in the end. */
const timeoutMs = 45_000;

/**
 * A new thread.
 * @throws {Error} when there is none to be had
 */
export async function startThread(
  { client, journal, agents, onThread }: World,
  random: Random,
  agent: keyof World['agents'] = 'steady',
): Promise<StartedThread> {
  const subject = random.pick(subjects);
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

/** What a message is, and what may come of it. */
export interface NewPost extends Partial<Pick<PostedMessage, 'endings' | 'reply' | 'answers'>> {
  content: string;
  /** Codes of refusals that are no surprise. */
  mayBe?: string[];
  /** Without a key it is sent once only, and may be lost with its answer. */
  keyed?: boolean;
  /** Sent by so many clients at once under one key. */
  copies?: number;
}

/** Posts a message; resolves to its record once it is known what became of it. */
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
    // The first answer counts; the copies, under the same key, have to say the same.
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
 * Posts a script to a new thread, its steps each of several lines, and waits until its run has settled.
 * @returns the thread, and the run unless it was refused, got lost or takes too long
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

/** Waits until a run is no longer `running`; undefined when that takes too long. */
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

/** What a thread shows now. */
export async function readThread({ client }: World, { id, subject }: StartedThread): Promise<Thread> {
  return await client.read<Thread>(`/v1/loom/threads/${id}`, subject);
}

/** Asks for a run's end. */
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

/** Waits for a random time; no time at all is as likely as some. */
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
