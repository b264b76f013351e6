import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '../api/schema.ts';

/** The person has closed the browser's dialog, or let it time out. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';

  constructor() {
    super('The passkey was not used: nothing has changed.');
  }
}

/**
 * Makes a passkey.
 * @throws {PasskeyCancelled}
 */
export async function createPasskey(options: PasskeyCreationOptions): Promise<PasskeyRegistration> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return await answerOf<PasskeyRegistration>(navigator.credentials.create({ publicKey }));
}

/**
 * Has a passkey sign a challenge.
 * @throws {PasskeyCancelled}
 */
export async function signWithPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return await answerOf<PasskeyAssertion>(navigator.credentials.get({ publicKey }));
}

async function answerOf<Answer>(asked: Promise<Credential | null>): Promise<Answer> {
  try {
    const credential = await asked;
    if (credential === null) throw new PasskeyCancelled();
    return (credential as PublicKeyCredential).toJSON() as Answer;
  } catch (error) {
    const isCancelled =
      error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
    throw isCancelled ? new PasskeyCancelled() : error;
  }
}
