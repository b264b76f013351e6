import { expect, it } from 'vitest';
import type { Message, Thread, ThreadEvent, Trace } from '#console/api/schema.ts';
import { emptyLog, receive } from '#console/conversation/thread-log.ts';
import { type Known, missingOf, wholeTimeline } from '#console/conversation/whole-timeline.ts';
import { hasEarlier } from '#console/conversation/whole-runs.ts';
import { delta, storedEvent } from './stored-event.ts';

let seq = 0;
const message = (role: 'user' | 'assistant', run: string, content: string, created_at: string): Message => ({
  id: `m${(seq += 1)}`,
  role,
  content,
  parts: null,
  run_id: run,
  seq,
  created_at,
});
const call = { tool_call_id: 'c', patch_ref: 'pay@1', name: 'pay', args: {} };
const held = { ...call, summary: { title: 'Pay 5 EUR' }, risk: 'high' };

/** A run that asks, calls and replies: its messages and its events. */
function told(run: string) {
  const started = storedEvent('run.started', {}, { run, seq: 1 });
  const called = storedEvent('tool_call.started', { ...call, tool_call_id: run }, { run, seq: 2 });
  const ended = storedEvent('run.completed', {}, { run, seq: 3 });
  const question = message('user', run, `ask ${run}`, started.created_at);
  const reply = message('assistant', run, `reply ${run}`, ended.created_at);
  return { messages: [question, reply], events: [started, called, ended] };
}

const known = (messages: Message[], events: ThreadEvent[], parts: Partial<Known> = {}): Known => ({
  thread: undefined,
  messages,
  events,
  spoken: new Map(),
  moreMessages: false,
  moreEvents: false,
  ...parts,
});
const kinds = (all: Known, traces: Trace[] = []) =>
  wholeTimeline(all, new Map(traces.map((trace) => [trace.id, trace]))).map((item) =>
    item.kind === 'message' ? item.message.content : item.kind === 'said' ? `said ${item.text}` : item.kind,
  );

it('[console.earlier] a run is shown once all of it was read: no reply without its question, nor without what led to it', () => {
  const [one, two] = [told('one'), told('two')];
  const all = ['ask two', 'call', 'reply two'];
  const messages = [...one.messages, ...two.messages];
  const events = [...one.events, ...two.events];
  expect(kinds(known(messages, events))).toEqual(['ask one', 'call', 'reply one', ...all]);
  // The question is on an earlier page.
  const unasked = known(messages.slice(1), events, { moreMessages: true });
  expect([kinds(unasked), hasEarlier(unasked)]).toEqual([all, true]);
  // Part of the events is.
  const untold = known(messages, events.slice(2), { moreEvents: true });
  expect([kinds(untold), hasEarlier(untold)]).toEqual([all, true]);
  expect(hasEarlier(known(messages, events))).toBe(false);
});

it('[console.earlier] what happened in a run whose events are gone is told by its trace', () => {
  const { messages } = told('old');
  const recent = told('recent');
  const all = known([...messages, ...recent.messages], recent.events);
  expect(missingOf(all)).toEqual({ gone: ['old'], unloaded: [] });
  const at = messages[0]?.created_at ?? '';
  const base = { interaction: 'silent', status: 'ok', args: {}, gate: null, started_at: at };
  const trace = {
    id: 'old',
    turns: [
      {
        seq: 1,
        created_at: at,
        tool_calls: [
          { ...base, patch_ref: 'list_banks@1' },
          { ...base, patch_ref: 'pay@1', gate: 'confirm', decision: { decision: 'approve', created_at: at } },
          { ...base, patch_ref: 'show_block@1' },
        ],
      },
    ],
  } as unknown as Trace;
  expect(kinds(all, [trace])).toEqual([
    'ask old',
    'call',
    'approval',
    'reply old',
    'ask recent',
    'call',
    'reply recent',
  ]);
});

it('[console.earlier] what the thread waits for is shown, however old the event is that asked for it', () => {
  const waits = { ...held, run_id: 'run-9', tool_call_id: 'w', created_at: '2026-01-01T00:00:00.000Z' };
  const question = { run_id: 'run-8', kind: 'ask_user', prompt: {}, created_at: '2026-01-01T00:00:01.000Z' };
  const thread = {
    pending_action: null,
    pending_elicitation: question,
    pending_confirmation: waits,
  } as unknown as Thread;
  const recent = told('run-1');
  expect(kinds(known(recent.messages, recent.events, { thread }))).toEqual([
    'approval',
    'question',
    'ask run-1',
    'call',
    'reply run-1',
  ]);
  // Once: its event may have been read.
  const asked = storedEvent('write.confirmation_requested', waits, { run: 'run-9', seq: 2 });
  expect(kinds(known([], [asked], { thread })).filter((kind) => kind === 'approval')).toHaveLength(1);
  // Under the same key, or its card would forget what somebody has begun to type.
  const keys = (events: ThreadEvent[]) =>
    wholeTimeline(known([], events, { thread }), new Map()).map(({ key }) => key);
  const questioned = storedEvent(
    'elicitation.requested',
    { ...question, tool_call_id: 'q' },
    { run: 'run-8' },
  );
  expect(keys([asked, questioned]).toSorted()).toEqual(keys([]).toSorted());
});

const start = storedEvent('run.started', {}, { seq: 1 });
const asked = storedEvent('write.confirmation_requested', held, { seq: 2 });
const heard = receive(receive(emptyLog, [start, delta('m', 0, 'I pay ')]), [asked, delta('m', 1, 'Bo.')]);
const question = message('user', 'run-1', 'Pay Bo', start.created_at);

it("[console.words-stay] an agent's words before a gate stand above it, and stay when it is decided or cancelled", () => {
  const at = (log: typeof heard, others: Message[] = []) =>
    kinds(known([question, ...others], [...log.events], { spoken: log.spoken }));
  const paused = ['Pay Bo', 'said I pay Bo.', 'approval'];
  expect(at(heard)).toEqual(paused);
  const approved = receive(heard, [
    storedEvent('tool_call.started', call, { seq: 3 }),
    storedEvent('tool_call.completed', { ...call, status: 'ok' }, { seq: 4 }),
    delta('m', 2, '\n\nPaid.'),
  ]);
  expect(at(approved)).toEqual(paused);
  const ended = receive(approved, [storedEvent('run.completed', {}, { seq: 5 })]);
  const reply = message('assistant', 'run-1', 'I pay Bo.\n\nPaid.', ended.events.at(-1)?.created_at ?? '');
  const shown = wholeTimeline(
    known([question, reply], [...ended.events], { spoken: ended.spoken }),
    new Map(),
  );
  expect(shown.at(-1)).toMatchObject({ kind: 'message', rest: 'Paid.' });
  expect(at(receive(heard, [storedEvent('run.completed', { reason: 'cancelled' }, { seq: 3 })]))).toEqual([
    ...paused,
    'end',
  ]);
});

it('[console.words-stay] whoever opens the conversation later reads them in the trace', () => {
  const all = known([question], [start, asked]);
  expect(missingOf(all).unloaded).toEqual(['run-1']);
  const trace = {
    id: 'run-1',
    turns: [
      {
        seq: 1,
        created_at: start.created_at,
        text: 'I look.',
        tool_calls: [{ gate: null, interaction: 'silent' }],
      },
      {
        seq: 2,
        created_at: asked.created_at,
        text: 'I pay Bo.',
        tool_calls: [{ gate: 'confirm', interaction: 'silent' }],
      },
    ],
  } as unknown as Trace;
  expect(kinds(all, [trace])).toEqual(['Pay Bo', 'said I look.\n\nI pay Bo.', 'approval']);
});
