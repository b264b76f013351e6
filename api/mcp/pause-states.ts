import { hkdfSync } from 'node:crypto';
import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Digest } from '#contract/digest.ts';
import { Uuid } from '#contract/ids.ts';
import { Timestamp } from '#contract/timestamp.ts';
import type { EncryptionKey } from '#store/credentials/encryption.ts';

/** The item that a client is asked to resolve, sent back with its user's answer. */
export const PauseState = z.object({
  run_id: Uuid,
  tool_call_id: Uuid,
  kind: z.enum(['question', 'confirmation']),
  /** Since when the run waits: a call can be held again. */
  since: Timestamp,
  /** For a held write: digest of the version that the user was shown. */
  digest: Digest.optional(),
  /** The number of withdrawn approvals: an approval after that is a new question. */
  withdrawn: z.int().optional(),
  /** Whether the user was sent to the service's own page, and decides there. */
  on_page: z.boolean().optional(),
});
export type PauseState = z.infer<typeof PauseState>;

/** How long a client may take to ask its user. The pause itself lasts longer, and can be resolved by calling a tool. */
const ttlSeconds = 24 * 60 * 60;

/**
 * Signs the state that a client carries while it asks its user. It is bound to the grant, needs no memory, and is valid in
 * all processes with the same keys.
 */
export class PauseStates {
  readonly #codecs: RequestStateCodec[];

  /** @param keys the signing keys are derived from them: the first signs, and all verify */
  constructor(keys: EncryptionKey[]) {
    this.#codecs = keys.map(({ key }) =>
      createRequestStateCodec({
        key: Buffer.from(hkdfSync('sha256', key, '', 'heddle mcp pause', 32)),
        ttlSeconds,
        bind: (context) => String(context.http?.authInfo?.extra?.['grant_id']),
      }),
    );
  }

  async sign(state: PauseState, context: ServerContext): Promise<string> {
    const [codec] = this.#codecs;
    if (codec === undefined) throw new Error('no key to sign with');
    return await codec.mint(state, context);
  }

  /** @throws if the state was not signed here for this grant, or is too old */
  async verify(text: string, context: ServerContext): Promise<PauseState> {
    const states = await Promise.allSettled(
      this.#codecs.map(async (codec) => await codec.verify(text, context)),
    );
    const valid = states.find((state) => state.status === 'fulfilled');
    if (valid === undefined) throw new Error('invalid request state');
    return PauseState.parse(valid.value);
  }
}
