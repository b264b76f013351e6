import type {
  Assertion,
  PasskeyAssertion,
  PasskeyRequestOptions,
} from '../../typescript/src/schema/types.gen.ts';

export type { PasskeyAssertion, PasskeyRequestOptions };

/** Has a passkey of the person answer a challenge, and gives the response as its `toJSON()` does. */
export type OnAssertion = (options: PasskeyRequestOptions) => Promise<PasskeyAssertion>;

/** A person used no passkey for a decision that needs one. */
class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/**
 * Has a passkey sign a decision on a held write. It is a file of its own, which a page loads when somebody first signs.
 * @param ask asks the service for the challenge
 * @param onAssertion default: the browser asks the person
 * @throws {NotSigned} if they use no passkey, and what `ask` throws
 */
export async function assertionFor(
  item: { run_id: string | undefined; tool_call_id: string; digest: string | undefined },
  approved: boolean,
  ask: (body: object) => Promise<unknown>,
  onAssertion: OnAssertion = askBrowser,
): Promise<Assertion> {
  const body = { decision: approved ? 'approve' : 'reject', items: [item] };
  const { challenge_id, options } = (await ask(body)) as {
    challenge_id: string;
    options: PasskeyRequestOptions;
  };
  return { challenge_id, credential: await onAssertion(options) };
}

async function askBrowser(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return credential.toJSON() as PasskeyAssertion;
  } catch (cause) {
    throw new NotSigned('No passkey was used: nothing was decided.', { cause });
  }
}
