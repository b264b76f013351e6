import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Patch, PatchDefinition } from '#contract/patch.ts';
import { definition } from '../../support/agents.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
beforeAll(async () => {
  ({ client } = await service.workspace());
  const published: Partial<PatchDefinition>[] = [
    { key: 'pay' },
    { key: 'pay' },
    { key: 'sign', interaction: 'proposed_action' },
    { key: 'wipe', risk: { base: 'critical' } },
  ];
  for (const parts of published) await client.post<Patch>('/v1/patches', patchDefinition(parts));
});

const publish = async (patches: object[]) => await client.post<Agent>('/v1/agents', definition({ patches }));

it.each([
  [[{ ref: 'pay@1' }]],
  [[{ ref: 'pay@2', gate: 'confirm', risk: 'high' }]],
  [[{ ref: 'pay@1', risk: 'medium' }]],
  [[{ ref: 'wipe@1', risk: 'critical' }]],
  [[{ ref: 'sign@1', risk: 'critical' }]],
  [[{ ref: 'identify_account@1', gate: 'confirm' }]],
  [[{ ref: 'ask_user@1' }, { ref: 'handoff@1' }, { ref: 'show_block@1' }, { ref: 'pay@1' }]],
])('[agent.publish.patches] %j is published as it is', async (patches) => {
  const { status, data } = await publish(patches);
  expect([status, data.patches]).toEqual([201, patches]);
});

it.each([
  ['patches.0.ref', [{ ref: 'none@1' }]],
  ['patches.0.ref', [{ ref: 'pay@3' }]],
  ['patches.0.ref', [{ ref: 'ask_user@2' }]],
  ['patches.0.ref', [{ ref: 'constructor@1' }]],
  ['patches.0.ref', [{ ref: 'pay' }]],
  ['patches.0.gate', [{ ref: 'pay@1', gate: 'always' }]],
  ['patches.0.risk', [{ ref: 'pay@1', risk: 'none' }]],
])('[agent.publish.patches] %s is refused in %j', async (path, patches) => {
  const answer = await publish(patches);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ path })]);
});

it.each([
  ['two versions of one patch', 'patches.2.ref', [{ ref: 'pay@1' }, { ref: 'wipe@1' }, { ref: 'pay@2' }]],
  ['a patch twice', 'patches.1.ref', [{ ref: 'pay@1' }, { ref: 'pay@1' }]],
])('[agent.publish.one-version] %s is refused', async (_, path, patches) => {
  const answer = await publish(patches);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ path, code: 'duplicate_patch' })]);
});

it.each([
  ['a gate before a question', 'patches.0.gate', [{ ref: 'ask_user@1', gate: 'confirm' }]],
  ['a gate before a handoff', 'patches.0.gate', [{ ref: 'handoff@1', gate: 'confirm' }]],
  ['a gate before a proposed action', 'patches.0.gate', [{ ref: 'sign@1', gate: 'confirm' }]],
  ['a gate before a plan', 'patches.1.gate', [{ ref: 'pay@1' }, { ref: 'update_plan@1', gate: 'confirm' }]],
  ['a gate before a block', 'patches.0.gate', [{ ref: 'show_block@1', gate: 'confirm', risk: 'high' }]],
])('[agent.publish.gate] %s is refused', async (_, path, patches) => {
  const answer = await publish(patches);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ path, code: 'gate_not_allowed' })]);
});

it.each([
  ['pay@1', 'low'],
  ['wipe@1', 'high'],
])('[agent.publish.risk-raise] %s cannot be lowered to %s', async (ref, risk) => {
  const answer = await publish([{ ref: 'ask_user@1' }, { ref, risk }]);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([
    { path: 'patches.1.risk', message: expect.any(String), code: 'risk_lowered' },
  ]);
});

it("[agent.publish.patches] another workspace's patch is unknown", async () => {
  const other = (await service.workspace()).client;
  const answer = await other.post('/v1/agents', definition({ patches: [{ ref: 'pay@1' }] }));
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
});
