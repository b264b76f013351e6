import type { AcceptingPorts, CorePorts, EnginePorts } from '../ports/engine-ports.ts';
import { KeyedMutex } from '../contention/keyed-mutex.ts';
import { EarlierRuns } from './earlier-runs.ts';
import { Outbox } from './outbox.ts';
import { RecentRuns } from './recent-runs.ts';
import { RecentTurns } from './recent-turns.ts';
import { SentCalls } from './sent-calls.ts';
import type { WaitingResult } from './waiting-result.ts';

/** The engine's state in a process. Only speed and an orderly end depend on it. */
export interface EngineState {
  /** Inputs of one run are applied one after the other, because concurrent calls end at about the same time. */
  inputs: KeyedMutex;
  /** The results of calls that wait for an earlier input of their run, by run. */
  results: Map<string, WaitingResult[]>;
  /** Notifies the runs' workflows of stored changes. */
  outbox: Outbox;
  /** Recently stored runs, for their next steps. An API and a worker in one process share it. */
  recentRuns: RecentRuns;
  /** Recent turns, for the next turns of their runs. */
  recentTurns: RecentTurns;
  /** Recently ended runs, for the runs after them. */
  earlierRuns: EarlierRuns;
  /** The calls to hosts that this process is making. */
  sentCalls: SentCalls;
}

/** The engine of a process that accepts input for runs. */
export type AcceptingEngine = AcceptingPorts & EngineState;

/** The engine of a worker. */
export type Engine = EnginePorts & EngineState;

/** The engine of one process: its ports, and what it keeps. */
export function createEngine<Ports extends CorePorts>(
  ports: Ports,
  { recentRuns = new RecentRuns() }: Partial<Pick<EngineState, 'recentRuns'>> = {},
): Ports & EngineState {
  return {
    ...ports,
    inputs: new KeyedMutex(),
    results: new Map(),
    outbox: new Outbox(ports),
    recentRuns,
    recentTurns: new RecentTurns(),
    earlierRuns: new EarlierRuns(),
    sentCalls: new SentCalls(),
  };
}
