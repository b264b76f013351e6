import type { CostDimension } from '#contract/cost-dimensions.ts';

const ofRuns = 'The full cost of runs, by the day on which they were opened';

/** The dimensions of costs, with their texts. */
export const dimensionTexts: Record<CostDimension, { title: string; about: string; counted: string }> = {
  agent: { title: 'Agent', about: ofRuns, counted: 'Runs' },
  model: {
    title: 'Model',
    about: 'The cost of model turns, by the day on which the model answered, without the price of calls',
    counted: 'Turns',
  },
  subject: { title: 'Subject', about: ofRuns, counted: 'Runs' },
};
