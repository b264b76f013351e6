import type { Evidence } from '../evidence/evidence.ts';
import { audioOf, recordingSeconds } from '../host/voice-server.ts';
import type { SpokenText } from '../journal/journal.ts';
import type { Check } from './check.ts';

/** A text that is spoken several times is made and metered once, and so is a recording. */
export const speeches: Check = {
  rule: 'speeches',
  holds:
    'Of all requests for one text, one is a miss, which is metered once, and the others are hits; everybody hears all of it; a recording is metered once.',
  find({ journal, voice }) {
    const texts = [...Map.groupBy(journal.spoken, ({ text }) => text)];
    const bounds = texts.map(([text, spoken]) => metered(text, spoken));
    const least = sum(bounds.map((bound) => bound.least));
    const most = sum(bounds.map((bound) => bound.most));
    const { characters, seconds } = voice;
    return [
      ...texts.flatMap(([text, spoken]) => faultsOf(text, spoken)),
      ...(characters < least || characters > most
        ? [`${characters} characters are metered, and not ${least === most ? least : `${least} to ${most}`}`]
        : []),
      ...secondsFaults(journal.transcriptions, seconds),
    ].map((what) => ({ what }));
  },
};

function faultsOf(text: string, spoken: SpokenText[]): string[] {
  const heard = spoken.filter(({ fate }) => fate.is === 'accepted');
  const misses = missesOf(spoken).length;
  const expected = audioOf(text).toString('base64');
  const wrong = heard.filter(({ audio }) => audio !== expected).length;
  return [
    ...(misses > 1 && !wasDisturbed(spoken) ? [`${text}: ${misses} requests are a miss`] : []),
    ...(misses === 0 && heard.length > 0 && !wasDisturbed(spoken) ? [`${text}: no request is a miss`] : []),
    ...(wrong > 0 ? [`${text}: ${wrong} listeners heard something else`] : []),
  ];
}

/**
 * The characters that may be metered for a text. A stored speech is metered once. A listener whose connection broke may
 * have received some of it, and is then metered as well.
 */
function metered(text: string, spoken: SpokenText[]): { least: number; most: number } {
  const length = Array.from(text).length;
  const misses = missesOf(spoken);
  const isStored = spoken.some(({ fate }) => fate.is === 'accepted');
  const disturbed = spoken.filter((each) => wasDisturbed([each]) && !misses.includes(each));
  return {
    least: length * Math.max(misses.length, isStored ? 1 : 0),
    most: length * (misses.length + disturbed.length),
  };
}

function secondsFaults(recordings: Evidence['journal']['transcriptions'], seconds: number): string[] {
  const least = recordings.filter(({ fate }) => fate.is === 'accepted').length * recordingSeconds;
  const unknown = recordings.filter(({ fate }) => fate.is === 'unknown').length * recordingSeconds;
  if (seconds >= least && seconds <= least + unknown) return [];
  return [`${seconds} seconds of recordings are metered, and not ${least}`];
}

function missesOf(spoken: SpokenText[]): SpokenText[] {
  return spoken.filter(({ fate, cache }) => fate.is === 'accepted' && cache === 'miss');
}

/** Whether a request was sent more than once, or had no answer at all. */
function wasDisturbed(spoken: SpokenText[]): boolean {
  return spoken.some(({ fate, attempts }) => fate.is === 'unknown' || attempts > 1);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
