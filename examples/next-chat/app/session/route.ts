import { tokenFor } from '../../../chat-backend.ts';
import { backend, signedIn } from '../../backend.ts';

/** Signs a session token for the signed-in user. The keys stay here. */
export async function POST(): Promise<Response> {
  return Response.json({ token: await tokenFor(backend(), signedIn()) });
}
