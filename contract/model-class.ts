import { z } from 'zod';

/** How capable a model an agent asks for. The deployment maps each class to a provider (model.class.mapped). */
export const ModelClass = z.enum(['fast', 'standard', 'deep', 'scripted']).meta({ id: 'ModelClass' });
export type ModelClass = z.infer<typeof ModelClass>;
