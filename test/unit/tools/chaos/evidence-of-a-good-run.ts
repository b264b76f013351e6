import type { LedgerEntry } from '#contract/credits.ts';
import type { Event, EventType } from '#contract/event.ts';
import type { Message } from '#contract/message.ts';
import type { ToolCall, Trace } from '#contract/run.ts';
import type { Evidence, HostRequest, RunEvidence } from '#tools/chaos/evidence/evidence.ts';
import { audioOf, recordingSeconds } from '#tools/chaos/host/voice-server.ts';
import { type Fate, newJournal, type RequestedErasure } from '#tools/chaos/journal/journal.ts';

/** Times are milliseconds since this one. */
export const epoch = Date.parse('2026-11-21T10:00:00.000Z');
const turnCost = 0.01;
const thread_id = 'thread';

const iso = (ms: number) => new Date(epoch + ms).toISOString();

/** An event of a run: its type, time, and data. */
type Moment = [type: EventType, ms: number, data?: Record<string, unknown>];

/** Events with the places that they have in their run. */
export function eventsOf(run_id: string, moments: Moment[]): Event[] {
  return moments.map(([type, ms, data], index) => ({
    id: `evt_${run_id}_${index + 1}`,
    type,
    created_at: iso(ms),
    seq: index + 1,
    origin: 'api',
    source: { kind: 'run', id: run_id },
    parent: null,
    context: { workspace_id: 'workspace', thread_id },
    run_id,
    thread_id,
    ...(data === undefined ? {} : { data }),
  }));
}

/** The event of an extraction by a request. */
const extractionEvent: Event = {
  id: 'evt_extraction',
  type: 'extract.completed',
  created_at: iso(50),
  seq: null,
  origin: 'api',
  source: { kind: 'request', id: 'extraction' },
  parent: null,
  context: { workspace_id: 'workspace', product: 'extract' },
  data: { result: {} },
};

/** An event of a run that is erased, as it was delivered. */
const erasedEvent: Event = {
  ...extractionEvent,
  id: 'evt_erased',
  type: 'run.completed',
  source: { kind: 'run', id: 'erased' },
  context: { workspace_id: 'workspace', thread_id: 'erased thread', subject_ref: 'gone-m5' },
  run_id: 'erased',
  thread_id: 'erased thread',
};

/** A call as a trace has it. */
export function tracedCallOf(name: string, parts: Partial<ToolCall>): ToolCall {
  return {
    patch_ref: `${name}@1`,
    interaction: 'silent',
    gate: null,
    status: 'ok',
    args: {},
    started_at: iso(0),
    ...parts,
  };
}

function runOf(
  id: string,
  { from, until }: { from: number; until: number },
  { calls = [], moments }: { calls?: ToolCall[]; moments: Moment[] },
): RunEvidence {
  const priced = calls.reduce((sum, { cost_credits = 0 }) => sum + cost_credits, 0);
  const run = {
    id,
    thread_id,
    subject_ref: 'ada',
    agent: { id: 'agent', name: 'Agent' },
    origin: 'api' as const,
    state: 'closed' as const,
    terminal: true,
    cost_credits: turnCost + priced,
    reason: 'finished' as const,
    opened_at: iso(from),
    closed_at: iso(until),
  };
  const turn: Trace['turns'][number] = {
    seq: 1,
    model_class: 'scripted',
    input_tokens: 1,
    output_tokens: 1,
    cost_credits: turnCost,
    created_at: iso(from),
    request: {},
    response: {},
    tool_calls: calls,
  };
  const events = eventsOf(id, [
    ['run.started', from],
    ...moments,
    ['message.completed', until, { id: `${id} reply` }],
    ['run.completed', until, { state: 'closed', reason: 'finished' }],
  ]);
  return { run, trace: { ...run, turns: [turn], requests: [], requests_count: 0 }, events };
}

const accepted = (ms: number): Fate => ({ is: 'accepted', at: epoch + ms });

const payArgs = { mark: 'm2 pay', plan: '200', amount: 12.5, to: 'Ada' };
const bookArgs = { mark: 'm3 call', plan: '500,200' };
const signArgs = { mark: 'm4 sign', plan: '200' };

/** A subject that was erased. Its charge and what its webhooks and its host received remain. */
const erasedSubject: RequestedErasure = {
  subject: 'gone-m5',
  threads: [{ id: 'erased thread', subject: 'gone-m5', agent: 'steady' }],
  messages: [],
  sent_at: epoch + 100,
  fate: accepted(150),
  id: 'erasure',
  quiet_at: epoch + 200,
};

function hostRequest(name: string, key: string, parts: Partial<HostRequest>): HostRequest {
  return { at: epoch, path: `/${name}`, key, run_id: '', subject: 'ada', ...parts };
}

/**
 * The evidence of a run of chaos without faults: a plain reply, a payment that was approved by one of two people, a
 * call that was repeated, a proposed action with its outcome, a lookup.
 */
export function evidenceOfAGoodRun(): Evidence {
  const runs = [
    runOf('plain', { from: 0, until: 100 }, { moments: [] }),
    runOf(
      'paying',
      { from: 200, until: 900 },
      {
        calls: [tracedCallOf('pay', { args: payArgs, gate: 'confirm' })],
        moments: [
          ['write.confirmation_requested', 300, { tool_call_id: 'pay-call' }],
          ['tool_call.started', 500, { tool_call_id: 'pay-call', name: 'pay', args: payArgs }],
          [
            'tool_call.completed',
            800,
            { tool_call_id: 'pay-call', name: 'pay', status: 'ok', result: { word: 'w-pay' } },
          ],
        ],
      },
    ),
    runOf(
      'booking',
      { from: 1_000, until: 2_500 },
      {
        calls: [tracedCallOf('book', { args: bookArgs })],
        moments: [
          ['tool_call.started', 1_100, { tool_call_id: 'book-call', name: 'book', args: bookArgs }],
          [
            'tool_call.completed',
            2_400,
            { tool_call_id: 'book-call', name: 'book', status: 'ok', result: { word: 'w-book' } },
          ],
        ],
      },
    ),
    runOf(
      'signing',
      { from: 3_000, until: 4_000 },
      {
        calls: [
          tracedCallOf('sign', {
            args: signArgs,
            interaction: 'proposed_action',
            outcome: { state: 'occurred', detail: { word: 'w-sign' }, created_at: iso(3_500) },
          }),
        ],
        moments: [
          ['tool_call.started', 3_100, { tool_call_id: 'sign-call', name: 'sign', args: signArgs }],
          ['action.proposed', 3_100, { tool_call_id: 'sign-call' }],
          [
            'tool_call.completed',
            3_500,
            { tool_call_id: 'sign-call', name: 'sign', status: 'ok', result: { state: 'occurred' } },
          ],
        ],
      },
    ),
  ];
  const journal = newJournal();
  journal.threads.push({ id: thread_id, subject: 'ada', agent: 'steady' });
  for (const { run } of runs) {
    const ms = Date.parse(run.opened_at) - epoch;
    journal.messages.push({
      thread_id,
      content: `${run.id} message`,
      sent_at: epoch + ms,
      fate: accepted(ms + 10),
      run_id: run.id,
      endings: ['finished'],
      reply: `${run.id} reply`,
    });
  }
  const shown = {
    title: 'Pay 12.5 to Ada',
    fields: { mark: 'm2 pay', plan: '200', amount: '12.5', to: 'Ada' },
  };
  const decision = { run_id: 'paying', tool_call_id: 'pay-call', sent_at: epoch + 400, shown };
  journal.decisions.push(
    { ...decision, key: 'first', decision: 'approve', fate: accepted(500) },
    {
      ...decision,
      key: 'second',
      decision: 'reject',
      fate: { is: 'refused', status: 404, code: 'unknown_confirmation', at: epoch + 510 },
    },
  );
  journal.outcomes.push({
    run_id: 'signing',
    tool_call_id: 'sign-call',
    state: 'occurred',
    word: 'w-sign',
    sent_at: epoch + 3_400,
    fate: accepted(3_500),
  });
  journal.lookups.push({ key: 'lookup', fate: accepted(50), result: 'identified' });
  journal.extractions.push({ key: 'extraction', fate: accepted(50) });
  journal.erasures.push(erasedSubject);
  journal.mcpMessages.push({
    subject: 'ada',
    content: 'plain message',
    run_id: 'plain',
    reply: 'plain reply',
  });
  const audio = audioOf('hello').toString('base64');
  journal.spoken.push(
    { text: 'hello', fate: accepted(60), attempts: 1, cache: 'miss', audio },
    { text: 'hello', fate: accepted(70), attempts: 1, cache: 'hit', audio },
  );
  journal.transcriptions.push({ key: 'recording', fate: accepted(80) });
  return {
    journal,
    runs,
    threads: [{ id: thread_id, subject: 'ada', messages: runs.flatMap(messagesOf) }],
    extractionEvents: [extractionEvent],
    mcpRuns: new Map([
      ['plain', { run_id: 'plain', thread_id, state: 'closed', terminal: true, reply: 'plain reply' }],
    ]),
    erasures: [
      {
        subject: erasedSubject.subject,
        erasure: { id: 'erasure', status: 'completed', created_at: iso(100), completed_at: iso(4_000) },
        quiet_at: epoch + 200,
        left: [],
      },
    ],
    host: [
      hostRequest('pay', 'pay-call', {
        at: epoch + 600,
        run_id: 'paying',
        body: payArgs,
        step: { do: 'answer', status: 200, delayMs: 0 },
        word: 'w-pay',
        answered_at: epoch + 700,
      }),
      hostRequest('book', 'book-call', {
        at: epoch + 1_200,
        run_id: 'booking',
        body: bookArgs,
        step: { do: 'answer', status: 500, delayMs: 0 },
        word: 'w-first',
        answered_at: epoch + 1_300,
      }),
      hostRequest('book', 'book-call', {
        at: epoch + 2_000,
        run_id: 'booking',
        body: bookArgs,
        step: { do: 'answer', status: 200, delayMs: 0 },
        word: 'w-book',
        answered_at: epoch + 2_100,
      }),
      // A call of a run that is erased.
      hostRequest('note', 'erased-call', {
        run_id: 'erased',
        subject: erasedSubject.subject,
        body: { mark: 'gone-m5 call', plan: '200' },
        step: { do: 'answer', status: 200, delayMs: 0 },
        word: 'w-erased',
        answered_at: epoch + 100,
      }),
    ],
    deliveries: [...runs.map(({ events }) => events), [extractionEvent, erasedEvent]].flatMap((events) =>
      events.map((event) => ({ endpoint: 'all', event, at: epoch, accepted: true, signed: true })),
    ),
    endpoints: [{ id: 'endpoint', name: 'all', events: ['*'], enabled: true }],
    followed: [
      {
        thread_id,
        name: 'follower',
        connections: 2,
        events: runs.flatMap(({ events }) =>
          events.map(({ id, type, seq }, index) => ({ id, type, seq, run_id: runIdOf(events, index) })),
        ),
      },
    ],
    ...moneyOf(runs),
    voice: { characters: 'hello'.length, seconds: recordingSeconds },
    workflows: new Map(runs.map(({ run }) => [run.id, 'COMPLETED'])),
    faults: [],
    readAt: epoch + 5_000,
  };
}

function runIdOf(events: Event[], index: number): string {
  return events[index]?.run_id ?? '';
}

function messagesOf({ run }: RunEvidence, index: number): Message[] {
  const message = (role: 'user' | 'assistant', seq: number): Message => ({
    id: `${run.id} ${role === 'user' ? 'message' : 'reply'}`,
    role,
    content: `${run.id} ${role === 'user' ? 'message' : 'reply'}`,
    parts: null,
    run_id: run.id,
    seq,
    created_at: run.opened_at,
  });
  return [message('user', index * 2 + 1), message('assistant', index * 2 + 2)];
}

/** A grant of a hundred credits, a turn a run, the extraction and the lookup. */
function moneyOf(runs: RunEvidence[]): Pick<Evidence, 'ledger' | 'credits'> {
  const changes: Pick<LedgerEntry, 'delta' | 'reason' | 'ref'>[] = [
    { delta: 100, reason: 'grant', ref: 'grant' },
    ...runs.map(({ run }) => ({ delta: -turnCost, reason: 'turn' as const, ref: run.id })),
    { delta: -turnCost, reason: 'turn', ref: 'erased' },
    { delta: -0.1, reason: 'extract', ref: extractionEvent.source.id },
    { delta: -1, reason: 'identify', ref: 'request' },
  ];
  let balance = 0;
  const ledger = changes.map((change, index): LedgerEntry => {
    balance = Math.round((balance + change.delta) * 1_000_000) / 1_000_000;
    return { ...change, id: `entry ${index}`, balance, created_at: iso(0) };
  });
  return { ledger: ledger.toReversed(), credits: { balance } };
}

/** A run of the evidence. */
export function runNamed({ runs }: Evidence, id: string): RunEvidence {
  return found(
    runs.find(({ run }) => run.id === id),
    `run ${id}`,
  );
}

/** An item that must exist for the test to be meaningful. */
export function found<Item>(item: Item | undefined, what = 'it'): Item {
  if (item === undefined) throw new Error(`${what} is missing from the evidence`);
  return item;
}
