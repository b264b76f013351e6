let ended = false;
const listeners = new Set<() => void>();

/** Whether a response said that the session has ended. Until somebody signs in again, nothing is requested. */
export function hasSessionEnded(): boolean {
  return ended;
}

/** Sets whether the session has ended, and notifies the listeners. */
export function setSessionEnded(now: boolean): void {
  if (ended === now) return;
  ended = now;
  for (const listener of listeners) listener();
}

/** Listens to the end of the session and to its return. Returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
