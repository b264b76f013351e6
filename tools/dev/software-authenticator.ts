import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  AssertionCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '#contract/passkey.ts';
import { PublicJwk } from '#contract/signing-key.ts';

/** The COSE algorithms with which it can make keys: the allowed ones, and one that is not. */
const generators = {
  [-7]: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  [-8]: () => generateKeyPairSync('ed25519'),
  [-257]: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  [-35]: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
} as const;
type Algorithm = keyof typeof generators;

/** Deviations of an authenticator, or of the page that uses it, from what is asked for. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** Default: true. */
  userVerified?: boolean;
  /** Default: one more than the last time. */
  counter?: number;
  userHandle?: string;
}

/** A key that is kept for a later process. */
export interface SavedKey {
  id: string;
  origin: string;
  algorithm: Algorithm;
  /** In PKCS #8. */
  pem: string;
  counter: number;
}

/** An authenticator with one key, and the page in front of it: what a browser and a passkey do (WebAuthn). */
export class SoftwareAuthenticator {
  readonly id: string;
  readonly #algorithm: Algorithm;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #origin: string;
  #counter: number;

  /**
   * @param origin of the page
   * @param saved the key. Default: a new one
   */
  constructor(origin: string, algorithm: Algorithm = -7, saved?: Omit<SavedKey, 'origin' | 'algorithm'>) {
    this.id = saved?.id ?? randomBytes(32).toString('base64url');
    this.#privateKey = saved === undefined ? generators[algorithm]().privateKey : createPrivateKey(saved.pem);
    this.#publicKey = createPublicKey(this.#privateKey);
    this.#origin = origin;
    this.#algorithm = algorithm;
    this.#counter = saved?.counter ?? 0;
  }

  static restore({ origin, algorithm, ...saved }: SavedKey): SoftwareAuthenticator {
    return new SoftwareAuthenticator(origin, algorithm, saved);
  }

  save(): SavedKey {
    const pem = this.#privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { id: this.id, origin: this.#origin, algorithm: this.#algorithm, pem, counter: this.#counter };
  }

  /** Its public key, as a receipt shows it. Not of P-384. */
  get publicJwk(): PublicJwk {
    return PublicJwk.parse(this.#publicKey.export({ format: 'jwk' }));
  }

  /** The result of `navigator.credentials.create()`, as JSON. */
  register(
    { rp, challenge }: Pick<PasskeyCreationOptions, 'rp' | 'challenge'>,
    deviation: Deviation = {},
  ): RegistrationCredential & { response: { transports: string[] } } {
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      isoCBOR.encode(this.#coseKey()),
    ]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id, 0x40, deviation), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The result of `navigator.credentials.get()`, as JSON. */
  sign(
    { challenge, rpId }: Pick<PasskeyRequestOptions, 'challenge' | 'rpId'>,
    deviation: Deviation = {},
  ): AssertionCredential {
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const authenticatorData = this.#authenticatorData(rpId, 0, deviation);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const hash = this.#algorithm === -8 ? null : this.#algorithm === -35 ? 'sha384' : 'sha256';
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign(hash, signed, this.#privateKey).toString('base64url'),
      userHandle: deviation.userHandle ?? 'dXNlcg',
    };
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin, crossOrigin = false } = deviation;
    const said = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin,
    };
    return Buffer.from(JSON.stringify(said));
  }

  #authenticatorData(rpId: string, flags: number, deviation: Deviation): Buffer {
    this.#counter = deviation.counter ?? this.#counter + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const verified = deviation.userVerified === false ? 0 : 0x04;
    return Buffer.concat([
      createHash('sha256')
        .update(deviation.rpId ?? rpId)
        .digest(),
      Buffer.from([0x01 | verified | flags]),
      counter,
    ]);
  }

  #coseKey() {
    const { x = '', y = '', n = '', e = '' } = this.#publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const members: [number, number | Uint8Array<ArrayBuffer>][] =
      this.#algorithm === -257
        ? [
            [1, 3],
            [3, -257],
            [-1, bytes(n)],
            [-2, bytes(e)],
          ]
        : this.#algorithm === -8
          ? [
              [1, 1],
              [3, -8],
              [-1, 6],
              [-2, bytes(x)],
            ]
          : [
              [1, 2],
              [3, this.#algorithm],
              [-1, this.#algorithm === -7 ? 1 : 2],
              [-2, bytes(x)],
              [-3, bytes(y)],
            ];
    return new Map(members);
  }
}
