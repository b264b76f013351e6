import { describe, expect, it } from 'vitest';
import { findViolations } from '#chaos/checks/all-checks.ts';
import type { Evidence } from '#chaos/evidence/evidence.ts';
import type { Fate } from '#chaos/journal/journal.ts';
import { callTimeoutSeconds } from '#chaos/load/patches.ts';
import { epoch, evidenceOfAGoodRun, found, runNamed, tracedCallOf } from './evidence-of-a-good-run.ts';

/** What the checks find when something in the record of a good run is otherwise. */
function findings(change: (evidence: Evidence) => void): string[] {
  const evidence = evidenceOfAGoodRun();
  change(evidence);
  return findViolations(evidence).map(({ rule, what }) => `${rule}: ${what}`);
}

/** Finds a breach of this rule, told in words that match; of other rules as well where one fault breaks several. */
function breaks(rule: string, words: RegExp, change: (evidence: Evidence) => void): void {
  const found = findings(change);
  expect(found.filter((finding) => finding.startsWith(`${rule}: `))).toEqual(
    expect.arrayContaining([expect.stringMatching(words)]),
  );
}

const iso = (ms: number) => new Date(epoch + ms).toISOString();
const accepted = (ms: number): Fate => ({ is: 'accepted', at: epoch + ms });
const unknown: Fate = { is: 'unknown' };
const refused: Fate = { is: 'refused', status: 422, code: 'refused', at: epoch };

/** The event of a run with a type. */
function eventOf(evidence: Evidence, run: string, type: string) {
  return found(
    runNamed(evidence, run).events.find((event) => event.type === type),
    type,
  );
}

/** Tells of a call's end otherwise. */
function complete(evidence: Evidence, run: string, status: string, code?: string): void {
  const event = eventOf(evidence, run, 'tool_call.completed');
  const result = code === undefined ? {} : { result: { error: { code } } };
  event.data = { ...event.data, status, ...result };
  const call = found(runNamed(evidence, run).trace.turns[0]?.tool_calls[0]);
  call.status = status === 'ok' ? 'ok' : 'failed';
}

it('finds nothing in the record of a good run', () => {
  expect(findings(() => undefined)).toEqual([]);
});

describe('messages and replies', () => {
  it('tells of a run that is still open', () => {
    breaks('accepted-messages', /still running/, (evidence) => {
      Object.assign(runNamed(evidence, 'plain').run, { state: 'running', terminal: false });
    });
  });

  it('tells of an accepted message that is not stored, or has no run', () => {
    breaks('accepted-messages', /stored 0 times/, ({ threads }) => {
      found(threads[0]).messages.splice(0, 1);
    });
    breaks('accepted-messages', /has no run/, ({ journal }) => {
      found(journal.messages[0]).run_id = 'another';
    });
  });

  it('tells of a message that is stored twice, though its client never had an answer', () => {
    breaks('accepted-messages', /stored 2 times/, ({ journal, threads }) => {
      found(journal.messages[0]).fate = unknown;
      const { messages } = found(threads[0]);
      messages.push({ ...found(messages[0]), id: 'copy', run_id: 'paying', seq: 99 });
    });
  });

  it('tells of a message that was refused and stored all the same', () => {
    breaks('accepted-messages', /refused/, ({ journal }) => {
      found(journal.messages[0]).fate = refused;
    });
  });

  it('tells of a reply that is missing, there twice, or another one', () => {
    breaks('replies', /0 replies/, ({ threads }) => {
      found(threads[0]).messages.splice(1, 1);
    });
    breaks('replies', /2 replies/, ({ threads }) => {
      const { messages } = found(threads[0]);
      messages.push({ ...found(messages[1]), id: 'copy', seq: 99 });
    });
    breaks('replies', /not "plain reply"/, ({ threads }) => {
      found(found(threads[0]).messages[1]).content = 'something else';
    });
    breaks('replies', /before its message/, ({ threads }) => {
      found(found(threads[0]).messages[1]).seq = 0;
    });
  });

  it('tells of a run that failed, or was closed, without its people or its script wanting it', () => {
    breaks('endings', /internal_error/, (evidence) => {
      const { run } = runNamed(evidence, 'plain');
      delete run.reason;
      Object.assign(run, { state: 'failed', error: { code: 'internal_error', message: '' } });
    });
    breaks('endings', /closed \(cancelled\), not finished/, (evidence) => {
      runNamed(evidence, 'plain').run.reason = 'cancelled';
    });
  });
});

describe('calls', () => {
  it('tells of a pending call of a terminal run', () => {
    breaks('settled-calls', /pending/, (evidence) => {
      found(runNamed(evidence, 'booking').trace.turns[0]?.tool_calls[0]).status = 'pending';
    });
  });

  it('tells of a call that was told as started and never as completed, or twice', () => {
    breaks('settled-calls', /completed 0 times/, (evidence) => {
      const run = runNamed(evidence, 'booking');
      run.events = run.events.filter(({ type }) => type !== 'tool_call.completed');
    });
    breaks('settled-calls', /completed 2 times/, (evidence) => {
      const run = runNamed(evidence, 'booking');
      run.events.push(eventOf(evidence, 'booking', 'tool_call.completed'));
    });
  });

  it('tells of a call whose event and trace differ', () => {
    breaks('settled-calls', /ok in the trace and failed/, (evidence) => {
      complete(evidence, 'booking', 'failed', 'host_error');
      found(runNamed(evidence, 'booking').trace.turns[0]?.tool_calls[0]).status = 'ok';
    });
  });

  it.each(['cancelled', 'expired', 'internal_error'])('tells of a sent call that is told as %s', (code) => {
    breaks('sent-calls', new RegExp(`failed ${code}`), (evidence) => {
      complete(evidence, 'paying', 'failed', code);
    });
  });

  it('tells of a sent call that is told as declined, or with an answer that the host did not give', () => {
    breaks('sent-calls', /declined/, (evidence) => complete(evidence, 'paying', 'declined'));
    breaks('sent-calls', /not an answer of the host/, (evidence) => {
      const event = eventOf(evidence, 'paying', 'tool_call.completed');
      event.data = { ...event.data, result: { word: 'made up' } };
    });
  });

  it('tells of an answer that was thrown away, unless a worker was out of order', () => {
    const unknownOutcome = (evidence: Evidence) => complete(evidence, 'paying', 'failed', 'outcome_unknown');
    breaks('sent-calls', /thrown away/, unknownOutcome);
    breaks('sent-calls', /thrown away/, (evidence) => {
      unknownOutcome(evidence);
      evidence.faults.push({ part: 'mongodb', kind: 'freeze', from: epoch + 500, until: epoch + 790 });
    });
    const excused = findings((evidence) => {
      unknownOutcome(evidence);
      evidence.faults.push({ part: 'worker-2', kind: 'freeze', from: epoch + 500, until: epoch + 790 });
    });
    expect(excused).toEqual([]);
  });

  it('takes a time-out for what it is only where the host was silent', () => {
    breaks('sent-calls', /timeout/, (evidence) => complete(evidence, 'paying', 'failed', 'timeout'));
    const silent = findings((evidence) => {
      complete(evidence, 'paying', 'failed', 'timeout');
      const request = found(evidence.host[0]);
      delete request.answered_at;
      request.ended_at = epoch + 790;
      request.step = { do: 'silent', delayMs: 0 };
    });
    expect(silent).toEqual([]);
  });

  it('tells of a call that no event tells of', () => {
    breaks('sent-calls', /no event tells of/, ({ host }) => {
      found(host[0]).key = 'unheard of';
    });
  });

  it('tells of a call that may not be repeated and was', () => {
    breaks('repeated-calls', /2 times, and once/, ({ host }) => {
      const request = found(host[0]);
      host.push({ ...request, at: request.at + 10 });
    });
  });

  it('tells of a repetition after an answer that leaves open whether it had an effect', () => {
    const asHold = (status: number) => (evidence: Evidence) => {
      for (const request of evidence.host.slice(1)) request.path = '/hold';
      const first = found(evidence.host[1]);
      first.step = { do: 'answer', status, delayMs: 0, ...(status === 503 ? { retryAfterSeconds: 1 } : {}) };
    };
    breaks('repeated-calls', /again after/, asHold(500));
    expect(findings(asHold(429))).toEqual([]);
    expect(findings(asHold(503))).toEqual([]);
  });

  it('tells of attempts with different keys, another subject, other arguments, or too many of them', () => {
    breaks('repeated-calls', /2 keys/, ({ host }) => {
      found(host[2]).key = 'another';
    });
    breaks('repeated-calls', /another subject/, ({ host }) => {
      found(host[2]).subject = 'bo';
    });
    breaks('repeated-calls', /other arguments/, ({ host }) => {
      found(host[2]).body = { mark: 'm3 call', plan: '200' };
    });
    breaks('repeated-calls', /6 times/, ({ host }) => {
      for (let count = 0; count < 4; count += 1) host.push({ ...found(host[2]) });
    });
  });
});

describe('people', () => {
  it('tells of two decisions that were accepted', () => {
    breaks('decisions', /2 of 2 decisions/, ({ journal }) => {
      found(journal.decisions[1]).fate = accepted(520);
    });
  });

  it('tells of a write that was rejected, or that nobody decided, and executed', () => {
    breaks('decisions', /nobody approved/, ({ journal }) => {
      found(journal.decisions[0]).decision = 'reject';
    });
    breaks('decisions', /nobody approved/, ({ journal }) => {
      journal.decisions.splice(0);
    });
    breaks('decisions', /before it was approved/, ({ journal }) => {
      found(journal.decisions[0]).sent_at = epoch + 650;
    });
  });

  it('tells of a write that was executed otherwise than it was shown', () => {
    breaks('decisions', /otherwise than it was shown/, ({ journal }) => {
      for (const { shown } of journal.decisions) shown.fields['amount'] = '13';
    });
  });

  it('tells of a decision that is accepted and not carried out, and of a call for which nobody wins', () => {
    breaks('decisions', /approve, and the call is declined/, (evidence) =>
      complete(evidence, 'paying', 'declined'),
    );
    breaks('decisions', /every decision was refused/, ({ journal, host }) => {
      for (const decision of journal.decisions) decision.fate = refused;
      host.splice(0, 1);
    });
  });

  it('tells of an outcome that is lost, replaced, or nobody’s', () => {
    const outcomeOf = (evidence: Evidence) =>
      found(runNamed(evidence, 'signing').trace.turns[0]?.tool_calls[0]);
    breaks('outcomes', /none is recorded/, (evidence) => {
      delete outcomeOf(evidence).outcome;
    });
    breaks('outcomes', /nobody told/, (evidence) => {
      outcomeOf(evidence).outcome = { state: 'occurred', detail: {}, created_at: iso(0) };
    });
    breaks('outcomes', /failed is recorded/, (evidence) => {
      outcomeOf(evidence).outcome = { state: 'failed', detail: { word: 'w-sign' }, created_at: iso(0) };
    });
    breaks('outcomes', /later outcome/, ({ journal }) => {
      const first = found(journal.outcomes[0]);
      journal.outcomes.push({ ...first, word: 'earlier', sent_at: epoch + 3_000, fate: accepted(3_100) });
    });
  });

  it('tells of a run that goes on after its cancel', () => {
    const cancelAt = (ms: number) => (evidence: Evidence) => {
      evidence.journal.cancels.push({
        run_id: 'booking',
        sent_at: epoch + ms,
        fate: accepted(ms),
        state: 'running',
      });
      runNamed(evidence, 'booking').run.closed_at = iso(2_500);
    };
    breaks('cancels', /went on for/, (evidence) => {
      cancelAt(-9_000)(evidence);
    });
    breaks('cancels', /host got a call/, (evidence) => {
      cancelAt(-3_000)(evidence);
    });
    expect(findings(cancelAt(1_500))).toEqual([]);
  });
});

describe('events', () => {
  it('tells of a gap, a second end, and an end that is not the last', () => {
    breaks('event-order', /its events are 1, 3/, (evidence) => {
      runNamed(evidence, 'plain').events.splice(1, 1);
    });
    breaks('event-order', /2 events tell its end/, (evidence) => {
      const { events } = runNamed(evidence, 'plain');
      events.push({ ...eventOf(evidence, 'plain', 'run.completed'), id: 'evt_again', seq: 4 });
    });
    breaks('event-order', /its last event is message.completed/, (evidence) => {
      runNamed(evidence, 'plain').events.splice(2, 1);
    });
    breaks('event-order', /its reason is handoff/, (evidence) => {
      runNamed(evidence, 'plain').run.reason = 'handoff';
    });
    breaks('event-order', /one id/, (evidence) => {
      const { events } = runNamed(evidence, 'plain');
      found(events[1]).id = found(events[0]).id;
    });
  });

  it('tells of an event that an endpoint did not take, did not ask for, or could not trust', () => {
    breaks('webhook-deliveries', /did not get run.started, 1/, ({ deliveries }) => {
      found(deliveries[0]).accepted = false;
    });
    breaks('webhook-deliveries', /did not ask for/, ({ endpoints }) => {
      found(endpoints[0]).events = ['run.completed'];
    });
    breaks('webhook-deliveries', /bad signature/, ({ deliveries }) => {
      found(deliveries[0]).signed = false;
    });
    breaks('webhook-deliveries', /not stored so/, ({ deliveries }) => {
      const delivery = found(deliveries[0]);
      delivery.event = { ...delivery.event, seq: 7 };
    });
  });

  it('tells of what a follower missed, saw twice, saw in another order, or should not have seen', () => {
    const eventsSeen = (evidence: Evidence) => found(evidence.followed[0]).events;
    breaks('followed-threads', /did not see run.started, 1/, (evidence) => {
      eventsSeen(evidence).splice(0, 1);
    });
    breaks('followed-threads', /1 events twice/, (evidence) => {
      eventsSeen(evidence).push(found(eventsSeen(evidence)[0]));
    });
    breaks('followed-threads', /in the order 2, 1, 3/, (evidence) => {
      const [first, second] = eventsSeen(evidence);
      eventsSeen(evidence).splice(0, 2, found(second), found(first));
    });
    breaks('followed-threads', /is not stored/, (evidence) => {
      eventsSeen(evidence).push({ id: 'evt_ghost', type: 'run.started', run_id: 'plain', seq: 9 });
    });
  });
});

describe('threads', () => {
  it('tells of a run that begins before the one before it is done', () => {
    breaks('thread-order', /before booking was done/, (evidence) => {
      const run = runNamed(evidence, 'signing');
      run.events = run.events.map((event) =>
        event.seq === 1 ? event : { ...event, created_at: iso(2_450) },
      );
    });
  });

  it('lets a run begin while an older one is paused', () => {
    const paused = findings((evidence) => {
      const { events } = runNamed(evidence, 'paying');
      for (const event of events.slice(2)) event.created_at = iso(2_600);
      runNamed(evidence, 'paying').run.closed_at = iso(2_600);
    });
    expect(paused).toEqual([]);
  });

  it('tells of two runs that have calls at the host at once', () => {
    breaks('thread-order', /while it had one of booking/, ({ host }) => {
      host.push({ ...found(host[0]), run_id: 'signing', at: epoch + 2_050, key: 'other' });
    });
  });

  it('does not count a connection that outlives the time of its call', () => {
    const stale = findings(({ host }) => {
      const payment = found(host[0]);
      payment.at = epoch + 500 - callTimeoutSeconds * 1000;
      delete payment.answered_at;
    });
    expect(stale.filter((finding) => finding.startsWith('thread-order'))).toEqual([]);
  });
});

describe('money', () => {
  it('tells of a ledger that does not sum to the balance, or whose lines do not follow', () => {
    breaks('money', /ledger sums to/, ({ credits }) => {
      credits.balance += 1;
    });
    breaks('money', /does not follow/, ({ ledger }) => {
      found(ledger[1]).balance += 1;
    });
  });

  it('tells of a turn that is charged twice or not, and of charges for nobody', () => {
    breaks('money', /1 turns are charged 2 times/, ({ ledger }) => {
      ledger.push({ ...found(ledger.find(({ ref }) => ref === 'plain')) });
    });
    breaks('money', /1 turns are charged 0 times/, ({ ledger }) => {
      ledger.splice(
        ledger.findIndex(({ ref }) => ref === 'plain'),
        1,
      );
    });
    breaks('money', /does not exist/, ({ ledger }) => {
      found(ledger.find(({ ref }) => ref === 'plain')).ref = 'nobody';
    });
  });

  it('tells of a run whose price is not what its turns and calls cost', () => {
    breaks('money', /it cost 5/, (evidence) => {
      runNamed(evidence, 'plain').run.cost_credits = 5;
    });
    breaks('money', /1 priced calls cost what they should not/, (evidence) => {
      found(runNamed(evidence, 'plain').trace.turns[0]).tool_calls.push(tracedCallOf('quote', { args: {} }));
    });
  });

  it('tells of credits that are held when every run has ended', () => {
    breaks('money', /0.5 credits are held/, ({ credits }) => {
      credits.held = 0.5;
    });
  });

  it('tells of a keyed lookup that is charged twice or not; one without an answer may be charged', () => {
    breaks('keyed-lookups', /and 2 are charged/, ({ ledger }) => {
      ledger.push({ ...found(ledger[0]) });
    });
    breaks('keyed-lookups', /and 0 are charged/, ({ ledger }) => {
      ledger.splice(0, 1);
    });
    const unanswered = findings(({ journal }) => {
      const lookup = found(journal.lookups[0]);
      lookup.fate = unknown;
      delete lookup.result;
    });
    expect(unanswered).toEqual([]);
  });
});

describe('time and processes', () => {
  it('tells of a workflow that outlives its run', () => {
    breaks('open-workflows', /its workflow is open/, ({ openWorkflows }) => {
      openWorkflows.push('plain');
    });
  });

  it('tells of a run that stands still while everything is in order, not of one that waits for a fault to end', () => {
    const late = (evidence: Evidence) => {
      const { run } = runNamed(evidence, 'signing');
      run.closed_at = iso(45_000);
      const { events } = runNamed(evidence, 'signing');
      for (const event of events.slice(4)) event.created_at = iso(45_000);
    };
    breaks('waits', /41.5 s/, late);
    const faulty = findings((evidence) => {
      late(evidence);
      evidence.faults.push({ part: 'mongodb', kind: 'freeze', from: epoch + 20_000, until: epoch + 30_000 });
    });
    expect(faulty).toEqual([]);
  });

  it('does not take the time of people, or of other runs of the thread, for waiting', () => {
    const slowly = findings((evidence) => {
      const { run, events } = runNamed(evidence, 'signing');
      run.closed_at = iso(60_000);
      for (const event of events.slice(3)) event.created_at = iso(60_000);
    });
    expect(slowly).toEqual([]);
    const inLine = findings((evidence) => {
      const signing = runNamed(evidence, 'signing');
      signing.run.closed_at = iso(45_000);
      for (const event of signing.events.slice(1)) event.created_at = iso(45_000);
      const booking = runNamed(evidence, 'booking');
      booking.run.closed_at = iso(25_000);
      for (const event of booking.events.slice(2)) event.created_at = iso(25_000);
    });
    expect(inLine).toEqual([]);
  });

  it('tells of a process of the service that ended by itself', () => {
    const endedOf = (part: 'worker-1' | 'temporal') =>
      findings(({ faults }) => {
        faults.push({ part, kind: 'ended by itself', from: epoch, until: epoch + 1, how: 'exit code 1' });
      });
    expect(endedOf('worker-1')).toEqual([expect.stringMatching(/^processes: worker-1 ended by itself/)]);
    expect(endedOf('temporal')).toEqual([]);
  });

  it('tells of answers that nothing explains', () => {
    breaks('odd-answers', /GET \/v1\/x: 500 internal_error/, ({ journal }) => {
      journal.oddAnswers.push({
        method: 'GET',
        path: '/v1/x',
        status: 500,
        code: 'internal_error',
        at: epoch,
      });
    });
  });
});
