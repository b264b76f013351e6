export const bareTaskQueue = 'bench-bare';
