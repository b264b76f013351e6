import { useEffect, useState } from 'react';

/** Whether what was rendered first has stood still for so long. */
export function useSettled(ms: number): boolean {
  const [settled, setSettled] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return settled;
}
