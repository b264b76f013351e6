import { z } from 'zod';
import { roles } from './role-rules.ts';

/** A role in the console. */
export const Role = z.enum(roles).meta({
  id: 'Role',
  description:
    '`viewer` sees everything but the audit log. `maker` also talks to agents, and makes and changes agents, patches and ' +
    'connections. `approver` also decides on what waits. `auditor` also sees the audit log. `admin` may do everything.',
});
export type Role = z.infer<typeof Role>;
