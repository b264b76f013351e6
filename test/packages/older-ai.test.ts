import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startThread } from '#clients/raw/conversation.ts';
import { actingPatch, publishActing, startHost } from '../support/acting.ts';
import { callIn, chatOn, type ChatSdk, lastOf, textOf } from '../support/chat.ts';
import { readyTimeoutMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { sharedService, type TestWorkspace } from '../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
/** Versions of the AI SDK, and the query by which their clients say which frames they read. */
const versions = [
  ['ai@6.0.325', '?sdk=6'],
  ['ai@7.0.0', '?sdk=6'],
  ['ai@7.0.86', '?sdk=6'],
  ['ai@7.0.87', ''],
] as const;
let directory: string;
let workspace: TestWorkspace;
let agent: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'older-ai-'));
  await writeFile(join(directory, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  const packages = versions.map(([version], at) => `ai-${at}@npm:${version}`);
  await execa('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
    cwd: directory,
  });
  workspace = await service.workspace({ subject: 'ada' });
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  agent = (await publishActing(workspace.client, host, [pay])).id;
}, readyTimeoutMs);
afterAll(async () => await rm(directory, { recursive: true, force: true }));

/** A client of one of the versions. */
async function clientOf(place: number, query: string) {
  const file = join(directory, 'node_modules', `ai-${place}`, 'dist/index.js');
  const imported = (await import(pathToFileURL(file).href)) as { default?: ChatSdk } & ChatSdk;
  const sdk = imported.AbstractChat === undefined ? imported.default : imported;
  if (sdk === undefined) throw new Error('no AI SDK');
  const threadId = await startThread(workspace.client, agent);
  const headers = { authorization: `Bearer ${workspace.apiKey}`, 'service-subject': 'ada' };
  return chatOn({ baseUrl: service.baseUrl, headers, threadId, sdk, query });
}

it.for(versions.map(([version, query], place) => ({ version, query, place })))(
  '[chat.older-sdk] $version talks with an agent, and approves and rejects what is held$query',
  async ({ query, place }) => {
    const chat = await clientOf(place, query);
    await chat.sendMessage({
      text: '/say Paying.\n/call pay {"amount":5}\n---\n/call pay {"amount":6}\n---\n/say Over.',
    });
    expect(chat.error).toBeUndefined();
    const held = callIn(lastOf(chat), 'pay');
    expect(held.state).toBe('approval-requested');
    expect(lastOf(chat).parts.filter(({ type }) => type === 'data-approval')).toMatchObject([
      { id: held.toolCallId, data: { status: 'held', args: { amount: 5 } } },
    ]);
    await chat.addToolApprovalResponse({ id: held.toolCallId, approved: true });
    await chat.sendMessage();
    expect(chat.error).toBeUndefined();
    const second = lastOf(chat).parts.findLast((part) => 'toolCallId' in part);
    const id = second !== undefined && 'toolCallId' in second ? second.toolCallId : '';
    expect(id).not.toBe(held.toolCallId);
    await chat.addToolApprovalResponse({ id, approved: false, reason: 'Enough' });
    await chat.sendMessage();
    expect(chat.error).toBeUndefined();
    expect(textOf(lastOf(chat))).toBe('Paying.|Over.');
    expect(lastOf(chat).parts.filter(({ type }) => type === 'data-approval')).toMatchObject([
      { data: { status: 'done', decisions: [{ decision: 'approve', actor: 'ada' }] } },
      { data: { status: 'rejected', decisions: [{ decision: 'reject', detail: { reason: 'Enough' } }] } },
    ]);
  },
);
