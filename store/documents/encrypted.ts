import type { Binary } from 'mongodb';

/** A secret at rest: AES-256-GCM. */
export interface Encrypted {
  /** Identifies the key that decrypts it. */
  key_id: string;
  nonce: Binary;
  /** The ciphertext and its tag. */
  ciphertext: Binary;
}
