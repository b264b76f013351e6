import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

const mostOrigins = 16;

/** A domain of at least two labels, or this machine. */
const RpId = z
  .string()
  .max(253)
  .refine(
    (id) =>
      id === 'localhost' || /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(id),
    'must be a domain in lower case, without scheme, port and path',
  )
  .meta({ description: 'The domain of the pages on which people sign, or a parent of theirs.' });

const Origin = z
  .string()
  .max(300)
  .refine(
    (text) => isPageOrigin(text),
    'must be an https origin, such as https://app.example.com, or http to localhost',
  );

/** Body of `PUT /v1/settings/passkeys`: it replaces the settings. */
export const NewPasskeySettings = z
  .strictObject({
    rp_id: RpId.optional().meta({ description: 'Default: the host of `BASE_URL`.' }),
    origins: z.array(Origin).min(1).max(mostOrigins).optional().meta({
      description:
        'The origins of these pages. Default: `https://` and `rp_id`, or the origin of `BASE_URL`.',
    }),
  })
  .meta({ id: 'NewPasskeySettings' });
export type NewPasskeySettings = z.infer<typeof NewPasskeySettings>;

/** Where passkeys of a workspace are made and used. */
export const PasskeySettings = z
  .object({
    rp_id: z.string(),
    origins: z.array(z.string()),
    updated_at: Timestamp.optional().meta({ description: 'Absent while nobody has set anything.' }),
  })
  .meta({ id: 'PasskeySettings' });
export type PasskeySettings = z.infer<typeof PasskeySettings>;

function isPageOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
}
