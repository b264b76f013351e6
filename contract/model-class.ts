import { z } from 'zod';

/** How capable a model an agent asks for; the deployment maps each to a provider (model.class.mapped). */
export const ModelClass = z.enum(['fast', 'standard', 'deep', 'scripted']);
export type ModelClass = z.infer<typeof ModelClass>;
