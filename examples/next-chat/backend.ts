import { type Backend, demoBackend } from '../chat-backend.ts';

/** The demo agent of the running development stack. A server of your own has its keys from its environment. */
export function backend(): Backend {
  return demoBackend(process.env['DEV_DIR'] ?? '../../.dev');
}

/** The signed-in user: here the same one for everybody. A server of your own reads its session. */
export function signedIn(): string {
  return 'demo-user';
}
