import { ids, times } from './ids.ts';

/** Examples of the audit log. Their hashes are not those of the examples. */
export const auditExamples = {
  SignedStatement: {
    jws: 'eyJhbGciOiJFZERTQSJ9.eyJzZXEiOjQxfQ.c2lnbmF0dXJl',
  },
  AuditEntry: {
    id: '019a9f41-b0c4-7d31-8e52-b4c5d6e7f809',
    workspace_id: ids.workspace,
    seq: 41,
    type: 'call.decided',
    at: times.decided,
    target: { kind: 'tool_call', id: ids.toolCall },
    details: {
      run_id: ids.run,
      agent_id: ids.agent,
      patch_ref: 'send_payment@1',
      decision: 'approve',
      via: 'api_key',
    },
    credential: { kind: 'api_key', id: ids.apiKey },
    commitments: {
      actor: '4GPnba2zzTKytOI1BkH_0LCcB5mSv0VSBqTNyHJVcXo',
      subject_ref: 'PqRJQV72KsBBSetd4Cw64NnnI9AhAbccnknLQ6Uoj00',
      args: 'kTKCSOpMOIbgpIcJukYaCW5FcoyJQg3kHsbrZwUUTpY',
    },
    previous_hash: '8c1f6f6d2b5a4e7c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e',
    hash: 'd2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26',
    actor: 'mo@example.com',
    subject_ref: 'customer-481',
    salts: {
      actor: 'q3eSDYkFBE1CENq0rbQxYWmUfyC8zVqFBpkKHwvT8aM',
      subject_ref: '0mK3vT8dQx2LrY7cWb5nHs9ZAbCdEfGhIjKlMnOpQrS',
    },
  },
};
