import { z } from 'zod';
import { closeReasons, runErrorCodes, runStates } from './run-state.ts';

/** The schemas of the names in run-state.ts, which workflow code imports without zod. */

export const RunStateName = z.enum(runStates).meta({ id: 'RunState' });
export const CloseReasonName = z.enum(closeReasons).meta({ id: 'CloseReason' });
export const RunErrorCodeName = z.enum(runErrorCodes).meta({ id: 'RunErrorCode' });

/** The status of a call of an agent. */
export const ToolCallStatus = z.enum(['pending', 'ok', 'failed']).meta({ id: 'ToolCallStatus' });

/** A decision on a held call. */
export const DecisionName = z.enum(['approve', 'reject']).meta({ id: 'Decision' });

/** The reported outcome of an action that the service could not perform itself. */
export const OutcomeState = z.enum(['occurred', 'failed']).meta({ id: 'OutcomeState' });
