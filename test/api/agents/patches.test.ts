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
  ['patches.0.ref', undefined, [{ ref: 'none@1' }]],
  ['patches.0.ref', undefined, [{ ref: 'pay@3' }]],
  ['patches.0.ref', undefined, [{ ref: 'ask_user@2' }]],
  ['patches.0.ref', undefined, [{ ref: 'constructor@1' }]],
  ['patches.0.ref', undefined, [{ ref: 'pay' }]],
  ['patches.0.gate', undefined, [{ ref: 'pay@1', gate: 'always' }]],
  ['patches.0.risk', undefined, [{ ref: 'pay@1', risk: 'none' }]],
  ['patches.2.ref', 'duplicate_patch', [{ ref: 'pay@1' }, { ref: 'wipe@1' }, { ref: 'pay@2' }]],
  ['patches.1.ref', 'duplicate_patch', [{ ref: 'pay@1' }, { ref: 'pay@1' }]],
  ['patches.0.gate', 'gate_not_allowed', [{ ref: 'ask_user@1', gate: 'confirm' }]],
  ['patches.0.gate', 'gate_not_allowed', [{ ref: 'handoff@1', gate: 'confirm' }]],
  ['patches.0.gate', 'gate_not_allowed', [{ ref: 'sign@1', gate: 'confirm' }]],
  ['patches.1.gate', 'gate_not_allowed', [{ ref: 'pay@1' }, { ref: 'update_plan@1', gate: 'confirm' }]],
  ['patches.0.gate', 'gate_not_allowed', [{ ref: 'show_block@1', gate: 'confirm', risk: 'high' }]],
  ['patches.1.risk', 'risk_lowered', [{ ref: 'ask_user@1' }, { ref: 'pay@1', risk: 'low' }]],
  ['patches.1.risk', 'risk_lowered', [{ ref: 'ask_user@1' }, { ref: 'wipe@1', risk: 'high' }]],
])(
  '[agent.publish.patches] [agent.publish.one-version] [agent.publish.gate] [agent.publish.risk-raise] %s is refused (%s) in %j',
  async (path, code, patches) => {
    const answer = await publish(patches);
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toMatchObject([{ path, ...(code === undefined ? {} : { code }) }]);
  },
);

it("[agent.publish.patches] another workspace's patch is unknown", async () => {
  const other = (await service.workspace()).client;
  const answer = await other.post('/v1/agents', definition({ patches: [{ ref: 'pay@1' }] }));
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
});
