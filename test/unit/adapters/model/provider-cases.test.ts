import { describe, expect, it } from 'vitest';

import type { ModelError, ModelReply } from '#engine/ports/model.ts';
import { startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import {
  type ProviderCase,
  providerCases,
  quoted,
  type Variant,
} from '../../../support/model-servers/cases.ts';
import { apiKey, modelAt } from '../../../support/model-servers/providers.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const server = perFile(startModelServer, async (it) => await it.close());

const variants = providerCases.flatMap((each) =>
  each.variants.map((variant, index) => ({ ...each, ...variant, nth: index + 1 })),
);
// Whether an empty reply is a failure depends on what the run has said before.
const isReply = ({ failure }: ProviderCase) => failure === undefined || failure === 'empty_reply';

async function outcomeOf({ answer, by }: Variant): Promise<unknown> {
  server.answers(answer);
  return await modelAt(server.url, by)
    .respond(turn())
    .catch((error: unknown) => error);
}

describe('what a provider answers', () => {
  const failures = variants.filter((each) => !isReply(each));
  it.each(failures)('[model.provider.causes] $title ($vendor by $by, $nth)', async (each) => {
    const outcome = await outcomeOf(each);
    expect(outcome).toMatchObject({ code: each.failure, retryable: each.asked > 1 });
    const { message, stack, cause, words = '' } = outcome as ModelError;
    const told = [message, stack, String(cause), JSON.stringify(outcome)].join('\n');
    expect(told).not.toMatch(new RegExp(`${quoted}|${apiKey}`));
    expect(words).not.toContain(apiKey);
    expect(words.length).toBeLessThanOrEqual(500);
  });

  const replies = variants.filter(isReply);
  it.each(replies)('[run.end.reply] $title ($vendor by $by, $nth)', async (each) => {
    const outcome = (await outcomeOf(each)) as ModelReply;
    const finishes = 'reason' in each.ends ? [each.ends.reason] : ['finished', 'cut'];
    expect(finishes).toContain(outcome.finish);
    expect([outcome.text === '', each.failure === undefined]).not.toEqual([false, false]);
  });
});
