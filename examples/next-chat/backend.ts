import { type Backend, demoBackend } from '../chat-backend.ts';

/** The demo agent of the running development stack. A server of your own has its keys from its environment. */
export function backend(): Backend {
  return demoBackend(process.env['DEV_DIR'] ?? '../../.dev');
}

/** Who is signed in: here the same user for everybody. A server of your own looks into its session. */
export function signedIn(): string {
  return 'demo-user';
}
