import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signSessionToken } from '#heddle-client/index.ts';

/**
 * Signs a session token, with which a browser or an app acts for one user: the task of a backend. Here for the demo
 * workspace of the running development stack. Prints the token. An approver acts in the claim `actor`.
 *
 * node examples/session-token.ts ada
 * node examples/session-token.ts ada eve@bank.example
 */
const { signing_key } = JSON.parse(
  readFileSync(join(process.env['DEV_DIR'] ?? '.dev', 'stack.json'), 'utf8'),
) as { signing_key: { kid: string; secret: string } };
const [sub = 'demo-user', actor] = process.argv.slice(2);

const { kid: id, secret } = signing_key;
console.log(await signSessionToken({ id, algorithm: 'HS256', secret }, { sub, actor }));
