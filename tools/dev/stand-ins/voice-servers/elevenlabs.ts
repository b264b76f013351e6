import { mp3Frames } from './mp3.ts';
import { type Answer, answerAudio, answerWith, startVoiceServer, type VoiceServer } from './voice-server.ts';

/** The voices of the account, of which a page holds two, whatever the request asks for. */
const voices = [
  {
    voice_id: 'JBFqnCBsd6RMkjVDRZzb',
    name: 'George',
    category: 'premade',
    preview_url: 'https://cdn.example/g.mp3',
  },
  { voice_id: 'cloned0001', name: 'Ada', category: 'cloned', preview_url: 'javascript:alert(1)' },
  { voice_id: 'library0001', category: 'professional', preview_url: null },
  { voice_id: 'library0002', name: 'Grace', category: 'a category of tomorrow' },
];
const pageSize = 2;

/** A stand-in for ElevenLabs with the three endpoints that this service uses. */
export async function startElevenlabsServer(): Promise<VoiceServer> {
  return await startVoiceServer(async (response, request) => {
    await answerTo(request.path, request.query)(response, request);
  });
}

function answerTo(path: string, query: URLSearchParams): Answer {
  if (path === '/v2/voices') return voicesPage(Number(query.get('next_page_token') ?? 0));
  if (path === '/v1/speech-to-text') return answerWith(200, elevenlabsTranscript);
  const [, voice] = /^\/v1\/text-to-speech\/([^/]+)\/stream$/.exec(path) ?? [];
  if (voice === undefined) return answerWith(404, { detail: 'Not Found' });
  if (voices.some(({ voice_id }) => voice_id === voice)) return answerAudio(mp3Frames);
  const message = `A voice with the voice_id ${voice} was not found.`;
  return answerWith(404, { detail: { status: 'voice_not_found', message } });
}

function voicesPage(start: number): Answer {
  const end = start + pageSize;
  return answerWith(200, {
    voices: voices.slice(start, end),
    has_more: end < voices.length,
    total_count: voices.length,
    next_page_token: end < voices.length ? String(end) : null,
  });
}

const word = (text: string, logprob: number, type = 'word') => ({ text, type, logprob, start: 0, end: 1 });

/** "Three seven", with a confidence of e^-0.2. */
export const elevenlabsTranscript = {
  language_code: 'eng',
  language_probability: 0.98,
  text: 'Three seven ',
  words: [word('Three', -0.1), word(' ', -9, 'spacing'), word('seven', -0.3)],
  audio_duration_secs: 1.5,
};
