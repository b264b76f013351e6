import type { Voice, VoiceProvider } from '#adapters/voice/port.ts';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { Page } from '#contract/pagination.ts';
import { toVoiceError } from './provider-errors.ts';
import { untilAborted } from '../../http/server/until-aborted.ts';

/** How long the voices of a provider are remembered. */
const keptMs = 5 * 60 * 1000;
/** An adapter gives up earlier. */
const longestMs = 60_000;

/** The voices of a provider, sorted. */
interface Listed {
  voices: Promise<Voice[]>;
  until: number;
}

/** The voices that may be chosen, from memory. Requests that come while they are read wait for the same answer. */
export class VoiceList {
  readonly #lists = new WeakMap<VoiceProvider, Listed>();

  /** A page of voices, by name. The position is the last one's name and id. @throws {ServiceError} `voice_provider_error` */
  async page(provider: VoiceProvider, limit: number, after = ''): Promise<Page<Voice, string>> {
    const voices = await this.#voicesOf(provider);
    const rest = voices.filter((voice) => positionOf(voice) > after);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    return { items, next: last === undefined || rest.length <= limit ? null : positionOf(last) };
  }

  async #voicesOf(provider: VoiceProvider): Promise<Voice[]> {
    const known = this.#lists.get(provider);
    if (known !== undefined && performance.now() < known.until) return await known.voices;
    const listed = { voices: readVoices(provider), until: performance.now() + keptMs };
    this.#lists.set(provider, listed);
    // A failure is not remembered.
    listed.voices.catch(() => this.#lists.delete(provider));
    return await listed.voices;
  }
}

async function readVoices(provider: VoiceProvider): Promise<Voice[]> {
  const late = AbortSignal.timeout(longestMs);
  try {
    const voices = await untilAborted(provider.voices({ signal: late }), late);
    return voices.toSorted((one, other) => (positionOf(one) < positionOf(other) ? -1 : 1));
  } catch (error) {
    throw toVoiceError(late.aborted ? new VoiceProviderFault('the voices took too long') : error);
  }
}

function positionOf({ name, id }: Voice): string {
  return `${name}\0${id}`;
}
