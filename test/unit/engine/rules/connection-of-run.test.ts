import { expect, it } from 'vitest';
import { chooseConnection } from '#engine/rules/connection-of-run.ts';

const [requested, only] = [
  { id: 'header', name: 'Header' },
  { id: 'only', name: 'Only' },
];
const thread = { connection_id: 'thread', agent_connection: 'agent' };

it.each([
  ['that of the header', { requested, claimed: 'claim', thread, only }, { connection: requested }],
  [
    'that of the token, by its id, which must exist',
    { claimed: 'claim', thread, only },
    { idOrName: 'claim', names: false, required: true },
  ],
  ['that of the thread', { thread, only }, { idOrName: 'thread', names: true, required: false }],
  [
    'that of the agent, by its name too',
    { thread: { agent_connection: 'agent' }, only },
    { idOrName: 'agent', names: true, required: false },
  ],
  ['the only one', { thread: {}, only }, { connection: only }],
  ['none', { thread: {} }, { connection: undefined }],
])('[connection.resolution-order] a run has %s', (_, named, chosen) => {
  expect(chooseConnection(named)).toEqual(chosen);
});
