import { v7 as uuidv7 } from 'uuid';
import { toMicrocredits } from '#contract/credits.ts';
import type { IdentifyResult } from '#contract/identify.ts';
import type { Rail } from '#contract/rail.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { StoredTurn } from '#store/documents/turn.ts';
import type { UsageDocument } from '#engine/documents/usage.ts';
import type { WebhookAttemptDocument } from '#store/documents/webhook-attempt.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Database } from '#store/mongo/database.ts';

/** The owner of the past runs. */
export interface PastOf {
  workspace_id: string;
  agent: RunDocument['agent'];
  /** One that takes everything, and one that often fails. */
  endpoints: { healthy: string; failing: string };
}

const dayMs = 86_400_000;
const days = 29;
const subjects = ['ada', 'grace', 'linus', 'margaret', 'edsger', 'barbara', 'alan', 'joan'];
const rails: [Rail, number][] = [
  ['iban', 9],
  ['swift', 4],
  ['sort_code', 3],
  ['routing_number', 2],
];

/** Numbers between 0 and 1 that look random, and are the same for each picture (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Stores what the charts of the overview show: a month of runs, lookups and deliveries that nobody has to wait for. */
export async function storePast(db: Database, past: PastOf): Promise<void> {
  const next = numbers(7);
  const runs: RunDocument[] = [];
  const turns: StoredTurn[] = [];
  const usage: UsageDocument[] = [];
  const attempts: WebhookAttemptDocument[] = [];
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (let ago = days; ago > 0; ago -= 1) {
    const midnight = today - ago * dayMs;
    const weekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const busy = (weekend ? 6 : 18) + Math.floor(next() * 8) + Math.floor((days - ago) / 4);
    for (let count = 0; count < busy; count += 1) {
      const at = midnight + Math.floor((0.25 + 0.6 * next()) * dayMs);
      const run = runAt(past, at, next);
      runs.push(run);
      turns.push(turnOf(run, next));
      attempts.push(...attemptsAt(past, at + 1000, next));
    }
    for (const [rail, share] of rails)
      usage.push(...lookupsAt(past, midnight + dayMs / 2, rail, Math.round(share * (0.5 + next())), next));
  }
  await Promise.all([
    db.runs.insertMany(runs),
    db.turns.insertMany(turns),
    db.usage.insertMany(usage),
    db.webhook_attempts.insertMany(attempts),
  ]);
}

function runAt({ workspace_id, agent }: PastOf, at: number, next: () => number): RunDocument {
  const failed = next() < 0.05;
  // Most runs end in seconds; some wait for a person.
  const ms = Math.round(900 + next() * 4000 + (next() < 0.04 ? next() * 3_600_000 : 0));
  return {
    _id: uuidv7({ msecs: at }),
    workspace_id,
    thread_id: uuidv7({ msecs: at }),
    subject_ref: `${subjects[Math.floor(next() * subjects.length)]}@example.com`,
    agent,
    origin: next() < 0.8 ? 'api' : 'mcp',
    ...(failed
      ? {
          state: 'failed',
          error: { code: 'model_error', message: 'The model could not be reached.' },
        }
      : { state: 'closed', reason: 'finished' }),
    seq: 1,
    turn_count: 1,
    last_event_seq: 1,
    cost: toMicrocredits(0.4) + Math.round(next() * toMicrocredits(1.6)),
    opened_at: new Date(at),
    closed_at: new Date(at + ms),
    version: 1,
  };
}

function turnOf(run: RunDocument, next: () => number): StoredTurn {
  const { workspace_id, _id: run_id, agent, cost, opened_at } = run;
  return {
    _id: uuidv7({ msecs: opened_at.getTime() }),
    workspace_id,
    run_id,
    agent_id: agent.id,
    seq: 1,
    model_class: 'standard',
    text: '',
    calls: [],
    input_tokens: Math.round(600 + next() * 900),
    output_tokens: Math.round(40 + next() * 160),
    cost,
    request: toJsonText({}),
    response: toJsonText({}),
    created_at: opened_at,
  };
}

function lookupsAt(
  { workspace_id }: PastOf,
  at: number,
  rail: Rail,
  total: number,
  next: () => number,
): UsageDocument[] {
  const missed = Math.round(total * 0.3 * next());
  const counts: [IdentifyResult['result'], number][] = [
    ['identified', total - missed],
    ['not_found', missed],
    ['unsupported', next() < 0.2 ? 1 : 0],
  ];
  return counts
    .filter(([, count]) => count > 0)
    .map(([result, count]) => ({
      _id: uuidv7({ msecs: at }),
      workspace_id,
      product: 'identify',
      rail,
      result,
      count,
      created_at: new Date(at),
    }));
}

function attemptsAt(
  { workspace_id, endpoints }: PastOf,
  at: number,
  next: () => number,
): WebhookAttemptDocument[] {
  const attempt = (endpoint_id: string, failed: boolean): WebhookAttemptDocument => ({
    _id: uuidv7({ msecs: at }),
    workspace_id,
    endpoint_id,
    event_id: `evt_${uuidv7({ msecs: at }).replaceAll('-', '')}`,
    event_type: 'run.completed',
    attempt: 1,
    duration_ms: Math.round(40 + next() * (failed ? 4000 : 160)),
    created_at: new Date(at),
    ...(failed
      ? {
          status: 'failed',
          response_status: 503,
          error: { code: 'webhook_bad_status', message: 'The endpoint answered with 503.' },
        }
      : { status: 'succeeded', response_status: 204 }),
  });
  return [attempt(endpoints.healthy, false), attempt(endpoints.failing, next() < 0.25)];
}
