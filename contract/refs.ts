import { z } from 'zod';
import { AgentId, Uuid } from './ids.ts';

/** A version of an agent, as other resources name it. */
export const AgentRef = z.object({ id: AgentId, name: z.string() }).meta({ id: 'AgentRef' });

/** A connection, as other resources name it. */
export const ConnectionRef = z.object({ id: Uuid, name: z.string() }).meta({ id: 'ConnectionRef' });

/** A fault: a code for programs, and a sentence for people. */
export const Fault = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Fault' });
