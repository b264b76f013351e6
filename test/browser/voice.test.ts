import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import { createLocal } from '#adapters/voice/local.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import { startChromium } from '#tools/dev/browser/chromium.ts';
import { type ConsolePage, type OpenOptions, startConsole, type TestConsole } from '../support/console.ts';
import { localVoiceEnvironment, shareOfDigits } from '../support/local-voice.ts';
import { bytesOf } from '#tools/dev/stand-ins/voice-servers/recordings.ts';

const spokenDigits = 'Three, seven, one, nine.';

let stage: TestConsole;
/** The provider's error instead of a transcript. */
let fault: VoiceProviderFault | undefined;
let directory: string;
/** Length of the sentence that the microphone records. */
let spokenSeconds: number;

beforeAll(async () => {
  const { VOICE_RECOGNIZER_PYTHON: recognizerPython = '' } = await localVoiceEnvironment();
  const local = createLocal({ recognizerPython }, { onMissing: (advice) => console.error(advice) });
  const { audio } = await local.speak({ text: spokenDigits }, { signal: AbortSignal.timeout(120_000) });
  const spoken = await bytesOf(audio);
  spokenSeconds = Math.ceil((spoken.byteLength - 44) / 2 / 22_050);
  directory = await mkdtemp(join(tmpdir(), 'heddle-voice-'));
  await writeFile(join(directory, 'digits.wav'), spoken);
  const voice: VoiceProvider = {
    name: local.name,
    default_voice: local.default_voice,
    transcribe: async (...given) => {
      if (fault !== undefined) throw fault;
      return await local.transcribe(...given);
    },
    speak: async (...given) => await local.speak(...given),
    voices: async (...given) => await local.voices(...given),
  };
  stage = await startConsole({
    own: { services: { voice } },
    startBrowser: async () =>
      await startChromium([
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${join(directory, 'digits.wav')}%noloop`,
      ]),
  });
});
afterAll(async () => {
  await stage.stop();
  await rm(directory, { recursive: true, force: true });
});

const withMicrophone: OpenOptions = {
  permissions: ['microphone'],
  prepare: async (page) => void (await page.addInitScript(countHeard)),
};

/**
 * Runs in the page: counts the seconds that the microphone delivers. A busy machine plays the recording more slowly, so
 * a clock does not show how much of it was delivered.
 */
const countHeard = `
  globalThis.heardSeconds = 0;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    const [track] = stream.getAudioTracks();
    const sound = new MediaStreamTrackProcessor({ track: track.clone() }).readable;
    globalThis.heardSeconds = 0;
    void sound.pipeTo(new WritableStream({
      write(part) {
        globalThis.heardSeconds += part.numberOfFrames / part.sampleRate;
        part.close();
      },
    }));
    return stream;
  };
`;

/** Runs in the page: a sound is played again and again, so that it does not end before somebody stops it. */
const playOn = `
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    this.loop = true;
    return play.call(this);
  };
`;
const open = async (subject: string, options: OpenOptions = withMicrophone): Promise<ConsolePage> =>
  await stage.open(`/playground?subject=${subject}`, options);
const message = (page: ConsolePage) => page.getByLabel('Message', { exact: true });

/** Starts to dictate, by keyboard. */
async function dictate(page: ConsolePage): Promise<void> {
  await page.getByRole('button', { name: 'Dictate' }).press('Enter');
  await page.getByRole('status').getByText('Recording').waitFor();
}

it('[console.voice] what is dictated is transcribed into the message, and a reply is read out and stopped', async () => {
  const page = await open('alba');
  await message(page).fill('/say');
  await dictate(page);
  await expect.poll(async () => await page.evaluate('heardSeconds')).toBeGreaterThan(spokenSeconds + 1);
  await page.getByText(/^0:0[1-9]|0:[1-5]\d|[1-9]:/).waitFor();
  await page.getByRole('button', { name: 'Stop recording' }).press('Enter');
  await expect.poll(async () => (await message(page).inputValue()).length).toBeGreaterThan('/say '.length);
  const text = await message(page).inputValue();
  expect(text.startsWith('/say ')).toBe(true);
  expect(shareOfDigits(spokenDigits, text)).toBeGreaterThanOrEqual(0.6);
  // The keyboard user continues from there.
  expect(await message(page).evaluate('document.activeElement?.ariaLabel')).toBe('Message');
  await page.keyboard.press('Enter');

  const reply = page.getByRole('article', { name: 'Demo said' });
  await page.evaluate(playOn);
  const [speech] = await Promise.all([
    page.waitForResponse('**/v1/voice/speak'),
    reply.getByRole('button', { name: 'Read out' }).press('Enter'),
  ]);
  expect(speech.headers()['content-type']).toBe('audio/wav');
  await reply.getByRole('button', { name: 'Stop reading out' }).press('Enter');
  await reply.getByRole('button', { name: 'Read out' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.voice] a recording that is discarded is sent to nobody, and one that fails says the code and the Request-Id', async () => {
  const page = await open('bela');
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(new URL(request.url()).pathname));
  await dictate(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dictate' }).waitFor();
  expect(sent).not.toContain('/v1/voice/transcribe');

  fault = new VoiceProviderFault('it broke');
  onTestFinished(() => (fault = undefined));
  await dictate(page);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const notice = page.getByRole('listitem').filter({ hasText: 'Not transcribed' });
  await notice.getByText(/voice_provider_error, Request-Id [0-9a-f-]{36}/).waitFor();
  await page.close();
});

it('[console.voice] without a permission for the microphone it says so', async () => {
  const page = await open('cleo', { permissions: [] });
  await page.getByRole('button', { name: 'Dictate' }).click();
  const notice = page.getByRole('listitem').filter({ hasText: 'Not recorded' });
  await notice.getByText(/does not allow this page to use the microphone/).waitFor();
  await page.getByRole('button', { name: 'Dictate' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
