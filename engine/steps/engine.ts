import type { AcceptingPorts, CorePorts, EnginePorts } from '../ports/engine-ports.ts';
import { KeyedMutex } from '../contention/keyed-mutex.ts';
import { EarlierRuns } from './earlier-runs.ts';
import { Outbox } from './outbox.ts';
import { RecentRuns } from './recent-runs.ts';
import { RecentTurns } from './recent-turns.ts';
import { SentCalls } from './sent-calls.ts';

/** What the engine keeps in a process. Nothing depends on it but speed and an orderly end. */
export interface EngineState {
  /** Inputs of one run are applied one after the other, because concurrent calls end at about the same time. */
  inputs: KeyedMutex;
  /** Tells the runs' workflows what is stored for them. */
  outbox: Outbox;
  /** What the next steps of runs begin with. An API and a worker in one process share it. */
  recentRuns: RecentRuns;
  /** What the next turns of runs are told. */
  recentTurns: RecentTurns;
  /** What the runs before them did. */
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
    outbox: new Outbox(ports),
    recentRuns,
    recentTurns: new RecentTurns(),
    earlierRuns: new EarlierRuns(),
    sentCalls: new SentCalls(),
  };
}
