import { useEffect, useState } from 'react';

/** For how long what has just appeared takes no decision: a click may have been meant for what stood there before. */
export const settleMs = 400;

/** Whether what was rendered first has stood still for so long. */
export function useSettled(ms: number): boolean {
  const [settled, setSettled] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return settled;
}
