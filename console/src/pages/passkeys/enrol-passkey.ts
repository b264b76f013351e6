import { api, dataOf } from '../../api/client.ts';
import type { NewPasskey, PasskeyCreationOptions } from '../../api/schema.ts';
import { createPasskey, signWithPasskey } from '../../passkeys/browser-passkeys.ts';

/**
 * Makes a passkey in the browser and enrols it. A passkey of the person that is there already is asked to agree.
 * @returns `proposed` if another person has to approve it
 * @throws {ApiError} and {PasskeyCancelled}
 */
export async function enrolPasskey(name: string): Promise<'enrolled' | 'proposed'> {
  const options = dataOf(await api.POST('/v1/passkeys/options'));
  const credential = await createPasskey(options);
  const assertion = await consentTo(options);
  const made = dataOf(
    await api.POST('/v1/passkeys', {
      body: { name, credential, ...(assertion === undefined ? {} : { assertion }) },
    }),
  );
  return 'operation' in made ? 'proposed' : 'enrolled';
}

/** The agreement of an earlier passkey; undefined if the person has none that can be used here. */
async function consentTo({
  rp,
  challenge,
  excludeCredentials,
  timeout,
}: PasskeyCreationOptions): Promise<NewPasskey['assertion']> {
  if (excludeCredentials.length === 0) return undefined;
  try {
    const credential = await signWithPasskey({
      challenge,
      rpId: rp.id,
      allowCredentials: excludeCredentials,
      userVerification: 'required',
      timeout,
    });
    return { credential };
  } catch {
    // The person has none of them at hand: another person may approve instead.
    return undefined;
  }
}
