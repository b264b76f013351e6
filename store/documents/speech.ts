import type { ErrorCode } from '#contract/errors.ts';
import type { Encrypted } from './encrypted.ts';

/** Spoken audio that is stored: the speech, and the attempt that made it. */
export interface SpeechRef {
  speech_id: string;
  attempt: string;
}

/**
 * A text as it was spoken once, for a workspace. Neither the text nor the voice is stored, but a keyed hash of them, so
 * that nobody who reads the store can test guesses.
 */
export interface SpeechDocument {
  /** HMAC, in hex, of workspace, provider, voice, language and rendered text. */
  _id: string;
  workspace_id: string;
  /**
   * The subjects who have listened to it. Once there are many, further ones are not listed: the text is nobody's own.
   */
  subject_refs: string[];
  /** The latest attempt to make it. Its holder and its chunks are known by this id. */
  attempt: string;
  /** `making` while a process makes it, `failed` if the provider failed. Both may be made again. */
  state: 'making' | 'ready' | 'failed';
  /** When a holder that has gone silent counts as dead. */
  leased_until: Date;
  /** Until then, somebody other than the holder's client waits for it. */
  awaited_until?: Date;
  /** The error code for those who waited for a failed attempt. */
  fault?: ErrorCode;
  /** The resource of the request that made it, by which its repetition under the same Idempotency-Key is known. */
  made_by: string;
  content_type?: string;
  /** The length of the audio. */
  bytes?: number;
  expires_at: Date;
}

/** A piece of spoken audio. All but the last of a speech have the same length. */
export interface SpeechChunkDocument {
  /** Attempt and number of the piece. */
  _id: string;
  speech_id: string;
  audio: Encrypted;
  /** Not before that of its speech. */
  expires_at: Date;
}
