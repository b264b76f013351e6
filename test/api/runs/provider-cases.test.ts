import { beforeAll, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { converse, messagesOf, publishScripted, startThread } from '#client/conversation.ts';
import type { Trace } from '#contract/run.ts';
import { runErrorMessages } from '#contract/run-error-messages.ts';
import { startModelServer } from '#dev/stand-ins/model-servers/model-server.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { type ProviderCase, providerCases, quoted, type Wire } from '../../support/model-servers/cases.ts';
import { apiKey } from '../../support/model-servers/providers.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const server = perFile(startModelServer, async (it) => await it.close());
const service = perFile(
  async () => {
    const account = { apiKey, baseUrl: `${server.url}/v1` };
    return await startService({
      models: createModels({
        fast: { provider: 'anthropic', model: 'm' },
        standard: { provider: 'openai', model: 'm' },
        deep: { provider: 'openai-compatible', model: 'm' },
        anthropic: account,
        openai: account,
      }),
    });
  },
  async (it) => await it.stop(),
);

const classes = { anthropic: 'fast', openai: 'standard', 'openai-compatible': 'deep' } as const;
let client: ApiClient;
const agents = new Map<Wire, string>();
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  for (const [wire, model_class] of Object.entries(classes)) {
    agents.set(
      wire as Wire,
      (await publishScripted(client, { model_class, patches: [{ ref: 'update_plan@1' }] })).id,
    );
  }
});

/** The first variant of each protocol. */
const shown = providerCases.flatMap((each) =>
  [...Map.groupBy(each.variants, ({ by }) => by).values()].flatMap(([first]) =>
    first === undefined ? [] : [{ ...each, ...first }],
  ),
);

/** Has a conversation in which the provider answers so each time; resolves to what can be seen of it afterwards. */
async function seen({ by, answer, asked }: (typeof shown)[number]) {
  const before = server.requests.length;
  server.answers(...Array.from({ length: asked }, () => answer));
  const thread = await startThread(client, agents.get(by));
  const run = await converse(client, thread, 'Hello');
  const { data: trace } = await client.get<Trace>(`/v1/loom/runs/${run.id}/trace`);
  const { data: events } = await client.get(`/v1/events?thread_id=${thread}`);
  const replies = (await messagesOf(client, thread)).slice(1);
  return { run, trace, events, replies, requests: server.requests.length - before };
}

const codeOf = ({ ends }: ProviderCase) => ('error' in ends ? ends.error : undefined);
const failures = shown.flatMap((each) => {
  const code = codeOf(each);
  return code === undefined ? [] : [{ ...each, code }];
});
it.each(failures)(
  '[model.provider.causes] [run.end.reply] [run.trace.tries] $title (by $by)',
  async ({ code, ...each }) => {
    const { run, trace, events, replies, requests } = await seen(each);
    expect(requests).toBe(each.asked);
    expect(run).toMatchObject({ state: 'failed', error: { code, message: runErrorMessages[code] } });
    expect(replies).toEqual([]);
    const { tries = [] } = trace.unanswered_turn ?? {};
    expect(tries.map((tried) => [tried.code, tried.retry_in_ms === undefined])).toEqual(
      Array.from({ length: each.asked }, (_, index) => [each.failure, index === each.asked - 1]),
    );
    expect(JSON.stringify([run, events])).not.toMatch(new RegExp(`${quoted}|${apiKey}`));
    expect(JSON.stringify(trace)).not.toContain(apiKey);
  },
  60_000,
);

const endings = shown.flatMap((each) =>
  'reason' in each.ends ? [{ ...each, reason: each.ends.reason }] : [],
);
it.each(endings)(
  '[run.end.reply] [run.trace.tries] $title (by $by)',
  async ({ reason, content, ...each }) => {
    const { run, trace, replies, requests } = await seen(each);
    expect(requests).toBe(1);
    expect(run).toMatchObject({ state: 'closed', reason, message: { content } });
    expect(replies).toMatchObject([{ content, finish: reason }]);
    expect(trace.turns).toMatchObject([{ tries: [{ duration_ms: expect.any(Number) }], tool_calls: [] }]);
  },
);
