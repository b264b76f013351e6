import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Recording, Speech, Transcript, Utterance, Voice, VoiceProvider } from '#adapters/voice/port.ts';

/** A recording that a test provider was asked to transcribe. */
export interface Heard {
  recording: Recording;
  language: string | undefined;
  /** Permissions of the file, in octal. */
  mode: string;
  bytes: Buffer;
}

/** A text that a test provider was asked to speak. */
export interface SpokenOnce {
  utterance: Utterance;
  signal: AbortSignal;
}

/** A voice provider in memory. It remembers what it was asked, and tests replace what it does. */
export class MemoryVoice implements VoiceProvider {
  readonly name = 'memory';
  default_voice = 'v1';
  readonly heard: Heard[] = [];
  readonly spoken: SpokenOnce[] = [];
  /** The transcript of every recording. */
  transcript: Transcript = { text: 'One two three.', confidence: 0.9, seconds: 1.5 };
  listed: Voice[] = [{ id: 'v1', name: 'Ada' }];
  timesListed = 0;
  /** Replaces how they are listed. */
  listing: () => Promise<Voice[]> = async () => await Promise.resolve(this.listed);
  /** The audio of an utterance. Default: {@link audioOf}, in one piece. */
  speech: (utterance: Utterance, signal: AbortSignal) => Promise<Speech> = async (utterance) =>
    await Promise.resolve({ content_type: 'audio/mpeg', audio: inPieces(audioOf(utterance)) });
  /** Called before a transcription ends. */
  listening: (signal: AbortSignal) => Promise<void> = async () => await Promise.resolve();

  async transcribe(
    recording: Recording,
    { language, signal }: { language?: string; signal: AbortSignal },
  ): Promise<Transcript> {
    const { mode } = await stat(recording.path);
    const bytes = await readFile(recording.path);
    this.heard.push({ recording, language, bytes, mode: (mode & 0o777).toString(8) });
    await this.listening(signal);
    return this.transcript;
  }

  async speak(utterance: Utterance, { signal }: { signal: AbortSignal }): Promise<Speech> {
    this.spoken.push({ utterance, signal });
    return await this.speech(utterance, signal);
  }

  async voices(): Promise<Voice[]> {
    this.timesListed += 1;
    return await this.listing();
  }

  /** The texts that it was asked to speak. */
  get texts(): string[] {
    return this.spoken.map(({ utterance }) => utterance.text);
  }
}

/** Some audio that depends on all of an utterance. */
export function audioOf(utterance: Utterance, bytes = 1000): Buffer {
  const seed = createHash('sha256').update(JSON.stringify(utterance)).digest();
  return Buffer.alloc(bytes, seed);
}

export async function* inPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

/** Audio that a test sends piece by piece. */
export class HeldAudio {
  #waiting: (() => Uint8Array | undefined)[] = [];
  #changed = Promise.withResolvers<void>();

  send(bytes: Uint8Array): void {
    this.#add(() => bytes);
  }

  end(): void {
    this.#add(() => undefined);
  }

  fail(error: Error): void {
    this.#add(() => {
      throw error;
    });
  }

  #add(next: () => Uint8Array | undefined): void {
    this.#waiting.push(next);
    this.#changed.resolve();
  }

  async *audio(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#changed = Promise.withResolvers();
        await this.#changed.promise;
        continue;
      }
      const bytes = next();
      if (bytes === undefined) return;
      yield bytes;
    }
  }
}

/** A WAV file with so many bytes of silence. */
export function wav(bytes = 1000): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}

/** A form with a recording, and further fields. */
export function recordingForm(
  audio: Uint8Array<ArrayBuffer> = wav(),
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  form.set('audio', new Blob([audio], { type: 'audio/wav' }), 'take.wav');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
