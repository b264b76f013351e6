import { healthyMs } from '../faults/healthy-time.ts';
import type { FaultWindow } from '../faults/fault.ts';
import type { Check, Finding } from './check.ts';

/** Processes survive the faults of others, and end in order when asked to. */
export const processes: Check = {
  rule: 'processes',
  holds:
    'No process of the service ends because another part is out of order. One that is told to stop ends in order, while its servers work.',
  find({ faults }) {
    const ofService = faults.filter(({ part }) => /^(?:api|worker|service)-/.test(part));
    const ofOthers = faults.filter((fault) => !ofService.includes(fault));
    const alone = ({ from, until = Number.POSITIVE_INFINITY }: FaultWindow) =>
      healthyMs({ from, until }, ofOthers) === until - from;
    const disorderly = ofService.filter(
      (fault) => fault.kind === 'restart' && fault.how !== inOrder && fault.how !== undefined && alone(fault),
    );
    return [
      ...ofService
        .filter(({ kind }) => kind === 'ended by itself')
        .map((fault) => at(fault, 'ended by itself')),
      ...disorderly.map((fault) => at(fault, 'was told to stop, and did not end in order')),
    ];
  },
};

const inOrder = 'exit code 0';

function at({ part, from, how }: FaultWindow, what: string): Finding {
  return { what: `${part} ${what} (${how}) at ${new Date(from).toISOString()}` };
}
