export const bareTaskQueue = 'bench-bare';
/** For calls after a decision, which have slots of their own, as those of the service have. */
export const bareCallsTaskQueue = 'bench-bare-calls';
