export const bareActivities = {
  async doNothing(): Promise<void> {},
};
