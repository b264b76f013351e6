/** The dimensions of costs. Does not use zod, because the console loads them before its first paint. */
export const costDimensions = ['agent', 'model', 'subject'] as const;
export type CostDimension = (typeof costDimensions)[number];
