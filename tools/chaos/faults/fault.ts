import type { ServiceKind } from '#tools/dev/service/service-process.ts';

/**
 * The processes of the service, which are killed and frozen: APIs and workers apart, or processes of both. There are two of
 * each, so that one can take over from the other.
 */
export const layouts = {
  apart: { 'api-1': 'api', 'api-2': 'api', 'worker-1': 'worker', 'worker-2': 'worker' },
  together: { 'service-1': 'service', 'service-2': 'service' },
} as const satisfies Record<string, Record<string, ServiceKind>>;
export type Layout = keyof typeof layouts;

export type ServicePart = { [Name in Layout]: keyof (typeof layouts)[Name] }[Layout];
const serverParts = ['temporal', 'mongodb'] as const;
export type PartName = ServicePart | (typeof serverParts)[number];

export function serviceParts(layout: Layout): ServicePart[] {
  return Object.keys(layouts[layout]) as ServicePart[];
}

export function partNames(layout: Layout): PartName[] {
  return [...serviceParts(layout), ...serverParts];
}

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
  /** How it ended, if it was not killed or was asked to stop. */
  how?: string;
}
