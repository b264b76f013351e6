import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { workflowBundle } from '#worker/bundle.ts';
import { scenarios } from './scenarios.ts';

const folder = join(import.meta.dirname, 'histories');
const histories = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((name) => ({ name, history: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown }));

const logger = new DefaultLogger('ERROR', () => {});
Runtime.install({ logger });

let codePath: string;
beforeAll(async () => {
  codePath = await workflowBundle(logger);
});

describe('[invariant.replay] the workflow code replays what was recorded before', () => {
  it.each(histories)('$name', async ({ history }) => {
    await expect(Worker.runReplayHistory({ workflowBundle: { codePath } }, history)).resolves.toBeUndefined();
  });

  it('has a history of this version for every scenario', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    const recorded = histories.map(({ name }) => name);
    expect(recorded).toEqual(
      expect.arrayContaining(scenarios.map(({ name }) => join(version, `${name}.json`))),
    );
  });
});

describe('[invariant.replay-catches-change] an incompatible change of the workflow code', () => {
  it('makes the replay fail', async () => {
    const { code } = await bundleWorkflowCode({
      workflowsPath: join(import.meta.dirname, 'incompatible/index.ts'),
      logger,
    });
    const recorded = histories.find(({ name }) => name.endsWith('plain-reply.json'));
    await expect(Worker.runReplayHistory({ workflowBundle: { code } }, recorded?.history)).rejects.toThrow(
      /nondeterminism|Nondeterminism|TMPRL1100/,
    );
  });
});

describe('[invariant.history-carries-ids] a history', () => {
  it.each(histories)('$name holds ids and directives, and no word of the conversation', ({ history }) => {
    expect(decodedPayloads(history).join('\n')).not.toMatch(
      /Hello|First\.|Second|\/say|\/call|You said|an answer|angry|amount|s3cret|whsec_|127\.0\.0\.1/,
    );
  });
});

describe('a history', () => {
  it.each(histories)('$name holds no path of the machine that recorded it', ({ history }) => {
    expect(JSON.stringify(history)).not.toMatch(/\(\/|file:\/\/\//);
  });
});

/** Every payload in a history, as text. */
function decodedPayloads(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'data' && typeof inner === 'string'
      ? [Buffer.from(inner, 'base64').toString()]
      : decodedPayloads(inner),
  );
}
