import type { Session } from './session.ts';

// The cookie is the same in all tabs of a browser, so what one does with the session concerns the others.
const channel = new BroadcastChannel('heddle-session');

/** Says that this tab has signed in, or out. */
export function tellOtherTabs(session: Session | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is for one origin only
  channel.postMessage(session);
}

/** Listens to what other tabs do with the session. Returns how to stop. */
export function onOtherTab(listener: (session: Session | null) => void): () => void {
  const listen = ({ data }: MessageEvent<Session | null>): void => listener(data);
  channel.addEventListener('message', listen);
  return () => channel.removeEventListener('message', listen);
}
