import { expect, it } from 'vitest';
import type { Event, Run } from '#heddle-client/index.ts';
import { followRun, type RunUpdate } from '#heddle-client/resources/run-stream.ts';

type Told = [type: string, data?: object];

/** A service that has stored and then sends these events, and says this of the run each time it is asked. */
function service({ stored = [], live = [], states }: { stored?: Told[]; live?: Told[]; states: string[] }) {
  const all = [...stored, ...live].map(
    ([type, data], index) => ({ id: `evt_${index}`, type, data }) as unknown as Event,
  );
  const asked: (string | undefined)[] = [];
  return {
    asked,
    reads: {
      get: async () => {
        const state = states.length > 1 ? states.shift() : states[0];
        return await Promise.resolve({ state, terminal: state === 'closed' } as Run);
      },
      // oxlint-disable-next-line typescript/require-await -- a list that is there at once
      async *events() {
        yield* all.slice(0, stored.length).toReversed();
      },
      // oxlint-disable-next-line typescript/require-await -- events that are there at once
      async *follow(lastEventId: string | undefined) {
        asked.push(lastEventId);
        yield* all.slice(all.findIndex(({ id }) => id === lastEventId) + 1);
        throw new Error('it was followed beyond its end');
      },
    },
  };
}

async function played(updates: AsyncGenerator<RunUpdate, Run>) {
  const seen: string[] = [];
  for (;;) {
    const { done, value } = await updates.next();
    if (done === true) return { seen, state: value.state };
    seen.push(`${value.event.type}: ${value.text}`);
  }
}

const delta = (index: number, text: string): Told => ['message.delta', { index, text }];

it('[clients.run-stream] gives what was stored and then what happens, with the reply so far', async () => {
  const { reads, asked } = service({
    stored: [['run.started']],
    live: [
      delta(0, 'Good'),
      delta(0, 'Good mor'),
      delta(1, 'ning.'),
      ['message.completed', { content: 'Good morning.' }],
      ['run.completed'],
    ],
    states: ['running', 'closed'],
  });
  expect(await played(followRun(reads))).toEqual({
    seen: [
      'run.started: ',
      'message.delta: Good',
      'message.delta: Good mor',
      'message.delta: Good morning.',
      'message.completed: Good morning.',
      'run.completed: Good morning.',
    ],
    state: 'closed',
  });
  expect(asked).toEqual(['evt_0']);
});

it('[clients.run-stream] of a run that has ended, gives what was stored, and follows nothing', async () => {
  const { reads, asked } = service({ stored: [['run.started'], ['run.failed']], states: ['failed'] });
  expect(await played(followRun(reads))).toEqual({
    seen: ['run.started: ', 'run.failed: '],
    state: 'failed',
  });
  expect(asked).toEqual([]);
});

it('[clients.run-stream] ends at a pause, and goes on after one that is over', async () => {
  const stored: Told[] = [['run.started'], ['write.confirmation_requested']];
  const waiting = service({ stored: stored.slice(0, 1), live: stored.slice(1), states: ['running', 'held'] });
  expect(await played(followRun(waiting.reads))).toMatchObject({ state: 'held' });
  const decided = service({ stored, live: [['run.completed']], states: ['running', 'running', 'closed'] });
  expect(await played(followRun(decided.reads))).toEqual({
    seen: ['run.started: ', 'write.confirmation_requested: ', 'run.completed: '],
    state: 'closed',
  });
});

it.each(['running', 'closed'])(
  '[clients.run-stream] goes on to its end if a pause was decided at once, and the run is %s when it is read',
  async (state) => {
    const live: Told[] = [['elicitation.requested'], ['run.completed']];
    const { reads } = service({ stored: [['run.started']], live, states: ['running', state, 'closed'] });
    expect((await played(followRun(reads))).seen.at(-1)).toBe('run.completed: ');
  },
);
