import type { VoiceProvider } from '#adapters/voice/port.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { SpeechDocument, SpeechRef } from '#store/documents/speech.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import { keepUnlessErased } from '#store/voice/forget-listener.ts';
import { openSpeech } from '#store/voice/speech-chunks.ts';
import { claimSpeech, findSpeech, useSpeech } from '#store/voice/speeches.ts';
import { toVoiceError } from './provider-errors.ts';
import { SpeechWaits } from './speech-waits.ts';
import { Synthesis, type SynthesisParts } from './synthesis.ts';
import { untilAborted } from '../../http/server/until-aborted.ts';

/** How long a request waits for a speech that another one makes. */
const longestWaitMs = 60_000;
const retryAfterSeconds = 5;

/** A text to speak, for a subject. */
export interface SpeechOrder {
  workspaceId: string;
  subject: string;
  /** The rendered text. */
  text: string;
  voiceId: string | undefined;
  language: string | undefined;
  resource: NewResource;
  /** The id of the request, by which an erasure of the subject that came after it is known. */
  requestId: string;
}

/** A speech that is ready. */
export interface Spoken {
  ref: SpeechRef;
  cache: 'hit' | 'miss';
  contentType: string;
  /** Breaks off with an error if not all of it can be had. */
  audio: AsyncGenerator<Uint8Array, void>;
  /** The length in bytes, if it is known already. */
  length?: number;
  /** Call it once, when the listener has received all of it or has left. */
  leave: () => void;
}

/**
 * Speaks texts. A text that was spoken before, in the same voice and language and for the same workspace, is read from
 * the store. Of any number of simultaneous requests for the same speech, in any number of processes, one makes it, and the
 * others wait for it (voice.speak.once).
 */
export class Speeches {
  readonly #parts: SynthesisParts;
  readonly #waits: SpeechWaits;
  readonly #running = new Set<Synthesis>();

  constructor(parts: SynthesisParts) {
    this.#parts = parts;
    this.#waits = new SpeechWaits(parts.db);
  }

  /**
   * @param gone aborts when the listener leaves before there is audio
   * @throws {ServiceError} `voice_provider_error`, `invalid_request`, `erasure_running`, `temporarily_unavailable` if
   *   others make the speech and do not finish in time
   */
  async speak(provider: VoiceProvider, order: SpeechOrder, gone: AbortSignal): Promise<Spoken> {
    const { db, leaseMs } = this.#parts;
    const id = this.#idOf(provider, order);
    const waitsUntil = performance.now() + longestWaitMs;
    let speech = await findSpeech(db, id);
    for (;;) {
      if (speech?.state === 'ready' && speech.expires_at.getTime() > Date.now()) {
        const spoken = await this.#stored(speech, order);
        if (spoken !== undefined) return spoken;
      }
      const claimed = await claimSpeech(db, requestOf(id, order), leaseMs);
      if (claimed.speech.attempt === claimed.attempt) {
        await this.#keepUnlessErased(id, order);
        return await this.#make(provider, { speech_id: id, attempt: claimed.attempt }, order, gone);
      }
      ({ speech } = claimed);
      if (speech.state === 'ready') {
        const spoken = await this.#stored(speech, order);
        if (spoken !== undefined) return spoken;
        continue;
      }
      const { attempt } = speech;
      const left = Math.ceil(waitsUntil - performance.now());
      if (left <= 0) throw beingMade();
      const late = AbortSignal.timeout(left);
      await this.#waits
        .untilOver({ speech_id: id, attempt }, AbortSignal.any([gone, late]))
        .catch((error: unknown) => {
          throw late.aborted ? beingMade() : error;
        });
      speech = await findSpeech(db, id);
      if (speech?.attempt === attempt && speech.state === 'failed' && speech.fault !== undefined) {
        throw new ServiceError(speech.fault, 'The voice provider failed; try again.');
      }
    }
  }

  /** Stops what is made here, for those who wait elsewhere. */
  async close(): Promise<void> {
    for (const synthesis of this.#running) synthesis.stop();
    await Promise.all([...this.#running].map(async ({ over }) => await over));
  }

  /** JSON separates the parts. The default voice differs from any choice, and from other defaults. */
  #idOf(
    { name, default_voice: defaultVoice }: VoiceProvider,
    { workspaceId, voiceId, language, text }: SpeechOrder,
  ): string {
    const voice = voiceId === undefined ? ['default', defaultVoice] : ['chosen', voiceId];
    const parts = [workspaceId, name, ...voice, language ?? null, text];
    return this.#parts.keyring.digest('speech', parts);
  }

  async #keepUnlessErased(id: string, { workspaceId, subject, requestId }: SpeechOrder): Promise<void> {
    const owner = { workspace_id: workspaceId, subject_ref: subject };
    await keepUnlessErased(this.#parts.db, id, owner, requestId);
  }

  /** Undefined if its audio is gone. */
  async #stored(speech: SpeechDocument, order: SpeechOrder): Promise<Spoken | undefined> {
    const { db, keyring } = this.#parts;
    const { _id, attempt, made_by, content_type: contentType = '', bytes = 0 } = speech;
    const { subject, resource } = order;
    await useSpeech(db, speech, subject);
    await this.#keepUnlessErased(_id, order);
    const ref = { speech_id: _id, attempt };
    // The process that made it for this request has died before it could answer.
    const isOwn = resource.mayExist && made_by === resource.id;
    const audio = await openSpeech(db, keyring, ref, bytes);
    if (audio === undefined) return undefined;
    return {
      ref,
      cache: isOwn ? 'miss' : 'hit',
      contentType,
      audio,
      length: bytes,
      leave: () => {},
    };
  }

  async #make(
    provider: VoiceProvider,
    speech: SpeechRef,
    { workspaceId, text, voiceId, language, resource }: SpeechOrder,
    gone: AbortSignal,
  ): Promise<Spoken> {
    const synthesis = new Synthesis(provider, this.#parts, {
      speech,
      utterance: {
        text,
        ...defined({ voice_id: voiceId, language }),
      },
      workspaceId,
      characters: Array.from(text).length,
      usageId: resource.id,
    });
    this.#running.add(synthesis);
    void synthesis.over.finally(() => this.#running.delete(synthesis));
    const leave = () => void synthesis.leave();
    try {
      const contentType = await untilAborted(synthesis.started, gone);
      return { ref: speech, cache: 'miss', contentType, audio: synthesis.audio.read(), leave };
    } catch (error) {
      leave();
      throw toVoiceError(error);
    }
  }
}

function requestOf(id: string, { workspaceId, subject, resource }: SpeechOrder) {
  return { _id: id, workspace_id: workspaceId, subject_ref: subject, made_by: resource.id };
}

function beingMade(): ServiceError {
  return new ServiceError('temporarily_unavailable', 'The speech is still being made; try again.', {
    retryAfterSeconds,
  });
}
