import workerThreads from 'node:worker_threads';

/** The file that Temporal's SDK runs in the threads of its workflows. */
const sdkFile = 'workflow-worker-thread.js';
const firstModule = new URL('workflow-thread.ts', import.meta.url).href;

/** Without the options of the process: some of them, such as V8's, are of no thread, and would be refused. */
class WorkflowThread extends workerThreads.Worker {
  constructor(...[file, options]: ConstructorParameters<typeof workerThreads.Worker>) {
    const isOfSdk = String(file).endsWith(sdkFile);
    super(file, isOfSdk ? { ...options, execArgv: ['--import', firstModule] } : options);
  }
}

/**
 * Has the threads in which Temporal's SDK runs workflows begin with [workflow-thread.ts](workflow-thread.ts). The SDK has no
 * option for what that leaves out, and none for its threads. Other threads stay as they are.
 */
export function prepareWorkflowThreads(): void {
  Object.assign(workerThreads, { Worker: WorkflowThread });
}
