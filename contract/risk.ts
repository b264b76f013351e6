import { z } from 'zod';

/** Risk levels, lowest first (tool-call.risk). */
export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export const RiskLevel = z.enum(riskLevels).meta({ id: 'RiskLevel' });
export type RiskLevel = z.infer<typeof RiskLevel>;
