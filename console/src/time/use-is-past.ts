import { useNow } from './use-now.ts';

/** Whether a time has come. */
export function useIsPast(at: string | undefined): boolean {
  const now = useNow();
  return at !== undefined && Date.parse(at) <= now;
}
