import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { startHost } from '../../support/acting.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const guide = readFileSync(new URL('../../../docs/hosts.md', import.meta.url), 'utf8');

/** The bodies of the guide's commands, by the collections that they are posted to. */
const posted = Array.from(
  guide.matchAll(/\$base(?<path>\/v1\/\S+) [^']*'[^']*' -d '(?<body>\{[^']*\})'/g),
  ({ groups = {} }) => ({
    path: groups['path'] ?? '',
    body: JSON.parse(groups['body'] ?? '') as Record<string, unknown>,
  }),
);

it('[tool-call.host-guide] the guide to hosts makes an agent, whose approved call is the request that it shows', async () => {
  const host = await startHost();
  onTestFinished(async () => await host.stop());
  const { client } = await service.workspace({ subject: 'customer-17' });
  const made = new Map<string, unknown>();
  for (const { path, body } of posted) {
    const here = {
      ...body,
      ...('base_url' in body && { base_url: host.url }),
      ...('model_class' in body && { model_class: 'scripted' }),
    };
    made.set(path, (await client.post(path, here)).data);
  }
  expect([...made.keys()]).toEqual(['/v1/connections', '/v1/patches', '/v1/agents']);
  const thread = await startThread(client, (made.get('/v1/agents') as Agent).id);
  const [args = ''] = /(?<=With `)\{.*?\}(?=`, the host receives)/.exec(guide) ?? [];
  const held = await converse(client, thread, `/call send_payment ${args}\n---\n/say Sent.`);
  const { tool_call_id, digest } = held.pending ?? {};
  await client.post(`/v1/loom/runs/${held.id}/confirm`, { tool_call_id, digest, decision: 'approve' });
  expect((await settled(client, held.id)).state).toBe('closed');
  const shown = /```http\n(?<head>[^]*?)\n\n(?<body>.*)\n```/.exec(guide)?.groups ?? {};
  const [line = '', ...headers] = shown['head']?.split('\n') ?? [];
  expect(host.calls).toEqual([
    {
      method: line.split(' ')[0],
      path: line.split(' ')[1],
      headers: expect.objectContaining({ 'service-subject': 'customer-17' }),
      body: JSON.parse(shown['body'] ?? ''),
    },
  ]);
  const names = headers.map((header) => header.replace(/:.*/, '').toLowerCase());
  expect(Object.keys(host.calls[0]?.headers ?? {})).toEqual(expect.arrayContaining(names));
});
