import type { Check } from './check.ts';

/** Processes survive the faults of others. */
export const processes: Check = {
  rule: 'processes',
  holds: 'No process of the service ends because another part is out of order.',
  find({ faults }) {
    return faults
      .filter(({ kind, part }) => kind === 'ended by itself' && /^(?:api|worker)-/.test(part))
      .map(({ part, from, how }) => ({
        what: `${part} ended by itself (${how}) at ${new Date(from).toISOString()}`,
      }));
  },
};
