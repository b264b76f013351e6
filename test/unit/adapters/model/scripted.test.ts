import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Json, ModelError, type ModelMessage, type ModelRequest } from '#engine/ports/model.ts';
import { scriptedModel } from '#adapters/model/scripted.ts';
import { lookUp, turn } from '../../../support/model-servers/turn.ts';

/** A run with this script, after turns that called once each and got these results. */
function run(script: string, ...results: Json[]): ModelMessage[] {
  return [
    { role: 'user', content: script },
    ...results.flatMap((result, index): ModelMessage[] => [
      { role: 'assistant', content: '', calls: [{ id: `call_${index}_0`, name: 'look_up', args: {} }] },
      { role: 'tool', results: [{ call_id: `call_${index}_0`, name: 'look_up', result, failed: false }] },
    ]),
  ];
}

async function play(messages: ModelMessage[], parts: Partial<ModelRequest> = {}) {
  const deltas: string[] = [];
  const onDelta = (delta: string) => deltas.push(delta);
  const reply = await scriptedModel.respond(turn({ run: messages, onDelta, ...parts }));
  return { ...reply, deltas };
}

describe('the scripted model', () => {
  it('[model.scripted.plain-text] answers a message that is no script with its words', async () => {
    const message = 'Hello {{last}}\n/say not this';
    expect(await play(run(message))).toMatchObject({ text: `You said: ${message}`, calls: [] });
  });

  it('[model.scripted.say] streams its text word by word', async () => {
    const { deltas } = await play(run('/say One two  three'));
    expect(deltas).toEqual(['One', ' two', '  three']);
  });

  it('joins the texts of one step by newlines', async () => {
    expect(await play(run('/say One\n/say two'))).toMatchObject({
      text: 'One\ntwo',
      deltas: ['One', '\ntwo'],
    });
  });

  it('[model.scripted.call] makes all calls of a step, with ids that name turn and place', async () => {
    const { text, calls } = await play(run('/call look_up {"word":"a"}\n/call other'));
    expect({ text, calls }).toEqual({
      text: '',
      calls: [
        { id: 'call_0_0', name: 'look_up', args: { word: 'a' } },
        { id: 'call_0_1', name: 'other', args: {} },
      ],
    });
  });

  it('gives text and calls of one step together', async () => {
    expect(await play(run('/say Looking\n/call look_up'))).toMatchObject({
      text: 'Looking',
      calls: [{ id: 'call_0_0', name: 'look_up', args: {} }],
    });
  });

  it('[model.scripted.steps] [model.scripted.call] takes the step after as many turns as the run has taken', async () => {
    const { text, calls } = await play(run('/call a\n---\n/say then\n/call b\n---\n/say end', 1));
    expect({ text, calls }).toEqual({ text: 'then', calls: [{ id: 'call_1_0', name: 'b', args: {} }] });
  });

  it('[model.scripted.steps] counts turns of this run only', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: '/say old' },
      { role: 'assistant', content: 'old' },
    ];
    const history = [{ messages, lines: [] }];
    expect(await play(run('/say first\n---\n/say second'), { history })).toMatchObject({ text: 'first' });
  });

  it('[model.scripted.last-result] puts the latest result in place of every {{last}}', async () => {
    const { text } = await play(
      run('/call a\n---\n/call a\n---\n/say {{last}} & {{last}}', 1, { a: ['$&', 2] }),
    );
    expect(text).toBe('{"a":["$&",2]} & {"a":["$&",2]}');
  });

  it('puts null in place of {{last}} before the first result', async () => {
    expect(await play(run('/say {{last}}'))).toMatchObject({ text: 'null' });
  });

  it('[model.scripted.done] replies Done. with the results of all calls when the script is over', async () => {
    const { text } = await play(run('/call a\n---\n/call b', { a: 1 }, 'two'));
    expect(text).toBe('Done.\n{"a":1}\n"two"');
  });

  it('lists the results of one turn in the order of its calls', async () => {
    const messages = run('/call a\n/call b');
    const results = ['a', 'b'].map((name) => ({ call_id: name, name, result: name, failed: name === 'a' }));
    const { text } = await play([...messages, { role: 'assistant', content: '' }, { role: 'tool', results }]);
    expect(text).toBe('Done.\n"a"\n"b"');
  });

  it('replies Done. alone when nothing was called', async () => {
    expect(await play(run('/sleep 0'))).toMatchObject({ text: 'Done.', deltas: ['Done.'] });
  });

  it('streams what {{last}} and Done. became', async () => {
    const { deltas } = await play(run('/call a', { a: 'b c' }));
    expect(deltas).toEqual(['Done.', '\n{"a":"b', ' c"}']);
  });

  it('replies with empty text to an empty /say', async () => {
    expect(await play(run('/say'))).toMatchObject({ text: '', deltas: [] });
  });

  it('makes no calls on a turn for words alone', async () => {
    const { text, calls } = await play(run('/call a\n---\n/call b', 1), { words_only: true });
    expect({ text, calls }).toEqual({ text: 'Done.\n1', calls: [] });
  });

  it('still says what the step says on a turn for words alone', async () => {
    expect(await play(run('/say Bye\n/call a'), { words_only: true })).toMatchObject({
      text: 'Bye',
      calls: [],
    });
  });

  it('sends a call that does not parse for malformed arguments', async () => {
    const { calls } = await play(run('/call look_up {"word"'));
    expect(calls).toEqual([{ id: 'call_0_0', name: 'look_up', unparsed: '{"word"' }]);
  });

  it('[model.scripted.bad] sends a call that does not parse, of the first tool offered, for /bad', async () => {
    const { calls } = await play(run('/bad'), { tools: [{ ...lookUp, name: 'first' }, lookUp] });
    expect(calls).toEqual([{ id: 'call_0_0', name: 'first', unparsed: '{"unfinished": ' }]);
  });

  it('[model.scripted.deterministic] gives the same reply to the same request', async () => {
    const messages = run('/say a {{last}}\n/call look_up\n/bad', { b: 1 });
    expect(await play(messages)).toEqual(await play(messages));
  });

  describe('[model.scripted.fail] /fail', () => {
    it.each([1, 2])('fails attempt %i of /fail 2 as an overloaded provider would', async (attempt) => {
      const failing = play(run('/fail 2\n/say ok'), { attempt });
      await expect(failing).rejects.toEqual(
        new ModelError({ code: 'overloaded', retryable: true, status: 503 }),
      );
    });

    it('lets the attempt after that through', async () => {
      expect(await play(run('/fail 2\n/say ok'), { attempt: 3 })).toMatchObject({ text: 'ok' });
    });

    it('concerns the turn of its step only', async () => {
      expect(await play(run('/fail 9\n/call a\n---\n/say ok', 1))).toMatchObject({ text: 'ok' });
    });

    it('fails after the text before it was streamed', async () => {
      const deltas: string[] = [];
      const onDelta = (delta: string) => deltas.push(delta);
      await expect(play(run('/say half\n/fail 1\n/say whole'), { onDelta })).rejects.toBeInstanceOf(
        ModelError,
      );
      expect(deltas).toEqual(['half']);
    });
  });

  describe('[model.scripted.sleep] /sleep', () => {
    it('waits as long as it says', async () => {
      const start = performance.now();
      await play(run('/sleep 20\n/say ok'));
      // Timers may fire up to a millisecond early.
      expect(performance.now() - start).toBeGreaterThanOrEqual(19);
    });

    it('is ended by the signal, with its reason', async () => {
      const controller = new AbortController();
      const reason = new Error('cancelled');
      const sleeping = play(run('/say now\n/sleep 600000'), {
        signal: controller.signal,
        onDelta: () => controller.abort(reason),
      });
      await expect(sleeping).rejects.toBe(reason);
    });
  });

  it('does not begin when the signal is aborted', async () => {
    const reason = new Error('cancelled');
    await expect(play(run('/say hi'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  describe('[model.scripted.tokens] tokens', () => {
    it('of the input are a quarter of the characters of instructions, history and run, rounded up', async () => {
      const messages: ModelMessage[] = [
        { role: 'user', content: 'abc' },
        { role: 'assistant', content: 'def' },
      ];
      const history = [{ messages, lines: [] }];
      const { input_tokens } = await play(run('/say hi'), { instructions: '1234', history });
      expect(input_tokens).toBe(Math.ceil((4 + 3 + 3 + 7) / 4));
    });

    it('of the input count calls as name and arguments, and results as compact JSON', async () => {
      const { input_tokens } = await play(run('/say hi', { a: 1 }), { instructions: '' });
      expect(input_tokens).toBe(Math.ceil(('/say hi'.length + 'look_up{}'.length + '{"a":1}'.length) / 4));
    });

    it('of the output are a quarter of the characters of text and calls, rounded up', async () => {
      const { output_tokens } = await play(run('/say Looking\n/call look_up {"word": "a"}\n/call x {oops'));
      expect(output_tokens).toBe(Math.ceil('Lookinglook_up{"word":"a"}x{oops'.length / 4));
    });
  });

  it('shows in the trace what it was given and what it gave', async () => {
    const { request, response } = await play(run('/say hi\n/call a', 1), {
      history: [{ messages: [{ role: 'user', content: 'earlier' }], lines: [] }],
    });
    expect({ request, response }).toEqual({
      request: {
        model: 'scripted',
        instructions: 'Be brief.',
        messages: [{ role: 'user', content: 'earlier' }, ...run('/say hi\n/call a', 1)],
        tools: [lookUp],
      },
      response: { model: 'scripted', text: 'Done.\n1', calls: [] },
    });
  });

  describe('whatever is written', () => {
    // Everything but /fail and /sleep, whose effect is to throw and to wait.
    const line = fc.oneof(
      fc.constantFrom('/bad', '---', '/say {{last}}', '/call', '/call look_up {}', ''),
      fc.string({ unit: 'binary' }).map((text) => `/say ${text}`),
      fc.string().map((text) => `/call look_up ${text}`),
      fc.string({ unit: 'binary' }).filter((text) => !/\/(?:fail|sleep)/.test(text)),
    );
    const script = fc.array(line).map((lines) => lines.join('\n'));
    const results = fc.array(fc.jsonValue() as fc.Arbitrary<Json>, { maxLength: 3 });

    it('replies, and the deltas together are the text', async () => {
      await fc.assert(
        fc.asyncProperty(script, results, async (message, given) => {
          const { text, deltas } = await play(run(message, ...given));
          expect(deltas.join('')).toBe(text);
        }),
      );
    });
  });
});
