import { ids, times } from './ids.ts';

const challengeId = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA';
const credentialId = 'mfwKqL2yZ3Qy0R5bTn8sUg';
const digest = 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:';
const descriptor = { type: 'public-key', id: credentialId, transports: ['internal'] };

const passkey = {
  id: ids.passkey,
  actor: 'ada@bank.example',
  name: 'Laptop',
  thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  rp_id: 'heddle.example.com',
  enrolled_via: 'console',
  created_at: times.connected,
};

const statement = {
  challenge_id: challengeId,
  workspace_id: ids.workspace,
  actor: passkey.actor,
  decision: 'approve',
  digests: [digest],
  expires_at: times.challengeExpires,
};

/** Examples of passkeys and what they sign. */
export const passkeyExamples = {
  NewPasskey: {
    name: passkey.name,
    credential: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZQ',
        transports: ['internal'],
      },
    },
  },
  Passkey: passkey,
  RevokedPasskey: { id: ids.passkey, revoked_at: times.replied },
  PasskeyCreationOptions: {
    rp: { id: 'heddle.example.com', name: 'heddle.example.com' },
    user: {
      id: 'XEXzVzXwuCjiHV3tHZo5M3s1rbVnPVS5dHN3n7NEPZw',
      name: passkey.actor,
      displayName: passkey.actor,
    },
    challenge: challengeId,
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -8 },
      { type: 'public-key', alg: -257 },
    ],
    timeout: 300_000,
    excludeCredentials: [descriptor],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  },
  NewPasskeySettings: { rp_id: 'bank.example', origins: ['https://app.bank.example'] },
  PasskeySettings: {
    rp_id: 'bank.example',
    origins: ['https://app.bank.example'],
    updated_at: times.published,
  },
  NewApprovalChallenge: {
    decision: 'approve',
    items: [{ run_id: ids.run, tool_call_id: ids.toolCall, digest }],
  },
  ApprovalChallenge: {
    challenge_id: challengeId,
    statement,
    options: {
      challenge: 'mOdfVoz8MAcWhlJ2yyJDi0ZVXeiyUVkCx8oWVnVzCqM',
      rpId: 'heddle.example.com',
      allowCredentials: [descriptor],
      userVerification: 'required',
      timeout: 300_000,
    },
    expires_at: times.challengeExpires,
  },
};
