import { z } from 'zod';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { Recording, Transcript as Heard, VoiceProvider } from '#adapters/voice/port.ts';
import { defined } from '#contract/defined.ts';
import { Language, largestRecordingBytes, Transcript } from '#contract/voice.ts';
import type { Database } from '#store/mongo/database.ts';
import { refuseIfErased } from '#store/erasures/erasures.ts';
import { meterVoice } from '#store/voice/speeches.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { uploadedFile } from '../../http/uploads/uploaded-file.ts';
import { admitVoice, providerOf, type VoiceServices } from './admit-voice.ts';
import { toVoiceError } from './provider-errors.ts';
import { recordingType } from './recording-type.ts';
import { untilAborted } from '../../http/server/until-aborted.ts';
import { whileThere } from './while-there.ts';

/** An adapter gives up earlier. */
const longestMs = 5 * 60 * 1000;

export const transcribe = endpoint({
  operation: 'transcribe',
  summary: 'Turn a recording into text',
  method: 'post',
  path: '/v1/voice/transcribe',
  access: 'subject',
  noun: 'recording',
  role: 'maker',
  scope: 'voice',
  admit: admitVoice,
  upload: { file: 'audio', largestFileBytes: largestRecordingBytes, fields: ['language'] },
  body: z
    .strictObject({
      audio: uploadedFile('The recording, at most 25 MiB. Its format is recognized from its content.'),
      language: Language.optional().meta({
        description: 'BCP 47 tag of the spoken language, as a hint. Default: detected.',
      }),
    })
    .meta({ id: 'TranscribeForm' }),
  status: 200,
  data: Transcript,
  errors: ['erasure_running', 'voice_unavailable', 'voice_invalid_audio', 'voice_provider_error'],
  async handle(
    { voice, db }: VoiceServices & { db: Database },
    { caller, body: { audio, language }, resource, requestId, clientGone: gone },
  ) {
    const provider = providerOf(voice);
    const { workspace_id, subject_ref = '' } = caller;
    const subject = { workspace_id, subject_ref };
    await refuseIfErased(db, subject, requestId);
    const recording = { path: audio.path, size: audio.size, media_type: await recordingType(audio) };
    const {
      text,
      confidence,
      seconds = 0,
    } = await whileThere(gone, async () => await hear(provider, recording, language, gone));
    await meterVoice(db, workspace_id, { id: resource.id, seconds });
    // The response is stored under its key: not if the subject was erased during the transcription.
    if (resource.keyed) await refuseIfErased(db, subject, requestId);
    const { connection } = caller;
    return {
      data: { text, ...defined({ confidence }) },
      about: { subject_ref, ...(connection === undefined ? {} : { connection_id: connection.id }) },
    };
  },
});

async function hear(
  provider: VoiceProvider,
  recording: Recording,
  language: string | undefined,
  gone: AbortSignal,
): Promise<Heard> {
  const late = AbortSignal.timeout(longestMs);
  const signal = AbortSignal.any([gone, late]);
  const options = { signal, ...defined({ language }) };
  try {
    return await untilAborted(provider.transcribe(recording, options), signal);
  } catch (error) {
    throw toVoiceError(late.aborted ? new VoiceProviderFault('the transcription took too long') : error);
  }
}
