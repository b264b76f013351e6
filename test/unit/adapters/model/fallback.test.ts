import { describe, expect, it } from 'vitest';
import { createFallback } from '#adapters/model/fallback.ts';
import { ModelError, type ModelRequest } from '#engine/ports/model.ts';
import { failingModel } from '../../../support/fallback.ts';
import { turn } from '../../../support/model-servers/turn.ts';

const asked = (parts: Partial<ModelRequest> = {}) => turn({ tools: [], ...parts });

describe('a class of several models', () => {
  it.each([
    'overloaded',
    'rate_limited',
    'timeout',
    'unreachable',
    'broken_stream',
    'refused',
    'unauthorized',
    'quota',
  ] as const)('[model.fallback] has the next one answer if the first one fails with %s', async (code) => {
    const entries = [failingModel('a', code), failingModel('b')];
    const reply = await createFallback(entries).respond(asked());
    expect(reply).toMatchObject({
      text: 'b',
      model: 'b',
      entry: 1,
      failed: [{ model: 'a', error: { code } }],
    });
  });

  it('[model.fallback] asks the first one alone while that answers', async () => {
    const entries = [failingModel('a'), failingModel('b')];
    const reply = await createFallback(entries).respond(asked());
    expect([reply.model, reply.entry, reply.failed, entries[1]?.asked]).toEqual(['a', 0, undefined, 0]);
  });

  it('[model.fallback.after-delta] asks no other one once something was shown', async () => {
    const broken = new ModelError({ code: 'broken_stream', retryable: true });
    const first = {
      name: 'a',
      model: {
        respond: async ({ onDelta }: ModelRequest) => {
          onDelta?.('Half of');
          return await Promise.reject(broken);
        },
      },
    };
    const next = failingModel('b');
    await expect(createFallback([first, next]).respond(asked({ onDelta: () => {} }))).rejects.toBe(broken);
    expect(next.asked).toBe(0);
  });

  it('[model.fallback] fails with what a later try may not have, and tells of every model', async () => {
    const entries = [
      failingModel('a', 'rejected'),
      failingModel('b', 'overloaded'),
      failingModel('c', 'rejected'),
    ];
    const failure: unknown = await createFallback(entries)
      .respond(asked())
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'overloaded', retryable: true });
    expect((failure as ModelError).failed.map(({ model, error }) => [model, error.code])).toEqual([
      ['a', 'rejected'],
      ['b', 'overloaded'],
      ['c', 'rejected'],
    ]);
  });

  it('[model.fallback.cancelled] asks no other one after a cancellation', async () => {
    const cancelling = new AbortController();
    const reason = new Error('cancelled');
    const first = {
      name: 'a',
      model: {
        respond: async () => {
          cancelling.abort(reason);
          return await Promise.reject(reason);
        },
      },
    };
    const next = failingModel('b');
    await expect(createFallback([first, next]).respond(asked({ signal: cancelling.signal }))).rejects.toBe(
      reason,
    );
    expect(next.asked).toBe(0);
  });

  it('[model.fallback.cancelled] asks no other one if a cancellation comes as the first one fails', async () => {
    const cancelling = new AbortController();
    const overloaded = new ModelError({ code: 'overloaded', retryable: true });
    const first = {
      name: 'a',
      model: {
        respond: async () => {
          cancelling.abort(new Error('cancelled'));
          return await Promise.reject(overloaded);
        },
      },
    };
    const next = failingModel('b');
    await expect(createFallback([first, next]).respond(asked({ signal: cancelling.signal }))).rejects.toBe(
      overloaded,
    );
    expect(next.asked).toBe(0);
  });
});
