/** How often a page that is seen looks whether something has happened elsewhere. */
const lookEveryMs = 20_000;

/** Looks when the page comes into view, and again and again while it is seen. @returns a function that ends that */
export function lookWhileSeen(look: () => unknown): () => void {
  const lookIfSeen = (): void => {
    if (document.visibilityState === 'visible') void look();
  };
  const over = new AbortController();
  const { signal } = over;
  document.addEventListener('visibilitychange', lookIfSeen, { signal });
  window.addEventListener('focus', lookIfSeen, { signal });
  const timer = setInterval(lookIfSeen, lookEveryMs);
  return () => {
    over.abort();
    clearInterval(timer);
  };
}
