/** After this time, the page shows that the API does not answer. */
const silentMs = 10_000;

const silent = new Set<symbol>();
const listeners = new Set<() => void>();

/** Whether a request waits for its answer for longer than a person would. */
export function isSilent(): boolean {
  return silent.size > 0;
}

/** Listens to when that changes. Returns how to stop. */
export function onSilence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notices how long an answer takes. */
export async function noticingSilence<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const id = Symbol('a request');
  const timer = setTimeout(() => {
    silent.add(id);
    tell();
  }, silentMs);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (silent.delete(id)) tell();
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}
