import { describe, expect, it } from 'vitest';
import { findViolations } from '#chaos/checks/all-checks.ts';
import type { Evidence } from '#chaos/evidence/evidence.ts';
import type { Fate } from '#chaos/journal/journal.ts';
import { callTimeoutSeconds } from '#chaos/load/patches.ts';
import { epoch, evidenceOfAGoodRun, found, runNamed, tracedCallOf } from '../evidence-of-a-good-run.ts';

/** What the checks find when something in the record of a good run is otherwise. */
function findings(change: (evidence: Evidence) => void): string[] {
  const evidence = evidenceOfAGoodRun();
  change(evidence);
  return findViolations(evidence).map(({ rule, what }) => `${rule}: ${what}`);
}

/** A breach of this rule, told in words that match; of other rules as well where one fault breaks several. */
function breachOf(rule: string, words: RegExp): unknown {
  return expect.arrayContaining([expect.stringMatching(new RegExp(`^${rule}: .*${words.source}`))]);
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
    expect(
      findings((evidence) => {
        Object.assign(runNamed(evidence, 'plain').run, { state: 'running', terminal: false });
      }),
    ).toEqual(breachOf('accepted-messages', /still running/));
  });

  it('tells of an accepted message that is not stored, or has no run', () => {
    expect(
      findings(({ threads }) => {
        found(threads[0]).messages.splice(0, 1);
      }),
    ).toEqual(breachOf('accepted-messages', /stored 0 times/));
    expect(
      findings(({ journal }) => {
        found(journal.messages[0]).run_id = 'another';
      }),
    ).toEqual(breachOf('accepted-messages', /has no run/));
  });

  it('tells of a message that is stored twice, though its client never had an answer', () => {
    expect(
      findings(({ journal, threads }) => {
        found(journal.messages[0]).fate = unknown;
        const { messages } = found(threads[0]);
        messages.push({ ...found(messages[0]), id: 'copy', run_id: 'paying', seq: 99 });
      }),
    ).toEqual(breachOf('accepted-messages', /stored 2 times/));
  });

  it('tells of a message that was refused and stored all the same', () => {
    expect(
      findings(({ journal }) => {
        found(journal.messages[0]).fate = refused;
      }),
    ).toEqual(breachOf('accepted-messages', /refused/));
  });

  it('tells of a reply that is missing, there twice, or another one', () => {
    expect(
      findings(({ threads }) => {
        found(threads[0]).messages.splice(1, 1);
      }),
    ).toEqual(breachOf('replies', /0 replies/));
    expect(
      findings(({ threads }) => {
        const { messages } = found(threads[0]);
        messages.push({ ...found(messages[1]), id: 'copy', seq: 99 });
      }),
    ).toEqual(breachOf('replies', /2 replies/));
    expect(
      findings(({ threads }) => {
        found(found(threads[0]).messages[1]).content = 'something else';
      }),
    ).toEqual(breachOf('replies', /not "plain reply"/));
    expect(
      findings(({ threads }) => {
        found(found(threads[0]).messages[1]).seq = 0;
      }),
    ).toEqual(breachOf('replies', /before its message/));
  });

  it('tells of a run that failed, or was closed, without its people or its script wanting it', () => {
    expect(
      findings((evidence) => {
        const { run } = runNamed(evidence, 'plain');
        delete run.reason;
        Object.assign(run, { state: 'failed', error: { code: 'internal_error', message: '' } });
      }),
    ).toEqual(breachOf('endings', /internal_error/));
    expect(
      findings((evidence) => {
        runNamed(evidence, 'plain').run.reason = 'cancelled';
      }),
    ).toEqual(breachOf('endings', /closed \(cancelled\), not finished/));
  });
});

describe('calls', () => {
  it('tells of a pending call of a terminal run', () => {
    expect(
      findings((evidence) => {
        found(runNamed(evidence, 'booking').trace.turns[0]?.tool_calls[0]).status = 'pending';
      }),
    ).toEqual(breachOf('settled-calls', /pending/));
  });

  it('tells of a call that was told as started and never as completed, or twice', () => {
    expect(
      findings((evidence) => {
        const run = runNamed(evidence, 'booking');
        run.events = run.events.filter(({ type }) => type !== 'tool_call.completed');
      }),
    ).toEqual(breachOf('settled-calls', /completed 0 times/));
    expect(
      findings((evidence) => {
        const run = runNamed(evidence, 'booking');
        run.events.push(eventOf(evidence, 'booking', 'tool_call.completed'));
      }),
    ).toEqual(breachOf('settled-calls', /completed 2 times/));
  });

  it('tells of a call whose event and trace differ', () => {
    expect(
      findings((evidence) => {
        complete(evidence, 'booking', 'failed', 'host_error');
        found(runNamed(evidence, 'booking').trace.turns[0]?.tool_calls[0]).status = 'ok';
      }),
    ).toEqual(breachOf('settled-calls', /ok in the trace and failed/));
  });

  it.each(['cancelled', 'expired', 'internal_error'])('tells of a sent call that is told as %s', (code) => {
    expect(
      findings((evidence) => {
        complete(evidence, 'paying', 'failed', code);
      }),
    ).toEqual(breachOf('sent-calls', new RegExp(`failed ${code}`)));
  });

  it('tells of a sent call that is told as declined, or with an answer that the host did not give', () => {
    expect(findings((evidence) => complete(evidence, 'paying', 'declined'))).toEqual(
      breachOf('sent-calls', /declined/),
    );
    expect(
      findings((evidence) => {
        const event = eventOf(evidence, 'paying', 'tool_call.completed');
        event.data = { ...event.data, result: { word: 'made up' } };
      }),
    ).toEqual(breachOf('sent-calls', /not an answer of the host/));
  });

  it('tells of an answer that was thrown away, unless a worker was out of order', () => {
    const unknownOutcome = (evidence: Evidence) => complete(evidence, 'paying', 'failed', 'outcome_unknown');
    expect(findings(unknownOutcome)).toEqual(breachOf('sent-calls', /thrown away/));
    expect(
      findings((evidence) => {
        unknownOutcome(evidence);
        evidence.faults.push({ part: 'mongodb', kind: 'freeze', from: epoch + 500, until: epoch + 790 });
      }),
    ).toEqual(breachOf('sent-calls', /thrown away/));
    const excused = findings((evidence) => {
      unknownOutcome(evidence);
      evidence.faults.push({ part: 'worker-2', kind: 'freeze', from: epoch + 500, until: epoch + 790 });
    });
    expect(excused).toEqual([]);
  });

  it('tells of an answer that a worker threw away because it was told to stop, unless a server was away as well', () => {
    const restart = { part: 'worker-2', kind: 'restart', from: epoch + 500, until: epoch + 790 } as const;
    const unknownWhile = (...faults: Evidence['faults']) =>
      findings((evidence) => {
        complete(evidence, 'paying', 'failed', 'outcome_unknown');
        evidence.faults.push(...faults);
      });
    expect(unknownWhile(restart)).toEqual(breachOf('sent-calls', /thrown away/));
    expect(unknownWhile(restart, { ...restart, part: 'mongodb', kind: 'freeze' })).toEqual([]);
  });

  it('tells of a process that was told to stop and did not end in order, unless a server was away', () => {
    const restart = { part: 'api-1', kind: 'restart', from: epoch, until: epoch + 100 } as const;
    const findingsOf = (...faults: Evidence['faults']) =>
      findings((evidence) => void evidence.faults.push(...faults));
    expect(findingsOf({ ...restart, how: 'exit code 0' })).toEqual([]);
    expect(findingsOf({ ...restart, how: 'exit code 1' })).toEqual(
      breachOf('processes', /did not end in order/),
    );
    const away = { ...restart, part: 'temporal', kind: 'kill' } as const;
    expect(findingsOf({ ...restart, how: 'exit code 1' }, away)).toEqual([]);
  });

  it('takes a time-out for what it is only where the host was silent', () => {
    expect(findings((evidence) => complete(evidence, 'paying', 'failed', 'timeout'))).toEqual(
      breachOf('sent-calls', /timeout/),
    );
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
    expect(
      findings(({ host }) => {
        found(host[0]).key = 'unheard of';
      }),
    ).toEqual(breachOf('sent-calls', /no event tells of/));
  });

  it('tells of a call that may not be repeated and was', () => {
    expect(
      findings(({ host }) => {
        const request = found(host[0]);
        host.push({ ...request, at: request.at + 10 });
      }),
    ).toEqual(breachOf('repeated-calls', /2 times, and once/));
  });

  it('tells of a repetition after an answer that leaves open whether it had an effect', () => {
    const asHold = (status: number) => (evidence: Evidence) => {
      for (const request of evidence.host.slice(1)) request.path = '/hold';
      const first = found(evidence.host[1]);
      first.step = { do: 'answer', status, delayMs: 0, ...(status === 503 ? { retryAfterSeconds: 1 } : {}) };
    };
    expect(findings(asHold(500))).toEqual(breachOf('repeated-calls', /again after/));
    expect(findings(asHold(429))).toEqual([]);
    expect(findings(asHold(503))).toEqual([]);
  });

  it('tells of attempts with different keys, another subject, other arguments, or too many of them', () => {
    expect(
      findings(({ host }) => {
        found(host[2]).key = 'another';
      }),
    ).toEqual(breachOf('repeated-calls', /2 keys/));
    expect(
      findings(({ host }) => {
        found(host[2]).subject = 'bo';
      }),
    ).toEqual(breachOf('repeated-calls', /another subject/));
    expect(
      findings(({ host }) => {
        found(host[2]).body = { mark: 'm3 call', plan: '200' };
      }),
    ).toEqual(breachOf('repeated-calls', /other arguments/));
    expect(
      findings(({ host }) => {
        for (let count = 0; count < 4; count += 1) host.push({ ...found(host[2]) });
      }),
    ).toEqual(breachOf('repeated-calls', /6 times/));
  });
});

describe('people', () => {
  it('tells of two decisions that were accepted', () => {
    expect(
      findings(({ journal }) => {
        found(journal.decisions[1]).fate = accepted(520);
      }),
    ).toEqual(breachOf('decisions', /2 of 2 decisions/));
  });

  it('tells of a write that was rejected, or that nobody decided, and executed', () => {
    expect(
      findings(({ journal }) => {
        found(journal.decisions[0]).decision = 'reject';
      }),
    ).toEqual(breachOf('decisions', /nobody approved/));
    expect(
      findings(({ journal }) => {
        journal.decisions.splice(0);
      }),
    ).toEqual(breachOf('decisions', /nobody approved/));
    expect(
      findings(({ journal }) => {
        found(journal.decisions[0]).sent_at = epoch + 650;
      }),
    ).toEqual(breachOf('decisions', /before it was approved/));
  });

  it('tells of a write that was executed otherwise than it was shown', () => {
    expect(
      findings(({ journal }) => {
        for (const { shown } of journal.decisions) shown.fields['amount'] = '13';
      }),
    ).toEqual(breachOf('decisions', /otherwise than it was shown/));
  });

  it('tells of a decision that is accepted and not carried out, and of a call for which nobody wins', () => {
    expect(findings((evidence) => complete(evidence, 'paying', 'declined'))).toEqual(
      breachOf('decisions', /approve, and the call is declined/),
    );
    expect(
      findings(({ journal, host }) => {
        for (const decision of journal.decisions) decision.fate = refused;
        host.splice(0, 1);
      }),
    ).toEqual(breachOf('decisions', /every decision was refused/));
  });

  it('tells of an outcome that is lost, replaced, or nobody’s', () => {
    const outcomeOf = (evidence: Evidence) =>
      found(runNamed(evidence, 'signing').trace.turns[0]?.tool_calls[0]);
    expect(
      findings((evidence) => {
        delete outcomeOf(evidence).outcome;
      }),
    ).toEqual(breachOf('outcomes', /none is recorded/));
    expect(
      findings((evidence) => {
        outcomeOf(evidence).outcome = { state: 'occurred', detail: {}, created_at: iso(0) };
      }),
    ).toEqual(breachOf('outcomes', /nobody told/));
    expect(
      findings((evidence) => {
        outcomeOf(evidence).outcome = { state: 'failed', detail: { word: 'w-sign' }, created_at: iso(0) };
      }),
    ).toEqual(breachOf('outcomes', /failed is recorded/));
    expect(
      findings(({ journal }) => {
        const first = found(journal.outcomes[0]);
        journal.outcomes.push({ ...first, word: 'earlier', sent_at: epoch + 3_000, fate: accepted(3_100) });
      }),
    ).toEqual(breachOf('outcomes', /later outcome/));
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
    expect(
      findings((evidence) => {
        cancelAt(-9_000)(evidence);
      }),
    ).toEqual(breachOf('cancels', /went on for/));
    expect(
      findings((evidence) => {
        cancelAt(-3_000)(evidence);
      }),
    ).toEqual(breachOf('cancels', /host got a call/));
    expect(findings(cancelAt(1_500))).toEqual([]);
  });
});

describe('events', () => {
  it('tells of a gap, a second end, and an end that is not the last', () => {
    expect(
      findings((evidence) => {
        runNamed(evidence, 'plain').events.splice(1, 1);
      }),
    ).toEqual(breachOf('event-order', /its events are 1, 3/));
    expect(
      findings((evidence) => {
        const { events } = runNamed(evidence, 'plain');
        events.push({ ...eventOf(evidence, 'plain', 'run.completed'), id: 'evt_again', seq: 4 });
      }),
    ).toEqual(breachOf('event-order', /2 events tell its end/));
    expect(
      findings((evidence) => {
        runNamed(evidence, 'plain').events.splice(2, 1);
      }),
    ).toEqual(breachOf('event-order', /its last event is message.completed/));
    expect(
      findings((evidence) => {
        runNamed(evidence, 'plain').run.reason = 'handoff';
      }),
    ).toEqual(breachOf('event-order', /its reason is handoff/));
    expect(
      findings((evidence) => {
        const { events } = runNamed(evidence, 'plain');
        found(events[1]).id = found(events[0]).id;
      }),
    ).toEqual(breachOf('event-order', /one id/));
  });

  it('tells of an event that an endpoint did not take, did not ask for, or could not trust', () => {
    expect(
      findings(({ deliveries }) => {
        found(deliveries[0]).accepted = false;
      }),
    ).toEqual(breachOf('webhook-deliveries', /did not get run.started, 1/));
    expect(
      findings(({ endpoints }) => {
        found(endpoints[0]).events = ['run.completed'];
      }),
    ).toEqual(breachOf('webhook-deliveries', /did not ask for/));
    expect(
      findings(({ deliveries }) => {
        found(deliveries[0]).signed = false;
      }),
    ).toEqual(breachOf('webhook-deliveries', /bad signature/));
    expect(
      findings(({ deliveries }) => {
        const delivery = found(deliveries[0]);
        delivery.event = { ...delivery.event, seq: 7 };
      }),
    ).toEqual(breachOf('webhook-deliveries', /not stored so/));
  });

  it('tells of what a follower missed, saw twice, saw in another order, or should not have seen', () => {
    const eventsSeen = (evidence: Evidence) => found(evidence.followed[0]).events;
    expect(
      findings((evidence) => {
        eventsSeen(evidence).splice(0, 1);
      }),
    ).toEqual(breachOf('followed-threads', /did not see run.started, 1/));
    expect(
      findings((evidence) => {
        eventsSeen(evidence).push(found(eventsSeen(evidence)[0]));
      }),
    ).toEqual(breachOf('followed-threads', /1 events twice/));
    expect(
      findings((evidence) => {
        const [first, second] = eventsSeen(evidence);
        eventsSeen(evidence).splice(0, 2, found(second), found(first));
      }),
    ).toEqual(breachOf('followed-threads', /in the order 2, 1, 3/));
    expect(
      findings((evidence) => {
        eventsSeen(evidence).push({ id: 'evt_ghost', type: 'run.started', run_id: 'plain', seq: 9 });
      }),
    ).toEqual(breachOf('followed-threads', /is not stored/));
  });
});

describe('threads', () => {
  it('tells of a run that begins before the one before it is done', () => {
    expect(
      findings((evidence) => {
        const run = runNamed(evidence, 'signing');
        run.events = run.events.map((event) =>
          event.seq === 1 ? event : { ...event, created_at: iso(2_450) },
        );
      }),
    ).toEqual(breachOf('thread-order', /before booking was done/));
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
    expect(
      findings(({ host }) => {
        host.push({ ...found(host[0]), run_id: 'signing', at: epoch + 2_050, key: 'other' });
      }),
    ).toEqual(breachOf('thread-order', /while it had one of booking/));
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
    expect(
      findings(({ credits }) => {
        credits.balance += 1;
      }),
    ).toEqual(breachOf('money', /ledger sums to/));
    expect(
      findings(({ ledger }) => {
        found(ledger[1]).balance += 1;
      }),
    ).toEqual(breachOf('money', /does not follow/));
  });

  it('tells of a turn that is charged twice or not, and of charges for nobody', () => {
    expect(
      findings(({ ledger }) => {
        ledger.push({ ...found(ledger.find(({ ref }) => ref === 'plain')) });
      }),
    ).toEqual(breachOf('money', /1 turns are charged 2 times/));
    expect(
      findings(({ ledger }) => {
        ledger.splice(
          ledger.findIndex(({ ref }) => ref === 'plain'),
          1,
        );
      }),
    ).toEqual(breachOf('money', /1 turns are charged 0 times/));
    expect(
      findings(({ ledger }) => {
        found(ledger.find(({ ref }) => ref === 'plain')).ref = 'nobody';
      }),
    ).toEqual(breachOf('money', /does not exist/));
  });

  it('tells of a run whose price is not what its turns and calls cost', () => {
    expect(
      findings((evidence) => {
        runNamed(evidence, 'plain').run.cost_credits = 5;
      }),
    ).toEqual(breachOf('money', /it cost 5/));
    expect(
      findings((evidence) => {
        found(runNamed(evidence, 'plain').trace.turns[0]).tool_calls.push(
          tracedCallOf('quote', { args: {} }),
        );
      }),
    ).toEqual(breachOf('money', /1 priced calls cost what they should not/));
  });

  it('tells of credits that are held when every run has ended', () => {
    expect(
      findings(({ credits }) => {
        credits.held = 0.5;
      }),
    ).toEqual(breachOf('money', /0.5 credits are held/));
  });

  it('tells of a keyed lookup that is charged twice or not; one without an answer may be charged', () => {
    expect(
      findings(({ ledger }) => {
        ledger.push({ ...found(ledger[0]) });
      }),
    ).toEqual(breachOf('keyed-lookups', /and 2 are charged/));
    expect(
      findings(({ ledger }) => {
        ledger.splice(0, 1);
      }),
    ).toEqual(breachOf('keyed-lookups', /and 0 are charged/));
    const unanswered = findings(({ journal }) => {
      const lookup = found(journal.lookups[0]);
      lookup.fate = unknown;
      delete lookup.result;
    });
    expect(unanswered).toEqual([]);
  });

  it('tells of a keyed extraction that is charged twice or not; one without an answer may be charged', () => {
    expect(
      findings(({ journal }) => {
        journal.extractions.pop();
      }),
    ).toEqual(breachOf('keyed-extractions', /0 extractions were answered, and 1 are charged/));
    expect(
      findings(({ journal }) => {
        journal.extractions.push({ ...found(journal.extractions[0]) });
      }),
    ).toEqual(breachOf('keyed-extractions', /2 extractions were answered, and 1 are charged/));
    expect(findings(({ extractionEvents }) => void extractionEvents.pop())).toEqual(
      breachOf('keyed-extractions', /0 events, and 1 charges, differ/),
    );
    const unanswered = findings(({ journal }) => {
      found(journal.extractions[0]).fate = unknown;
    });
    expect(unanswered).toEqual([]);
  });
});

describe('tools of an MCP server', () => {
  /** The payment of the good run, as a tool of the MCP server. */
  const asTool = (evidence: Evidence, tool: string) => {
    const request = found(evidence.host.find(({ key }) => key === 'pay-call'));
    request.path = `/${tool}`;
    return request;
  };

  it('tells of a call that reached the server twice, unless its tool only reads', () => {
    const twice = (tool: string) =>
      findings((evidence) => void evidence.host.push({ ...asTool(evidence, tool) }));
    expect(twice('mcp_jot')).toEqual(breachOf('repeated-calls', /the host got it 2 times, and once/));
    expect(twice('mcp_transfer')).toEqual(breachOf('repeated-calls', /the host got it 2 times, and once/));
    expect(twice('mcp_look')).toEqual([]);
  });

  it('tells of a call that is told otherwise than the server answered it', () => {
    const told = findings((evidence) => {
      asTool(evidence, 'mcp_transfer');
      complete(evidence, 'paying', 'failed', 'outcome_unknown');
    });
    expect(told).toEqual(breachOf('sent-calls', /failed outcome_unknown: the answer was thrown away/));
  });

  it('tells of a gated tool that was called without an approval', () => {
    const executed = findings((evidence) => {
      asTool(evidence, 'mcp_transfer');
      evidence.journal.decisions = [];
    });
    expect(executed).toEqual(breachOf('decisions', /a write that nobody approved was executed/));
  });
});

describe('voice', () => {
  it('tells of a text that was made twice or metered otherwise than it was made', () => {
    const madeTwice = findings(({ journal, voice }) => {
      found(journal.spoken[1]).cache = 'miss';
      voice.characters = 10;
    });
    expect(madeTwice).toEqual(['speeches: hello: 2 requests are a miss']);
    expect(findings(({ voice }) => void (voice.characters = 10))).toEqual(
      breachOf('speeches', /10 characters are metered, and not 5/),
    );
    expect(findings(({ voice }) => void (voice.characters = 0))).toEqual(
      breachOf('speeches', /0 characters are metered, and not 5/),
    );
    expect(findings(({ journal }) => void (found(journal.spoken[0]).cache = 'hit'))).toEqual(
      breachOf('speeches', /hello: no request is a miss/),
    );
  });

  it('lets a text be metered again for a listener whose connection broke', () => {
    const again = findings(({ journal, voice }) => {
      found(journal.spoken[1]).attempts = 2;
      voice.characters = 10;
    });
    expect(again).toEqual([]);
    const thrice = findings(({ journal, voice }) => {
      found(journal.spoken[1]).attempts = 2;
      voice.characters = 15;
    });
    expect(thrice).toEqual(breachOf('speeches', /15 characters are metered, and not 5 to 10/));
  });

  it('tells of a listener who heard something else', () => {
    const heard = findings(({ journal }) => void (found(journal.spoken[1]).audio = 'AAAA'));
    expect(heard).toEqual(['speeches: hello: 1 listeners heard something else']);
  });

  it('tells of a recording that is metered twice or not; one without an answer may be metered', () => {
    expect(findings(({ voice }) => void (voice.seconds = 4))).toEqual(
      breachOf('speeches', /4 seconds of recordings are metered, and not 2/),
    );
    expect(findings(({ voice }) => void (voice.seconds = 0))).toEqual(
      breachOf('speeches', /0 seconds of recordings are metered/),
    );
    const unanswered = findings(({ journal, voice }) => {
      found(journal.transcriptions[0]).fate = unknown;
      voice.seconds = 0;
    });
    expect(unanswered).toEqual([]);
  });
});

describe('messages through MCP', () => {
  it('tells of a run that get_run does not show, shows as open, or with another reply', () => {
    const shown = (change: (run: { terminal: boolean; state: string; reply?: string | undefined }) => void) =>
      findings(({ mcpRuns }) => change(found(mcpRuns.get('plain'))));
    expect(findings(({ mcpRuns }) => mcpRuns.clear())).toEqual(['mcp-messages: get_run does not show it']);
    expect(shown((run) => Object.assign(run, { terminal: false, state: 'running' }))).toEqual([
      'mcp-messages: get_run shows it as running',
    ]);
    expect(shown((run) => void delete run.reply)).toEqual(
      breachOf('mcp-messages', /get_run shows the reply undefined, not "plain reply"/),
    );
  });

  it('tells of a message that led to two runs under one key', () => {
    const twice = findings(({ journal }) => {
      journal.mcpMessages.push({ ...found(journal.mcpMessages[0]) });
    });
    expect(twice).toEqual(breachOf('mcp-messages', /one key led to several runs/));
  });
});

describe('erasures', () => {
  it('tells of an erasure that is not completed', () => {
    const running = findings(({ erasures }) => {
      const { erasure } = found(erasures[0]);
      erasure.status = 'running';
      delete erasure.completed_at;
    });
    expect(running).toEqual(breachOf('erasures', /the erasure erasure is still running/));
  });

  it('tells of what is left of an erased subject, unless the subject went on after its erasure', () => {
    const leave = ({ erasures }: Evidence) => {
      found(erasures[0]).left.push('events evt_1', 'GET /v1/loom/threads/erased');
    };
    expect(findings(leave)).toEqual(
      breachOf('erasures', /gone-m5: left by the erasure erasure: events evt_1, GET/),
    );
    const anew = findings((evidence) => {
      leave(evidence);
      found(evidence.erasures[0]).quiet_at = epoch + 4_001;
    });
    expect(anew).toEqual([]);
  });

  it('expects nothing of an erased subject to be found, and everything of the others', () => {
    const notErased = findings(({ journal }) => void journal.erasures.pop());
    expect(notErased).toEqual(breachOf('money', /a run is charged that does not exist/));
    expect(notErased).toEqual(breachOf('sent-calls', /the host got a call that no event tells of/));
    expect(notErased).toEqual(breachOf('webhook-deliveries', /got an event that is not stored so/));
    const repeated = findings(({ host }) => {
      host.push(found(host.find(({ key }) => key === 'erased-call')));
    });
    expect(repeated).toEqual(breachOf('repeated-calls', /the host got it 2 times, and once is all it may/));
  });
});

describe('time and processes', () => {
  it.each(['RUNNING', 'FAILED', 'CANCELLED', 'TERMINATED'])(
    'tells of a workflow that is %s though its run is closed',
    (status) => {
      const found = findings(({ workflows }) => void workflows.set('plain', status));
      expect(found).toEqual(breachOf('workflows', new RegExp(`its workflow is ${status}`)));
    },
  );

  it('tells of a run without a workflow, unless Temporal was restored after its end', () => {
    const forget = ({ workflows }: Evidence) => void workflows.delete('plain');
    expect(findings(forget)).toEqual(breachOf('workflows', /its workflow is missing/));
    const restored = findings((evidence) => {
      forget(evidence);
      const until = epoch + 3_600_000;
      evidence.faults.push({ part: 'temporal', kind: 'restore', from: until - 1000, until });
    });
    expect(restored).toEqual([]);
  });

  it('tells of a run that stands still while everything is in order, not of one that waits for a fault to end', () => {
    const late = (evidence: Evidence) => {
      const { run } = runNamed(evidence, 'signing');
      run.closed_at = iso(45_000);
      const { events } = runNamed(evidence, 'signing');
      for (const event of events.slice(4)) event.created_at = iso(45_000);
    };
    expect(findings(late)).toEqual(breachOf('waits', /41.5 s/));
    const faulty = findings((evidence) => {
      late(evidence);
      evidence.faults.push({ part: 'mongodb', kind: 'freeze', from: epoch + 20_000, until: epoch + 30_000 });
    });
    expect(faulty).toEqual([]);
  });

  it('tells of a paused run whose cancel nobody reacts to', () => {
    const cancelled = (evidence: Evidence) => {
      const { run, events } = runNamed(evidence, 'signing');
      run.closed_at = iso(60_000);
      for (const event of events.slice(3)) event.created_at = iso(60_000);
      evidence.journal.cancels.push({ run_id: 'signing', sent_at: epoch + 5_000, fate: accepted(5_000) });
    };
    expect(findings(cancelled)).toEqual(breachOf('waits', /55.0 s/));
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
    expect(
      findings(({ journal }) => {
        journal.oddAnswers.push({
          method: 'GET',
          path: '/v1/x',
          status: 500,
          code: 'internal_error',
          at: epoch,
        });
      }),
    ).toEqual(breachOf('odd-answers', /GET \/v1\/x: 500 internal_error/));
  });
});
