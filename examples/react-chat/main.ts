import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.ts';

/** Serves the page for the demo agent of the running development stack. */
const stack = JSON.parse(readFileSync(join(process.env['DEV_DIR'] ?? '.dev', 'stack.json'), 'utf8')) as {
  base_url: string;
  api_key: string;
  agent_id: string;
  signing_key: { kid: string; algorithm: string; secret: string };
};
const { url } = await serve(
  {
    baseUrl: stack.base_url,
    apiKey: stack.api_key,
    agentId: stack.agent_id,
    signingKey: stack.signing_key,
  },
  5173,
);
console.log(`The chat is at ${url}`);
