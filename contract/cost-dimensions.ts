/** By what costs are told apart. Does not use zod, because the console reads them before it shows anything. */
export const costDimensions = ['agent', 'model', 'subject'] as const;
export type CostDimension = (typeof costDimensions)[number];
