import { describe, expect, it } from 'vitest';
import { findViolations } from '#tools/chaos/checks/all-checks.ts';
import type { Evidence } from '#tools/chaos/evidence/evidence.ts';
import type { FaultWindow } from '#tools/chaos/faults/fault.ts';
import type { Fate, PostedRevision } from '#tools/chaos/journal/journal.ts';
import { callTimeoutSeconds } from '#tools/chaos/load/patches.ts';
import { epoch, evidenceOfAGoodRun, found, runNamed, tracedCallOf } from '../evidence-of-a-good-run.ts';

/** Makes something in the record of a good run otherwise. */
type Change = (evidence: Evidence) => unknown;

/** The findings of the checks after a change. */
function findings(change: Change): string[] {
  const evidence = evidenceOfAGoodRun();
  change(evidence);
  return findViolations(evidence).map(({ rule, what }) => `${rule}: ${what}`);
}

const iso = (ms: number) => new Date(epoch + ms).toISOString();
const accepted = (ms: number): Fate => ({ is: 'accepted', at: epoch + ms });
const unknown: Fate = { is: 'unknown' };
const refused: Fate = { is: 'refused', status: 422, code: 'refused', at: epoch };
const duringThePayment = { from: epoch + 500, until: epoch + 790 };
const serverAway: FaultWindow = { part: 'mongodb', kind: 'freeze', ...duringThePayment };
const workerStopped: FaultWindow = { part: 'worker-2', kind: 'restart', ...duringThePayment };
const restart: FaultWindow = { part: 'api-1', kind: 'restart', from: epoch, until: epoch + 100 };

const alter = <Item extends object>(item: Item | null | undefined, parts: Partial<Item>): Item =>
  Object.assign(found(item ?? undefined), parts);
const callOf = (evidence: Evidence, run: string) =>
  found(runNamed(evidence, run).trace.turns[0]?.tool_calls[0]);
const chargeOf = ({ ledger }: Evidence, run: string) => found(ledger.find(({ ref }) => ref === run));
const eventsSeen = (evidence: Evidence) => found(evidence.followed[0]).events;

/** The event of a run with a type. */
function eventOf(evidence: Evidence, run: string, type: string) {
  return found(
    runNamed(evidence, run).events.find((event) => event.type === type),
    type,
  );
}

/** Changes the reported end of a call. */
function complete(evidence: Evidence, run: string, status: string, code?: string): void {
  const event = eventOf(evidence, run, 'tool_call.completed');
  const result = code === undefined ? {} : { result: { error: { code } } };
  event.data = { ...event.data, status, ...result };
  callOf(evidence, run).status = status === 'ok' ? 'ok' : 'failed';
}

/** The payment is reported as failed, while these parts had faults. */
const payingFails =
  (code: string, ...faults: FaultWindow[]): Change =>
  (evidence) => {
    complete(evidence, 'paying', 'failed', code);
    evidence.faults.push(...faults);
  };

/** The payment of the good run, as a tool of the MCP server. */
const asTool = (evidence: Evidence, tool: string) =>
  alter(
    evidence.host.find(({ key }) => key === 'pay-call'),
    { path: `/${tool}` },
  );

/** The first attempt at the booking has this status, and the call may be repeated where it certainly had no effect. */
const asHold =
  (status: number): Change =>
  ({ host }) => {
    for (const request of host.slice(1)) request.path = '/hold';
    const wait = status === 503 ? { retryAfterSeconds: 1 } : {};
    alter(host[1], { step: { do: 'answer', status, delayMs: 0, ...wait } });
  };

/** A cancel was accepted, and perhaps the run closed at another time. */
const cancelled =
  (run_id: string, ms: number, closedMs?: number): Change =>
  (evidence) => {
    const { journal } = evidence;
    journal.cancels.push({ run_id, sent_at: epoch + ms, fate: accepted(ms), state: 'running' });
    if (closedMs !== undefined) runNamed(evidence, run_id).run.closed_at = iso(closedMs);
  };

/** The payment was approved at one time, and its run cancelled at another. */
const approvedAndCancelled =
  (approvedMs: number, cancelledMs: number): Change =>
  (evidence) => {
    const at = iso(approvedMs);
    const approval = {
      decision_id: 'd',
      decision: 'approve' as const,
      actor: 'ada',
      via: 'api_key' as const,
    };
    alter(callOf(evidence, 'paying'), { decisions: [{ ...approval, at }] });
    cancelled('paying', cancelledMs)(evidence);
  };

/** From this event on, all of a run comes so late. */
function delay(evidence: Evidence, name: string, first: number, ms: number): void {
  const { run, events } = runNamed(evidence, name);
  run.closed_at = iso(ms);
  for (const event of events.slice(first)) event.created_at = iso(ms);
}

/** The payment is announced as the first of a set. */
function announce(evidence: Evidence, { of }: { of: number }): void {
  const set = { turn: 1, position: 1, of };
  eventOf(evidence, 'paying', 'write.confirmation_requested').data = { tool_call_id: 'pay-call', set };
}

/** Somebody corrected the payment to itself. */
const corrected =
  (parts: Partial<PostedRevision>): Change =>
  ({ journal }) => {
    const revision = { run_id: 'paying', tool_call_id: 'pay-call', args: { mark: 'm2 pay' } };
    journal.revisions.push({ ...revision, sent_at: epoch + 400, fate: accepted(450), ...parts });
  };

const leaveSomething: Change = ({ erasures }) =>
  found(erasures[0]).left.push('events evt_1', 'GET /v1/loom/threads/erased');

const endsByItself =
  (part: 'worker-1' | 'temporal'): Change =>
  ({ faults }) =>
    faults.push({ part, kind: 'ended by itself', from: epoch, until: epoch + 1, how: 'exit code 1' });

/** A breach of each rule: the words of its report, and the change. One fault may break other rules as well. */
const breaches: Record<string, Record<string, Change>> = {
  'accepted-messages': {
    'still running': (evidence) =>
      alter(runNamed(evidence, 'plain').run, { state: 'running', terminal: false }),
    'stored 0 times': ({ threads }) => found(threads[0]).messages.splice(0, 1),
    'has no run': ({ journal }) => alter(journal.messages[0], { run_id: 'another' }),
    'stored 2 times': ({ journal, threads }) => {
      found(journal.messages[0]).fate = unknown;
      const { messages } = found(threads[0]);
      messages.push({ ...found(messages[0]), id: 'copy', run_id: 'paying', seq: 99 });
    },
    refused: ({ journal }) => alter(journal.messages[0], { fate: refused }),
  },
  replies: {
    '0 replies': ({ threads }) => found(threads[0]).messages.splice(1, 1),
    '2 replies': ({ threads }) => {
      const { messages } = found(threads[0]);
      messages.push({ ...found(messages[1]), id: 'copy', seq: 99 });
    },
    'not "plain reply"': ({ threads }) => alter(found(threads[0]).messages[1], { content: 'something else' }),
    'before its message': ({ threads }) => alter(found(threads[0]).messages[1], { seq: 0 }),
  },
  endings: {
    internal_error: (evidence) => {
      const { run } = runNamed(evidence, 'plain');
      delete run.reason;
      Object.assign(run, { state: 'failed', error: { code: 'internal_error', message: '' } });
    },
    'closed (cancelled), not finished': (evidence) =>
      alter(runNamed(evidence, 'plain').run, { reason: 'cancelled' }),
  },
  'settled-calls': {
    pending: (evidence) => alter(callOf(evidence, 'booking'), { status: 'pending' }),
    'completed 0 times': (evidence) => {
      const run = runNamed(evidence, 'booking');
      run.events = run.events.filter(({ type }) => type !== 'tool_call.completed');
    },
    'completed 2 times': (evidence) => {
      const run = runNamed(evidence, 'booking');
      run.events.push(eventOf(evidence, 'booking', 'tool_call.completed'));
    },
    'ok in the trace and failed': (evidence) => {
      complete(evidence, 'booking', 'failed', 'host_error');
      callOf(evidence, 'booking').status = 'ok';
    },
  },
  'sent-calls': {
    'failed cancelled': payingFails('cancelled'),
    'failed expired': payingFails('expired'),
    'failed internal_error': payingFails('internal_error'),
    'failed timeout': payingFails('timeout'),
    declined: (evidence) => complete(evidence, 'paying', 'declined'),
    'not an answer of the host': (evidence) => {
      const event = eventOf(evidence, 'paying', 'tool_call.completed');
      event.data = { ...event.data, result: { word: 'made up' } };
    },
    'failed outcome_unknown: the answer was thrown away': payingFails('outcome_unknown'),
    // Neither another server, nor a worker that was asked to stop and has the time to, is an excuse.
    'the answer was thrown away': payingFails('outcome_unknown', serverAway),
    'was thrown away': payingFails('outcome_unknown', workerStopped),
    'the host got a call that no event tells of': ({ journal }) => journal.erasures.pop(),
    'no event tells of': ({ host }) => alter(host[0], { key: 'unheard of' }),
    'outcome_unknown: the answer was thrown away': (evidence) => {
      asTool(evidence, 'mcp_transfer');
      complete(evidence, 'paying', 'failed', 'outcome_unknown');
    },
  },
  'repeated-calls': {
    '2 times, and once': ({ host }) => host.push({ ...found(host[0]), at: epoch + 610 }),
    'the host got it 2 times, and once': (evidence) => evidence.host.push({ ...asTool(evidence, 'mcp_jot') }),
    'got it 2 times, and once': (evidence) => evidence.host.push({ ...asTool(evidence, 'mcp_transfer') }),
    'again after': asHold(500),
    '2 keys': ({ host }) => alter(host[2], { key: 'another' }),
    'another subject': ({ host }) => alter(host[2], { subject: 'bo' }),
    'other arguments': ({ host }) => alter(host[2], { body: { mark: 'm3 call', plan: '200' } }),
    '6 times': ({ host }) => {
      for (let count = 0; count < 4; count += 1) host.push({ ...found(host[2]) });
    },
    'the host got it 2 times, and once is all it may': ({ host }) =>
      host.push(found(host.find(({ key }) => key === 'erased-call'))),
  },
  decisions: {
    '2 of 2 decisions': ({ journal }) => alter(journal.decisions[1], { fate: accepted(520) }),
    'nobody approved': ({ journal }) => alter(journal.decisions[0], { decision: 'reject' }),
    'a write that nobody approved': ({ journal }) => journal.decisions.splice(0),
    'before it was approved': ({ journal }) => alter(journal.decisions[0], { sent_at: epoch + 650 }),
    'otherwise than it was shown': ({ journal }) => {
      for (const { shown } of journal.decisions) shown.fields['amount'] = '13';
    },
    'approve, and the call is declined': (evidence) => complete(evidence, 'paying', 'declined'),
    'every decision was refused': ({ journal, host }) => {
      for (const decision of journal.decisions) decision.fate = refused;
      host.splice(0, 1);
    },
    'a write that nobody approved was executed': (evidence) => {
      asTool(evidence, 'mcp_transfer');
      evidence.journal.decisions = [];
    },
  },
  'held-sets': {
    'turn 1 holds 2 calls, and announces 1': (evidence) => announce(evidence, { of: 2 }),
    'turn 1 announces its held calls at different times': (evidence) => {
      announce(evidence, { of: 2 });
      const { events } = runNamed(evidence, 'paying');
      const set = { turn: 1, position: 2, of: 2 };
      const data = { tool_call_id: 'other', set };
      events.push({
        ...eventOf(evidence, 'paying', 'write.confirmation_requested'),
        created_at: iso(301),
        data,
      });
    },
    'an accepted approve of decided is recorded as []': ({ journal }) =>
      alter(journal.decisions[0], { decision_id: 'decided' }),
    'an accepted correction has made 0 calls': corrected({ args: { mark: 'm9 pay' } }),
    'a correction that was refused has made a call': corrected({ fate: refused }),
    'a correction was answered with another call': corrected({ revised_to: 'sign-call' }),
  },
  outcomes: {
    'none is recorded': (evidence) => delete callOf(evidence, 'signing').outcome,
    'nobody told': (evidence) => alter(callOf(evidence, 'signing').outcome, { detail: {} }),
    'failed is recorded': (evidence) => alter(callOf(evidence, 'signing').outcome, { state: 'failed' }),
    'later outcome': ({ journal }) => {
      const first = found(journal.outcomes[0]);
      journal.outcomes.push({ ...first, word: 'earlier', sent_at: epoch + 3_000, fate: accepted(3_100) });
    },
  },
  cancels: {
    'went on for': cancelled('booking', -9_000, 2_500),
    'host got a call': cancelled('booking', -3_000, 2_500),
    'host got a call 190 ms after': approvedAndCancelled(500, 410),
  },
  'event-order': {
    'its events are 1, 3': (evidence) => runNamed(evidence, 'plain').events.splice(1, 1),
    '2 events tell its end': (evidence) => {
      const { events } = runNamed(evidence, 'plain');
      events.push({ ...eventOf(evidence, 'plain', 'run.completed'), id: 'evt_again', seq: 4 });
    },
    'its last event is message.completed': (evidence) => runNamed(evidence, 'plain').events.splice(2, 1),
    'its reason is handoff': (evidence) => alter(runNamed(evidence, 'plain').run, { reason: 'handoff' }),
    'one id': (evidence) => {
      const { events } = runNamed(evidence, 'plain');
      found(events[1]).id = found(events[0]).id;
    },
  },
  'webhook-deliveries': {
    'did not get run.started, 1': ({ deliveries }) => alter(deliveries[0], { accepted: false }),
    'did not ask for': ({ endpoints }) => alter(endpoints[0], { events: ['run.completed'] }),
    'bad signature': ({ deliveries }) => alter(deliveries[0], { signed: false }),
    'not stored so': ({ deliveries: [delivery] }) =>
      alter(delivery, { event: { ...found(delivery).event, seq: 7 } }),
    'got an event that is not stored so': ({ journal }) => journal.erasures.pop(),
  },
  'followed-threads': {
    'did not see run.started, 1': (evidence) => eventsSeen(evidence).splice(0, 1),
    '1 events twice': (evidence) => eventsSeen(evidence).push(found(eventsSeen(evidence)[0])),
    'in the order 2, 1, 3': (evidence) => {
      const [first, second] = eventsSeen(evidence);
      eventsSeen(evidence).splice(0, 2, found(second), found(first));
    },
    'is not stored': (evidence) =>
      eventsSeen(evidence).push({ id: 'evt_ghost', type: 'run.started', run_id: 'plain', seq: 9 }),
  },
  'thread-order': {
    'before booking was done': (evidence) => {
      for (const event of runNamed(evidence, 'signing').events.slice(1)) event.created_at = iso(2_450);
    },
    'while it had one of booking': ({ host }) =>
      host.push({ ...found(host[0]), run_id: 'signing', at: epoch + 2_050, key: 'other' }),
  },
  money: {
    'ledger sums to': ({ credits }) => (credits.balance += 1),
    'does not follow': ({ ledger }) => (found(ledger[1]).balance += 1),
    '1 turns are charged 2 times': (evidence) => evidence.ledger.push({ ...chargeOf(evidence, 'plain') }),
    '1 turns are charged 0 times': (evidence) =>
      evidence.ledger.splice(evidence.ledger.indexOf(chargeOf(evidence, 'plain')), 1),
    'does not exist': (evidence) => alter(chargeOf(evidence, 'plain'), { ref: 'nobody' }),
    'a run is charged that does not exist': ({ journal }) => journal.erasures.pop(),
    'it cost 5': (evidence) => alter(runNamed(evidence, 'plain').run, { cost_credits: 5 }),
    '1 priced calls cost what they should not': (evidence) =>
      found(runNamed(evidence, 'plain').trace.turns[0]).tool_calls.push(tracedCallOf('quote', { args: {} })),
    '0.5 credits are held': ({ credits }) => (credits.held = 0.5),
  },
  'keyed-lookups': {
    'and 2 are charged': ({ ledger }) => ledger.push({ ...found(ledger[0]) }),
    'and 0 are charged': ({ ledger }) => ledger.splice(0, 1),
  },
  'keyed-extractions': {
    '0 extractions were answered, and 1 are charged': ({ journal }) => journal.extractions.pop(),
    '2 extractions were answered, and 1 are charged': ({ journal }) =>
      journal.extractions.push({ ...found(journal.extractions[0]) }),
    '0 events, and 1 charges, differ': ({ extractionEvents }) => extractionEvents.pop(),
  },
  speeches: {
    '10 characters are metered, and not 5': ({ voice }) => (voice.characters = 10),
    '0 characters are metered, and not 5': ({ voice }) => (voice.characters = 0),
    'hello: 2 requests are a miss': ({ journal, voice }) => {
      found(journal.spoken[1]).cache = 'miss';
      voice.characters = 10;
    },
    'hello: no request is a miss': ({ journal }) => alter(journal.spoken[0], { cache: 'hit' }),
    '15 characters are metered, and not 5 to 10': ({ journal, voice }) => {
      found(journal.spoken[1]).attempts = 2;
      voice.characters = 15;
    },
    'hello: 1 listeners heard something else': ({ journal }) => alter(journal.spoken[1], { audio: 'AAAA' }),
    '4 seconds of recordings are metered, and not 2': ({ voice }) => (voice.seconds = 4),
    '0 seconds of recordings are metered': ({ voice }) => (voice.seconds = 0),
  },
  'mcp-messages': {
    'get_run does not show it': ({ mcpRuns }) => mcpRuns.clear(),
    'get_run shows it as running': ({ mcpRuns }) =>
      alter(mcpRuns.get('plain'), { terminal: false, state: 'running' }),
    'get_run shows the reply undefined, not "plain reply"': ({ mcpRuns }) =>
      delete found(mcpRuns.get('plain')).reply,
    'one key led to several runs': ({ journal }) =>
      journal.mcpMessages.push({ ...found(journal.mcpMessages[0]) }),
  },
  erasures: {
    'the erasure erasure is still running': ({ erasures }) => {
      const { erasure } = found(erasures[0]);
      erasure.status = 'running';
      delete erasure.completed_at;
    },
    'gone-m5: left by the erasure erasure: events evt_1, GET': leaveSomething,
  },
  workflows: {
    'its workflow is RUNNING': ({ workflows }) => workflows.set('plain', 'RUNNING'),
    'its workflow is FAILED': ({ workflows }) => workflows.set('plain', 'FAILED'),
    'its workflow is CANCELLED': ({ workflows }) => workflows.set('plain', 'CANCELLED'),
    'its workflow is TERMINATED': ({ workflows }) => workflows.set('plain', 'TERMINATED'),
    'its workflow is missing': ({ workflows }) => workflows.delete('plain'),
    'its workflow is missing, and it is closed': ({ runs, workflows, faults }) => {
      workflows.delete('plain');
      const until = Date.parse(found(runs.find(({ run }) => run.id === 'plain')).run.opened_at) - 1;
      faults.push({ part: 'temporal', kind: 'restore', from: until - 1000, until });
    },
  },
  waits: {
    '41.5 s': (evidence) => delay(evidence, 'signing', 4, 45_000),
    '55.0 s': (evidence) => {
      delay(evidence, 'signing', 3, 60_000);
      cancelled('signing', 5_000)(evidence);
    },
  },
  processes: {
    'did not end in order': ({ faults }) => faults.push({ ...restart, how: 'exit code 1' }),
    'worker-1 ended by itself': endsByItself('worker-1'),
  },
  'odd-answers': {
    'GET /v1/x: 500 internal_error': ({ journal }) =>
      journal.oddAnswers.push({
        method: 'GET',
        path: '/v1/x',
        status: 500,
        code: 'internal_error',
        at: epoch,
      }),
  },
};

describe.each(Object.entries(breaches))('%s', (rule, its) => {
  it.each(Object.entries(its))('a breach is told: %s', (words, change) => {
    const told = findings(change).filter((finding) => finding.startsWith(`${rule}: `));
    expect(told.join('\n')).toContain(words);
  });
});

/** Changes that break no rule. */
const good: Record<string, Change> = {
  'nothing that is otherwise': () => undefined,
  'an answer that was thrown away while a worker was frozen': payingFails('outcome_unknown', {
    ...workerStopped,
    kind: 'freeze',
  }),
  'an answer that a stopping worker threw away while a server was away': payingFails(
    'outcome_unknown',
    workerStopped,
    serverAway,
  ),
  'a process that was told to stop and ended in order': ({ faults }) =>
    faults.push({ ...restart, how: 'exit code 0' }),
  'a process that did not end in order while a server was away': ({ faults }) =>
    faults.push({ ...restart, how: 'exit code 1' }, { ...restart, part: 'temporal', kind: 'kill' }),
  'a server that ended by itself': endsByItself('temporal'),
  'a time-out where the host was silent': (evidence) => {
    complete(evidence, 'paying', 'failed', 'outcome_unknown');
    const request = alter(evidence.host[0], { ended_at: epoch + 790, step: { do: 'silent', delayMs: 0 } });
    delete request.answered_at;
  },
  'a repetition after a 429': asHold(429),
  'a repetition after a 503 with Retry-After': asHold(503),
  'a tool that only reads and was called twice': (evidence) =>
    evidence.host.push({ ...asTool(evidence, 'mcp_look') }),
  'a run that ends soon after its cancel': cancelled('booking', 1_500, 2_500),
  'a call that was approved before the cancel, and is sent long after it': approvedAndCancelled(
    -4_000,
    -3_500,
  ),
  'a run that begins while an older one is paused': (evidence) => delay(evidence, 'paying', 2, 2_600),
  'a lookup without an answer': ({ journal }) => delete alter(journal.lookups[0], { fate: unknown }).result,
  'an extraction without an answer': ({ journal }) => alter(journal.extractions[0], { fate: unknown }),
  'a recording without an answer that is not metered': ({ journal, voice }) => {
    alter(journal.transcriptions[0], { fate: unknown });
    voice.seconds = 0;
  },
  'a text metered again for a listener whose connection broke': ({ journal, voice }) => {
    alter(journal.spoken[1], { attempts: 2 });
    voice.characters = 10;
  },
  'what an erased subject did after its erasure': (evidence) => {
    leaveSomething(evidence);
    alter(evidence.erasures[0], { quiet_at: epoch + 4_001 });
  },
  'a workflow that is missing because Temporal was restored after its end': ({ workflows, faults }) => {
    workflows.delete('plain');
    const until = epoch + 3_600_000;
    faults.push({ part: 'temporal', kind: 'restore', from: until - 1000, until });
  },
  'a workflow that is missing because Temporal was restored while its run was ending': ({
    runs,
    workflows,
    faults,
  }) => {
    workflows.delete('plain');
    const { closed_at = '' } = found(runs.find(({ run }) => run.id === 'plain')).run;
    const until = Date.parse(closed_at) - 1;
    faults.push({ part: 'temporal', kind: 'restore', from: until - 1000, until });
  },
  'a run that waits for a fault to end': (evidence) => {
    delay(evidence, 'signing', 4, 45_000);
    evidence.faults.push({ ...serverAway, from: epoch + 20_000, until: epoch + 30_000 });
  },
  'a run that waits for people': (evidence) => delay(evidence, 'signing', 3, 60_000),
  'a run that waits for another one of its thread': (evidence) => {
    delay(evidence, 'booking', 2, 25_000);
    delay(evidence, 'signing', 1, 45_000);
  },
};

it.each(Object.entries(good))('%s breaks no rule', (_, change) => {
  expect(findings(change)).toEqual([]);
});

it('a connection that outlives the time of its call is no second call at the host', () => {
  const stale = findings(({ host }) => {
    delete alter(host[0], { at: epoch + 500 - callTimeoutSeconds * 1000 }).answered_at;
  });
  expect(stale.filter((finding) => finding.startsWith('thread-order'))).toEqual([]);
});

it('a run in which a call of a set is decided while another is still held waits for people', () => {
  const late = findings((evidence) => {
    const { events } = runNamed(evidence, 'paying');
    const held = eventOf(evidence, 'paying', 'write.confirmation_requested');
    events.splice(2, 0, { ...held, data: { tool_call_id: 'other' } });
    delay(evidence, 'paying', 5, 60_000);
  });
  expect(late.filter((finding) => finding.startsWith('waits'))).toEqual([]);
});
