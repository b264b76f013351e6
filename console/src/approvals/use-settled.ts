import { useEffect, useState } from 'react';
import { useNow } from '../time/use-now.ts';

/** Whether what was rendered first has stood still for so long. */
export function useSettled(ms: number): boolean {
  const [settled, setSettled] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return settled;
}

/** Whether a time has come. */
export function useIsPast(at: string | undefined): boolean {
  const now = useNow();
  return at !== undefined && Date.parse(at) <= now;
}
