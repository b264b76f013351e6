import { expect, it } from 'vitest';
import { welcome } from '#dev/stack/welcome.ts';

const facts = {
  base_url: 'http://127.0.0.1:8080',
  console_url: 'http://127.0.0.1:8080/console/sign-in?code=c',
  temporal_address: '127.0.0.1:7233',
  temporal_ui: null,
  mongodb_uri: 'mongodb://127.0.0.1',
  workspace_id: 'w',
  api_key: 'sk_1',
  agent_id: 'agent_1',
} as Parameters<typeof welcome>[0];

/** How the text says that one gets another link. */
const command = (devDir?: string) =>
  /for another link: (.*)/.exec(welcome(facts, '/x/stack.json', devDir))?.[1];

it.each([
  [undefined, ''],
  ['/tmp/other', 'DEV_DIR=/tmp/other '],
  ["/tmp/Ada's stack", String.raw`DEV_DIR='/tmp/Ada'\''s stack' `],
])(
  '[dev-stack.console-link] the printed command for another link works beside the stack in %s',
  (devDir, variable) => {
    expect(command(devDir)).toBe(`${variable}npm run -s admin -- console link w`);
  },
);
