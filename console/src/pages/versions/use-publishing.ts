import { useState } from 'react';
import { faultsOf } from '../../api/api-error.ts';

/** What a form that publishes knows of its last attempt. */
export interface Publishing {
  /** Runs an attempt, and keeps the error that it throws. */
  attempt: (publish: () => Promise<void>, onRefused?: () => void) => Promise<void>;
  error: unknown;
  /** What the API said of a field, or of something below it. */
  faultOf: (path: string) => string | undefined;
}

/** Publishes, and sorts what the API refuses by field. */
export function usePublishing(): Publishing {
  const [error, setError] = useState<unknown>();
  return {
    error,
    attempt: async (publish, onRefused) => {
      setError(undefined);
      try {
        await publish();
      } catch (error) {
        setError(error);
        onRefused?.();
      }
    },
    faultOf: (name) =>
      faultsOf(error).find(({ path }) => path === name || path.startsWith(`${name}.`))?.message,
  };
}
