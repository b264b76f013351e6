import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { Speech, Utterance, VoiceProvider } from '#adapters/voice/port.ts';
import type { Log } from '#engine/ports/log.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { SpeechRef } from '#store/documents/speech.ts';
import type { Database } from '#store/mongo/database.ts';
import { insertSpeechChunk, readSpeechChunk, speechChunkBytes } from '#store/voice/speech-chunks.ts';
import {
  abandonSpeech,
  completeSpeech,
  failSpeech,
  meterVoice,
  renewSpeech,
  speechKeptMs,
} from '#store/voice/speeches.ts';
import { LiveAudio } from './live-audio.ts';
import { itemsUntilAborted, untilAborted } from '../../http/server/until-aborted.ts';

/** How long a synthesis may take. An adapter gives up earlier if its provider is silent. */
const longestMs = 5 * 60 * 1000;
/** The most audio of one text. Digits that are read one by one take the most: about 40 minutes. */
const largestBytes = 128 * 1024 * 1024;
/** Media types are short, and anything else than audio is a fault of the provider. */
const audioType = /^audio\/[\w.+-]{1,100}(;[ \w.+=",-]{0,100})?$/i;

/** Nobody wants the audio any more: its claim is taken by others, or the process stops. */
class Superseded extends Error {
  override name = 'Superseded';
}

/** The dependencies of a synthesis. */
export interface SynthesisParts {
  db: Database;
  keyring: Keyring;
  log: Log;
  /** After this time, others may take over from a process that has died. */
  leaseMs: number;
}

/** The speech to make, and its subject. */
export interface SynthesisOrder {
  speech: SpeechRef;
  utterance: Utterance;
  workspaceId: string;
  /** The characters that are metered. */
  characters: number;
  /** The id of the metered use. */
  usageId: string;
}

/**
 * The synthesis of a speech by the process that has claimed it. The audio is stored while its first listener receives
 * it, and is complete for the listener once it is stored and metered.
 */
export class Synthesis {
  readonly audio: LiveAudio;
  /** Resolves to the media type when there is audio. Rejects if the provider fails before. */
  readonly started: Promise<string>;
  /** Resolves when it is over, however it ended. */
  readonly over: Promise<void>;
  readonly #parts: SynthesisParts;
  readonly #order: SynthesisOrder;
  readonly #begun = Promise.withResolvers<string>();
  readonly #stop = new AbortController();
  #inserted = 0;
  #isOver = false;
  readonly #expiresAt = new Date(Date.now() + speechKeptMs + longestMs);

  constructor(provider: VoiceProvider, parts: SynthesisParts, order: SynthesisOrder) {
    this.#parts = parts;
    this.#order = order;
    this.audio = new LiveAudio(
      async (index) => await readSpeechChunk(parts.db, parts.keyring, order.speech, index),
    );
    this.started = this.#begun.promise;
    this.started.catch(() => {});
    this.over = this.#run(provider);
  }

  /** The listener has left: the provider is stopped, unless others wait for the same speech. */
  async leave(): Promise<void> {
    const { db, log } = this.#parts;
    const { speech, workspaceId, characters, usageId } = this.#order;
    if (this.#isOver || this.#stop.signal.aborted) return;
    try {
      if (!(await abandonSpeech(db, speech))) return;
      this.#stop.abort(new Superseded('the listener has left'));
      // The listener has received some of it.
      if (this.audio.bytes > 0) await meterVoice(db, workspaceId, { id: usageId, characters });
    } catch (error) {
      this.#stop.abort(error);
      log.warn({ err: error }, 'a speech whose listener left could not be given up');
    }
  }

  /** Stops it, because the process stops. Those who wait make it themselves. */
  stop(): void {
    this.#stop.abort(new Superseded('the process stops'));
  }

  async #run(provider: VoiceProvider): Promise<void> {
    const { signal } = this.#stop;
    const late = setTimeout(
      () => this.#stop.abort(new VoiceProviderFault('the synthesis took too long')),
      longestMs,
    );
    const lease = setInterval(() => void this.#renew(), this.#parts.leaseMs / 3);
    try {
      await this.#store(await untilAborted(provider.speak(this.#order.utterance, { signal }), signal));
      this.audio.end();
    } catch (error) {
      // The provider stops, whatever went wrong.
      this.#stop.abort(error);
      // Before the error is returned: a retry must not find this attempt, and its failure.
      await this.#giveUp(error);
      this.#begun.reject(error);
      this.audio.fail(error);
    } finally {
      this.#isOver = true;
      clearTimeout(late);
      clearInterval(lease);
    }
  }

  async #store({ content_type: contentType, audio }: Speech): Promise<void> {
    const { db } = this.#parts;
    const { speech, workspaceId, characters, usageId } = this.#order;
    if (!audioType.test(contentType))
      throw new VoiceProviderFault('the provider sent something else than audio');
    const pieces = new Pieces();
    for await (const chunk of itemsUntilAborted(audio, this.#stop.signal)) {
      if (chunk.length === 0) continue;
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.audio.append(bytes);
      this.#begun.resolve(contentType);
      if (this.audio.bytes > largestBytes) throw new VoiceProviderFault('the provider sent too much audio');
      for (const piece of pieces.add(bytes)) await this.#insert(piece);
    }
    if (this.audio.bytes === 0) throw new VoiceProviderFault('the provider sent no audio');
    if (pieces.bytes > 0) await this.#insert(pieces.take());
    this.#stop.signal.throwIfAborted();
    const completed = { contentType, bytes: this.audio.bytes, workspaceId, characters, usageId };
    if (!(await completeSpeech(db, speech, completed))) throw new Superseded('others have taken over');
  }

  async #insert(audio: Buffer): Promise<void> {
    const { db, keyring } = this.#parts;
    const index = this.#inserted;
    await insertSpeechChunk(db, keyring, this.#order.speech, { index, audio, expiresAt: this.#expiresAt });
    this.#inserted += 1;
    this.audio.noteStored(index * speechChunkBytes + audio.length);
  }

  async #renew(): Promise<void> {
    const { db, leaseMs, log } = this.#parts;
    try {
      if (await renewSpeech(db, this.#order.speech, leaseMs)) return;
      this.#stop.abort(new Superseded('the claim is lost'));
    } catch (error) {
      log.warn({ err: error }, 'the lease of a speech was not renewed');
    }
  }

  async #giveUp(error: unknown): Promise<void> {
    const { db, log } = this.#parts;
    const { speech } = this.#order;
    // Only a failure of the provider concerns those who wait too.
    const fault = error instanceof VoiceProviderFault ? 'voice_provider_error' : undefined;
    try {
      await failSpeech(db, speech, fault);
    } catch (failure) {
      log.warn({ err: failure }, 'a speech that failed stays claimed until its lease ends');
    }
  }
}

/** Collects audio, however small the chunks are in which it comes, and cuts it into pieces of {@link speechChunkBytes}. */
class Pieces {
  /** The length of what is left. */
  bytes = 0;
  #piece = Buffer.allocUnsafe(speechChunkBytes);

  /** Adds audio. @returns the pieces that are whole now */
  *add(audio: Buffer): Generator<Buffer, void> {
    for (let at = 0; at < audio.length;) {
      const copied = audio.copy(this.#piece, this.bytes, at);
      at += copied;
      this.bytes += copied;
      if (this.bytes === speechChunkBytes) yield this.take();
    }
  }

  /** The rest. */
  take(): Buffer {
    const piece = this.#piece.subarray(0, this.bytes);
    this.#piece = Buffer.allocUnsafe(speechChunkBytes);
    this.bytes = 0;
    return piece;
  }
}
