import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { describe, expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { FailedTry } from '#engine/documents/model-try.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import { advance } from '#engine/rules/advance.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { failure } from '#engine/rules/resolve-call.ts';
import type { Changes } from '#engine/rules/stored.ts';
import type { DescribedSpan } from '#adapters/telemetry/spans/described-span.ts';
import { names } from '#adapters/telemetry/spans/names.ts';
import { stepSpans } from '#adapters/telemetry/spans/step-spans.ts';
import {
  call,
  context,
  inFlight,
  judged,
  later,
  now,
  paused,
  run,
  thread,
  tool,
  turn,
  working,
} from '../../../../support/rules/documents.ts';
import { changed } from '../../../../support/rules/outcomes.ts';

const secret = 'IBAN-of-Bo-4711';
const runId = '0198f0a0-1111-7222-8333-444455556666';

function step(stored: LoadedRun, input: Input, at = now): Changes {
  return changed(advance(stored, input, context(at))).changes;
}

function spansOf(stored: LoadedRun, input: Input, at = now): DescribedSpan[] {
  return stepSpans(step(stored, input, at)).spans;
}

const fresh = (fields: Partial<LoadedRun['run']> = {}): LoadedRun => ({
  run: run({ _id: runId, opening: secret, subject_ref: secret, ...fields }),
  thread: thread({ title: secret, active_runs: [runId] }),
  calls: [],
});

describe('the spans of a step', () => {
  it('[tracing.one-trace] are of the trace that the id of the run names, and the same however often they are told', () => {
    const changes = step(fresh(), turn({}));
    const told = stepSpans(changes);
    expect(told.traceId).toBe(runId.replaceAll('-', ''));
    expect(told.root.id).toMatch(/^[0-9a-f]{16}$/);
    expect(stepSpans(changes)).toEqual(told);
    const ids = [told.root, ...told.spans].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[tracing.mcp-context] the root links to the span that the caller of the run named, without its own words', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
    const traced = fresh({ trace_context: { traceparent, tracestate: `a=${secret}` } });
    const { root, spans } = stepSpans(step(traced, turn({})));
    expect(root.links).toEqual([
      { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: '00f067aa0ba902b7', traceFlags: 1 },
    ]);
    expect(JSON.stringify([root, spans])).not.toContain(secret);
    expect(stepSpans(step(fresh(), turn({}))).root.links).toBeUndefined();
  });

  it('[tracing.spans] of a turn that ends a run are that turn and the run', () => {
    const tries: FailedTry[] = [
      {
        at: later(1),
        model: 'anthropic:big:1',
        code: 'overloaded',
        status: 529,
        duration_ms: 5,
        words: secret,
      },
    ];
    const input = turn({
      model: 'bedrock:claude:v2',
      text: secret,
      texts: [secret],
      request: toJsonText({ secret }),
      response: toJsonText({ secret, model: 'claude-v2-2026' }),
      cached_input_tokens: 4,
      cost: 2_000_000,
      failed: tries,
      started_at: later(2),
      answered_at: later(3),
      finish: 'cut',
    });
    const told = stepSpans(step(fresh({ opened_at: now }), input, later(4)));
    expect(told.hasEnded).toBe(true);
    expect(told.root).toMatchObject({
      name: 'invoke_agent Agent',
      kind: 'internal',
      start: now,
      end: later(4),
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'Agent',
        'gen_ai.agent.version': 'agent',
        'gen_ai.conversation.id': 'thread',
        'heddle.run.state': 'closed',
        'heddle.run.reason': 'cut',
        'heddle.run.turns': 1,
        'heddle.cost_credits': 2,
      },
    });
    expect(told.root.error).toBeUndefined();
    expect(told.spans).toMatchObject([
      {
        name: 'chat claude:v2',
        kind: 'client',
        start: later(1),
        end: later(3),
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'aws.bedrock',
          'gen_ai.request.model': 'claude:v2',
          'gen_ai.response.model': 'claude-v2-2026',
          'gen_ai.response.finish_reasons': ['length'],
          'gen_ai.usage.input_tokens': 10,
          'gen_ai.usage.cache_read.input_tokens': 4,
          'gen_ai.usage.output_tokens': 5,
          'heddle.turn': 1,
          'heddle.attempts': 2,
        },
        events: [{ name: 'attempt_failed', at: later(1), attributes: { 'error.type': 'overloaded' } }],
      },
    ]);
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  it('[tracing.spans] of a run that a provider failed are the turn that was not taken, with its code, and the run', () => {
    const tries: FailedTry[] = [
      { at: later(1), model: 'openai:gpt', code: 'timeout', duration_ms: 2000, words: secret },
    ];
    const stored = fresh({ turn_count: 1, tries });
    const told = stepSpans(
      step(stored, { type: 'failure', error: 'model_timeout', step: { next: 'turn', turn: 2 } }, later(9)),
    );
    expect(told.root).toMatchObject({ error: 'model_timeout', end: later(9) });
    expect(told.spans).toMatchObject([
      {
        name: 'chat gpt',
        start: later(1),
        end: later(3),
        error: 'timeout',
        attributes: { 'heddle.turn': 2 },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  it('[tracing.spans] of a turn that makes a call are the turn alone, and those of the result are the execution', () => {
    const [chat, ...others] = spansOf(fresh(), turn({ calls: [judged()] }));
    expect(chat?.attributes).toMatchObject({ 'gen_ai.response.finish_reasons': ['tool_call'] });
    expect(others).toEqual([]);
    const sent = inFlight(later(30), {
      args: toJsonText({ secret }),
      sending: { attempts: 2, in_flight: true, until: later(30), first_at: later(2), by: 'attempt' },
      tries: [{ at: later(2), code: 'http_error', status: 503, duration_ms: 1 }],
    });
    const input: Input = {
      type: 'call_settled',
      tool_call_id: 'call',
      resolution: { ...failure('http_error', secret), response_status: 500, request: toJsonText({ secret }) },
    };
    const spans = spansOf(working([sent]), input, later(5));
    expect(spans).toMatchObject([
      {
        name: 'execute_tool pay',
        start: later(2),
        end: later(5),
        error: 'http_error',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'pay',
          'gen_ai.tool.call.id': 'call',
          'gen_ai.tool.type': 'function',
          'heddle.patch_ref': 'pay@1',
        },
      },
    ]);
    expect(spans[0]?.events[0]).toMatchObject({
      attributes: { 'error.type': 'http_error', 'http.response.status_code': 503 },
    });
    expect(JSON.stringify(spans)).not.toContain(secret);
  });

  it('[tracing.spans] [tracing.no-content] of a call that no patch is for do not repeat the name that the model gave it', () => {
    const spans = spansOf(fresh(), turn({ calls: [{ id: 'x', name: secret, args: { secret } }] }));
    expect(spans.map(({ name, error }) => [name, error])).toEqual([
      ['chat fast', undefined],
      ['execute_tool unknown', 'denied'],
    ]);
    expect(JSON.stringify(spans)).not.toContain(secret);
  });

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)(
    '[tracing.spans] of the decision to %s are the wait alone, from when the call came to wait',
    (decision, result) => {
      const stored = paused('confirmation', { call: { args: toJsonText({ secret }) } });
      const spans = spansOf(
        stored,
        {
          type: 'decision',
          tool_call_id: 'call',
          decision,
          detail: { secret },
          actor: secret,
          via: 'api_key',
          request_id: 'request',
        },
        later(50),
      );
      expect(spans).toMatchObject([
        {
          name: 'await_approval pay',
          start: now,
          end: later(50),
          attributes: { 'heddle.wait.kind': 'confirmation', 'heddle.wait.result': result },
        },
      ]);
      expect(JSON.stringify(spans)).not.toContain(secret);
    },
  );

  it('[tracing.spans] of an answer and of an outcome are the wait alone', () => {
    const answer = { type: 'answer', tool_call_id: 'call', message_id: 'm', content: secret } as Input;
    const outcome = {
      type: 'outcome',
      tool_call_id: 'call',
      state: 'occurred',
      detail: { secret },
      actor: secret,
      request_id: 'r',
    } as Input;
    const spans = [
      ...spansOf(paused('question'), answer, later(5)),
      ...spansOf(paused('outcome'), outcome, later(5)),
    ];
    expect(spans.map(({ name, attributes }) => [name, attributes['heddle.wait.result']])).toEqual([
      ['await_answer pay', 'answered'],
      ['await_outcome pay', 'reported'],
    ]);
    expect(JSON.stringify(spans)).not.toContain(secret);
  });

  it('[tracing.spans] of a pause that is over are the wait with its code, and the run', () => {
    const told = stepSpans(
      step(
        paused('confirmation'),
        { type: 'expiry', tool_call_id: 'call', expires_at: later(3600).toISOString() },
        later(3600),
      ),
    );
    expect(told.root.attributes).toMatchObject({ 'heddle.run.reason': 'expired' });
    expect(told.spans.map(({ name, attributes }) => [name, attributes['heddle.wait.result']])).toEqual([
      ['await_approval pay', 'expired'],
    ]);
  });

  it('[tracing.spans] of a step after the end of a run do not end it again', () => {
    const ended = {
      ...fresh({ state: 'closed', reason: 'finished', closed_at: now, version: 2 }),
      calls: [call()],
    };
    const changes = { ...step(fresh(), turn({})), run: ended.run, events: [], turns: [], messages: [] };
    expect(stepSpans(changes)).toMatchObject({ hasEnded: false, spans: [] });
  });

  it('has one that takes no longer for a run of a thousand turns', () => {
    expect(spansOf(fresh({ turn_count: 999 }), turn({ turn: 1000 }))).toHaveLength(1);
    expect(spansOf({ ...fresh(), run: run({ _id: runId }) }, turn({ calls: [judged(tool())] }))).toHaveLength(
      1,
    );
  });
});

describe('the names of attributes', () => {
  it('[tracing.spans] are those of the semantic conventions, or begin with heddle', () => {
    const known = new Set<unknown>(Object.values(conventions));
    const strange = Object.values(names).filter((name) => !name.startsWith('heddle.') && !known.has(name));
    expect(strange).toEqual([]);
  });
});
