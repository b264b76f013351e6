import { z } from 'zod';

/** Risk levels, lowest first (contract section 3). */
export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export const RiskLevel = z.enum(riskLevels);
export type RiskLevel = z.infer<typeof RiskLevel>;
