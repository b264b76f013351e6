/**
 * What is killed and frozen. There are two of each process of the service, so that one can take over from the other.
 */
export const serviceParts = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
export const serverParts = ['temporal', 'mongodb'] as const;
export const partNames = [...serviceParts, ...serverParts] as const;
export type PartName = (typeof partNames)[number];

/**
 * A fault to cause: a kill -9 followed by a start, the same with data as they were when it was last killed, a SIGSTOP
 * followed by a SIGCONT, or, of the service, a SIGTERM followed by a start, as in a deployment.
 */
export interface Fault {
  part: PartName;
  kind: 'kill' | 'restore' | 'freeze' | 'restart';
  forMs: number;
}

/** A fault that was caused or that happened. Times are milliseconds since the epoch. */
export interface FaultWindow {
  part: PartName | 'machine';
  /** A stall is none that was caused: the machine had no time. */
  kind: Fault['kind'] | 'ended by itself' | 'stall';
  from: number;
  /** When the part responded again; undefined until then. */
  until?: number;
  /** How it ended, if nobody killed it, or if it was told to stop. */
  how?: string;
}
