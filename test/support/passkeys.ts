import type { ApprovalChallenge } from '#contract/approval-challenge.ts';
import type { Passkey, PasskeyCreationOptions } from '#contract/passkey.ts';
import type { z } from 'zod';
import { type Deviation, SoftwareAuthenticator } from '#tools/dev/software-authenticator.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { directClient, type Signer } from './session-tokens.ts';

type Challenge = z.infer<typeof ApprovalChallenge>;

/** A person with a client of their own, known by a session token, and a passkey. */
export interface Person {
  name: string;
  client: ApiClient;
  key: SoftwareAuthenticator;
  passkey: Passkey;
}

/** The origin of pages at a test service, as a browser sees it. */
export function originOf({ baseUrl }: { baseUrl: string }): string {
  return baseUrl.replace('127.0.0.1', 'localhost');
}

/** A client with a token for a person who acts for Ada. */
export async function clientOf(client: ApiClient, signer: Signer, actor: string): Promise<ApiClient> {
  return await directClient(client, signer, { sub: 'ada', actor });
}

/** Asks for options, and answers them. */
export async function register(
  client: ApiClient,
  key: SoftwareAuthenticator,
  deviation?: Deviation,
  further: { assertion?: SoftwareAuthenticator; name?: string } = {},
): Promise<ApiAnswer<Passkey>> {
  const { status, data: options } = await client.post<PasskeyCreationOptions>('/v1/passkeys/options');
  if (status !== 200) throw new Error(`the options were answered with ${status}`);
  const { assertion, name = 'Laptop' } = further;
  const { challenge, rp } = options;
  return await client.post<Passkey>('/v1/passkeys', {
    name,
    credential: key.register(options, deviation),
    ...(assertion === undefined
      ? {}
      : { assertion: { credential: assertion.sign({ challenge, rpId: rp.id }) } }),
  });
}

/** A person with a passkey. */
export async function enrolled(
  service: { baseUrl: string },
  client: ApiClient,
  signer: Signer,
  name: string,
): Promise<Person> {
  const own = await clientOf(client, signer, name);
  const key = new SoftwareAuthenticator(originOf(service));
  const { status, data } = await register(own, key);
  if (status !== 201) throw new Error(`the passkey was answered with ${status}`);
  return { name, client: own, key, passkey: data };
}

/** A held call as it is decided on. */
export interface Item {
  run_id: string;
  tool_call_id: string;
  digest: string;
}

export async function challengeFor(
  client: ApiClient,
  items: Item[],
  decision: 'approve' | 'reject' = 'approve',
): Promise<Challenge> {
  const asked = items.map(({ run_id, tool_call_id, digest }) => ({ run_id, tool_call_id, digest }));
  const { status, data } = await client.post<Challenge>('/v1/loom/approvals/challenge', {
    decision,
    items: asked,
  });
  if (status !== 200) throw new Error(`the challenge was answered with ${status}`);
  return data;
}

/** The body of a decision on one call that a person signs. */
export async function signedBody(
  { client, key }: Pick<Person, 'client' | 'key'>,
  item: Item,
  {
    decision = 'approve',
    deviation,
  }: { decision?: 'approve' | 'reject'; deviation?: Deviation | undefined } = {},
) {
  const { challenge_id, options } = await challengeFor(client, [item], decision);
  return {
    tool_call_id: item.tool_call_id,
    digest: item.digest,
    decision,
    assertion: { challenge_id, credential: key.sign(options, deviation) },
  };
}
