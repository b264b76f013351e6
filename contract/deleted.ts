import { z } from 'zod';
import { Uuid } from './ids.ts';

/** The response to a deletion: what was deleted. */
export const Deleted = z.object({ id: Uuid }).meta({ id: 'Deleted' });
export type Deleted = z.infer<typeof Deleted>;
