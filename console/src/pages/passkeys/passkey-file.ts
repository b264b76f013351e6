import type { Passkey } from '../../api/schema.ts';

/** The columns of a file of passkeys. */
export const passkeyFile = [
  { name: 'id', csv: ({ id }: Passkey) => id },
  { name: 'actor', csv: ({ actor }: Passkey) => actor },
  { name: 'name', csv: ({ name }: Passkey) => name },
  { name: 'thumbprint', csv: ({ thumbprint }: Passkey) => thumbprint },
  { name: 'created_at', csv: ({ created_at }: Passkey) => created_at },
];
