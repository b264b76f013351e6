import { mp3Frames } from './mp3.ts';
import { answerAudio, answerWith, startVoiceServer, type VoiceServer } from './voice-server.ts';

/** A stand-in for `/audio/speech` and `/audio/transcriptions`, at `/v1` of its origin. */
export async function startOpenaiServer(): Promise<VoiceServer> {
  return await startVoiceServer(async (response, request) => {
    switch (request.path) {
      case '/v1/audio/speech':
        return await answerAudio(mp3Frames)(response, request);
      case '/v1/audio/transcriptions':
        return await answerWith(200, transcriptFor(String(request.form['model'])))(response, request);
      default:
        return await answerWith(404, openaiError('Unknown request URL'))(response, request);
    }
  });
}

function transcriptFor(model: string): object {
  if (model.startsWith('whisper')) {
    return {
      task: 'transcribe',
      text: ' Three seven',
      duration: 1.5,
      segments: [segment(' Three seven', -0.2)],
    };
  }
  if (model.startsWith('gpt-4o')) {
    return {
      text: 'Three seven',
      logprobs: [
        { token: 'Three', logprob: -0.1 },
        { token: ' seven', logprob: -0.3 },
      ],
    };
  }
  return { text: 'Three seven', usage: { type: 'duration', seconds: 2 } };
}

/** A segment of `verbose_json`. */
export function segment(text: string, avg_logprob: number, no_speech_prob = 0.01): object {
  return { id: 0, text, avg_logprob, no_speech_prob, start: 0, end: 1 };
}

/** The body of a failed request. */
export function openaiError(
  message: string,
  param: string | null = null,
  code: string | null = null,
): object {
  return { error: { message, type: 'invalid_request_error', param, code } };
}
