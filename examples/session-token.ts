import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';

/**
 * Signs a session token, with which a browser or an app acts for one user: the task of a backend. Here for the demo
 * workspace of the running development stack. Prints the token. An approver acts in the claim `actor`.
 *
 * node examples/session-token.ts ada
 * node examples/session-token.ts ada eve@bank.example
 */
const { signing_key } = JSON.parse(
  readFileSync(join(process.env['DEV_DIR'] ?? '.dev', 'stack.json'), 'utf8'),
) as { signing_key: { kid: string; algorithm: string; secret: string } };
const [subject = 'demo-user', actor] = process.argv.slice(2);

const token = await new SignJWT(actor === undefined ? {} : { actor })
  .setProtectedHeader({ alg: signing_key.algorithm, kid: signing_key.kid })
  .setSubject(subject)
  .setAudience('loom')
  .setIssuedAt()
  .setExpirationTime('10m')
  .sign(new TextEncoder().encode(signing_key.secret));
console.log(token);
