import { expect, it } from 'vitest';
import { chooseTests } from '#tools/dev/changed-tests/choose-tests.ts';

const files: Record<string, string> = {
  'engine/rules/gates.ts': '',
  'store/webhooks/attempts.ts': '',
  'store/parts.ts': `import '#store/webhooks/attempts.ts'; import '#engine/rules/gates.ts';`,
  'dev/flags.ts': '',
  'test/support/start-service.ts': `import '../../store/parts.ts';`,
  'test/unit/engine/gates.test.ts': `import '#engine/rules/gates.ts';`,
  'test/unit/dev/flags.test.ts': `import '#dev/flags.ts';`,
  'test/simulation/simulation.test.ts': `import '#engine/rules/gates.ts';`,
  'test/integration/conversation.test.ts': `import '../support/start-service.ts';`,
  'test/integration/webhooks/retries.test.ts': `import '../../support/start-service.ts';`,
  'test/integration/voice/local.test.ts': `import '../../support/start-service.ts';`,
  'test/faults/webhooks/isolation.test.ts': `import '../../support/start-service.ts';`,
};
const aliases = new Map([
  ['#engine/', 'engine/'],
  ['#store/', 'store/'],
  ['#dev/', 'dev/'],
]);
const chosen = (...changed: string[]) =>
  chooseTests({ sources: new Map(Object.entries(files)), aliases }, changed);

it('chooses tests that import what changed, and nothing for what nobody imports', () => {
  expect(chosen('dev/flags.ts')).toEqual(['test/unit/dev/flags.test.ts']);
  expect(chosen('docs/testing.md')).toEqual([]);
});

it('chooses a test that changed itself', () => {
  expect(chosen('test/integration/voice/local.test.ts')).toEqual(['test/integration/voice/local.test.ts']);
});

it('of tests that start the service, chooses those that are named after what changed', () => {
  expect(chosen('store/webhooks/attempts.ts')).toEqual(['test/integration/webhooks/retries.test.ts']);
});

it('chooses the simulation and a conversation for a change of the engine', () => {
  expect(chosen('engine/rules/gates.ts')).toEqual([
    'test/integration/conversation.test.ts',
    'test/simulation/simulation.test.ts',
    'test/unit/engine/gates.test.ts',
  ]);
});
