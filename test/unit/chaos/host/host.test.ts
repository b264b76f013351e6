import { afterEach, describe, expect, it } from 'vitest';
import { answerStep } from '#chaos/host/answer-plan.ts';
import { type Host, startHost } from '#chaos/host/host.ts';
import { RecordedRequests } from '#chaos/host/recorded-requests.ts';
import { startToolServer } from '#chaos/host/tool-server.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';

describe('a plan of answers', () => {
  it('has a step for each request, the last for all that follow', () => {
    const plan = '500,close@20,503+2,silent,200@800';
    expect([0, 1, 2, 3, 4, 9].map((count) => answerStep(plan, count))).toEqual([
      { do: 'answer', status: 500, delayMs: 0 },
      { do: 'close', delayMs: 20 },
      { do: 'answer', status: 503, retryAfterSeconds: 2, delayMs: 0 },
      { do: 'silent', delayMs: 0 },
      { do: 'answer', status: 200, delayMs: 800 },
      { do: 'answer', status: 200, delayMs: 800 },
    ]);
  });

  it.each(['', 'ok', '200,', 'close+1', '2000'])('is refused when it is %j', (plan) => {
    expect(() => answerStep(plan, 9)).toThrow(SyntaxError);
  });
});

describe('the host', () => {
  const within = { timeoutMs: 30_000 };
  let host: Host | undefined;
  afterEach(async () => await host?.stop());

  const call = async (key: string, plan: string, signal?: AbortSignal) =>
    await fetch(`${host?.url}/note`, {
      method: 'POST',
      headers: { 'idempotency-key': key, 'service-run': 'run', 'service-subject': 'ada' },
      body: JSON.stringify({ mark: 'm1', plan }),
      ...(signal === undefined ? {} : { signal }),
    });

  it('answers each key by its own plan, and remembers what it got and said', async () => {
    host = await startHost();
    const first = await call('one', '503+1,200');
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    const second = await call('one', '503+1,200');
    const { word } = (await second.json()) as { word: string };
    expect((await call('two', '503+1,200')).status).toBe(503);
    const [, again] = host.requests;
    expect(again).toMatchObject({
      path: '/note',
      key: 'one',
      run_id: 'run',
      subject: 'ada',
      body: { mark: 'm1', plan: '503+1,200' },
      step: { do: 'answer', status: 200 },
      word,
    });
    expect(again?.answered_at).toBeGreaterThanOrEqual(again?.at ?? Number.POSITIVE_INFINITY);
  });

  it('breaks a connection, and says nothing, when it is told to', async () => {
    host = await startHost();
    await expect(call('one', 'close')).rejects.toThrow('fetch failed');
    const { requests } = host;
    const leaving = new AbortController();
    const leave = async () => {
      await waitUntil(() => requests.at(-1)?.step?.do === 'silent', { ...within, what: 'it is asked' });
      leaving.abort();
    };
    const silent = call('two', 'silent', leaving.signal);
    await Promise.all([expect(silent).rejects.toThrow('aborted'), leave()]);
    await waitUntil(() => requests.every(({ ended_at }) => ended_at !== undefined), {
      ...within,
      what: 'the host knows that both connections are done with',
    });
    expect(requests.map(({ step, answered_at }) => [step?.do, answered_at])).toEqual([
      ['close', undefined],
      ['silent', undefined],
    ]);
  });
});

describe('the MCP server', () => {
  it('answers each call of a tool by its own plan, and records it beside the calls of the host', async () => {
    const recorded = new RecordedRequests();
    const server = await startToolServer(recorded);
    try {
      const args = { mark: 'm1', plan: '500,200' };
      const call = async () => {
        const params = { name: 'jot', arguments: args };
        const answer = await fetch(server.url, {
          method: 'POST',
          headers: { 'idempotency-key': 'one', 'service-run': 'run', 'service-subject': 'ada' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        });
        return { status: answer.status, text: await answer.text() };
      };
      const [failed, done] = [await call(), await call()];
      expect([failed.status, done.status]).toEqual([500, 200]);
      const of = { path: '/mcp_jot', key: 'one', run_id: 'run', subject: 'ada', body: args };
      expect(recorded.all).toMatchObject([of, of]);
      expect(recorded.all.map(({ word = '-' }, index) => [failed, done][index]?.text.includes(word))).toEqual(
        [true, true],
      );
      await expect(
        fetch(server.url, {
          method: 'POST',
          body: JSON.stringify({
            method: 'tools/call',
            params: { name: 'look', arguments: { plan: 'close' } },
          }),
        }),
      ).rejects.toThrow('fetch failed');
    } finally {
      await server.stop();
    }
  });
});
