import type { Endpoint } from '../routing/endpoint.ts';
import { getConsoleSession } from './get-session.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** The console's endpoints beside /v1, which only its own pages may call. */
export const consoleEndpoints: Endpoint[] = [signIn, getConsoleSession, signOut];
