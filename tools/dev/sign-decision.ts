import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SignJWT } from 'jose';
import { Heddle } from '#heddle-client/index.ts';
import { type SavedKey, SoftwareAuthenticator } from './software-authenticator.ts';
import { writePrivateJson } from './stack/private-file.ts';
import type { StackFile } from './stack/stack-file.ts';

/**
 * Decides on all held calls of a run by one signature of a passkey, in the demo workspace of the running development stack. It stands
 * in for a person, their browser and their passkey, which it enrols the first time. Prints the results.
 *
 * node tools/dev/sign-decision.ts 01a1…d0e1
 * node tools/dev/sign-decision.ts 01a1…d0e1 --reject --actor mia@bank.example
 */
const { positionals, values } = parseArgs({
  options: {
    actor: { type: 'string', default: 'eve@bank.example' },
    subject: { type: 'string', default: 'demo-user' },
    reject: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [runId] = positionals;
if (runId === undefined) throw new Error('name the run: node tools/dev/sign-decision.ts <run_id>');
const devDir = process.env['DEV_DIR'] ?? '.dev';
const { base_url, workspace_id, signing_key } = JSON.parse(
  readFileSync(join(devDir, 'stack.json'), 'utf8'),
) as StackFile;

/** As a backend signs it for its user: the person behind the decision is the claim `actor`. */
const token = await new SignJWT({ actor: values.actor })
  .setProtectedHeader({ alg: signing_key.algorithm, kid: signing_key.kid })
  .setSubject(values.subject)
  .setAudience('loom')
  .setIssuedAt()
  .setExpirationTime('10m')
  .sign(new TextEncoder().encode(signing_key.secret));
const heddle = new Heddle({ baseUrl: base_url, apiKey: token });
const keyFile = join(devDir, `passkey-${workspace_id}-${encodeURIComponent(values.actor)}.json`);
const passkey = existsSync(keyFile)
  ? SoftwareAuthenticator.restore(JSON.parse(readFileSync(keyFile, 'utf8')) as SavedKey)
  : await enrol();

const { pending_confirmations = [] } = await heddle.runs.wait(runId);
const decision = values.reject ? 'reject' : 'approve';
const items = pending_confirmations.map(({ run_id, tool_call_id, digest = '' }) => ({
  run_id,
  tool_call_id,
  digest,
}));
const { challenge_id, options } = await heddle.passkeys.challenge({ decision, items });
const credential = passkey.sign(options);
save(passkey);
console.log(
  JSON.stringify(await heddle.runs.decide({ decision, items, assertion: { challenge_id, credential } })),
);

async function enrol(): Promise<SoftwareAuthenticator> {
  const created = new SoftwareAuthenticator(base_url.replace('127.0.0.1', 'localhost'));
  const credential = created.register(await heddle.passkeys.options());
  await heddle.passkeys.enrol({ name: 'Software authenticator', credential });
  save(created);
  return created;
}

function save(key: SoftwareAuthenticator): void {
  writePrivateJson(keyFile, key.save());
}
