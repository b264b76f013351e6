import { pino } from 'pino';
import { createEngine } from '#engine/steps/engine.ts';
import type { EnginePorts } from '#engine/ports/engine-ports.ts';
import type { RunWorkflows } from '#engine/ports/run-workflows.ts';
import { systemClock } from '#process/composition/system-clock.ts';
import type { Database } from '#store/mongo/database.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { testKeyring } from './keyring.ts';

/**
 * The engine on a database, for a step that a test takes itself.
 * @param ports what the step needs apart from the stores, such as workflows
 */
export function engineOn(
  db: Database,
  ports: Partial<Pick<EnginePorts, 'workflows' | 'clock' | 'log' | 'reconcileMs'>> = {},
) {
  return createEngine({
    ...runPorts(db, testKeyring),
    workflows: {} as RunWorkflows,
    clock: systemClock(db),
    seal: (workspaceId, text) => `${workspaceId} ${text}`,
    log: pino({ level: 'silent' }),
    reconcileMs: 0,
    ...ports,
  });
}
