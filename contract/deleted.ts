import { z } from 'zod';
import { Uuid } from './ids.ts';

/** What a deletion is answered with: what was deleted. */
export const Deleted = z.object({ id: Uuid }).meta({ id: 'Deleted' });
export type Deleted = z.infer<typeof Deleted>;
