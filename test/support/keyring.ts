import { Keyring } from '#store/credentials/encryption.ts';

/** A keyring for tests that put parts together themselves. */
export const testKeyring = new Keyring([{ id: 'test', key: Buffer.alloc(32, 7) }]);
