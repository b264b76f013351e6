import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerAudio,
  answerWith,
  hangUp,
  startVoiceServer,
  type VoiceServer,
} from '#tools/dev/stand-ins/voice-servers/voice-server.ts';
import type { Random } from '../random.ts';

/** The stated length of each recording, in seconds. */
export const recordingSeconds = 2;

/** The audio of a text: always the same. Enough for several pieces of an answer. */
export function audioOf(text: string): Buffer {
  // The header of an MP3 frame, and then what only this text has.
  return Buffer.concat([Buffer.from([0xff, 0xf3, 0x14, 0xc0]), hash('sha512', text, 'buffer')]);
}

/** Starts a stand-in for a voice provider that is slow, and fails now and then. */
export async function startVoiceProvider(random: Random): Promise<VoiceServer> {
  return await startVoiceServer(async (response, request) => {
    const lot = random.next();
    if (lot < 0.1) return await answerWith(500, { error: { message: 'overloaded' } })(response, request);
    if (lot < 0.2) return await hangUp(response, request);
    if (lot < 0.5) await sleep(random.int(0, 1_500));
    if (request.path.endsWith('/audio/transcriptions')) {
      const transcript = { text: '', usage: { type: 'duration', seconds: recordingSeconds } };
      return await answerWith(200, transcript)(response, request);
    }
    const audio = audioOf(String(request.json['input']));
    await answerAudio([audio.subarray(0, 20), audio.subarray(20)])(response, request);
  });
}
