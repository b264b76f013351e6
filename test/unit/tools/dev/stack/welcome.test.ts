import { expect, it } from 'vitest';
import { welcome } from '#tools/dev/stack/welcome.ts';

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

/** How the text says that one gets another link, and a page with a chat. */
const commands = (devDir?: string) => {
  const text = welcome(facts, '/x/stack.json', devDir);
  return [/for another link: (.*)/, /^ +(.*npm run chat)$/m].map((command) => command.exec(text)?.[1]);
};

it.each([
  [undefined, ''],
  ['/tmp/other', 'DEV_DIR=/tmp/other '],
  ["/tmp/Ada's stack", String.raw`DEV_DIR='/tmp/Ada'\''s stack' `],
])(
  '[dev-stack.console-link] the printed commands for another link and for a chat work beside the stack in %s',
  (devDir, variable) => {
    expect(commands(devDir)).toEqual([
      `${variable}npm run -s admin -- console link w`,
      `${variable}npm run chat`,
    ]);
  },
);
