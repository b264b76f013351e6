import { useEffect, useState } from 'react';

/** How long it has been on the screen, as in 1:05. It is not read out: a live region would do so every second. */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    // Not one more with each tick: a busy page, or one in the background, ticks less often.
    const timer = setInterval(() => setSeconds(Math.round((performance.now() - startedMs) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden className="ml-1 tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}
