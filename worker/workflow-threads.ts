/**
 * Loaded with `node --import`, in every thread of a process with a worker. In the threads in which Temporal's SDK runs
 * workflow code, it does without two things that cost more than the workflows themselves:
 *
 * - The SDK gives each of some ten calls into workflow code a time limit of five seconds, for which Node starts a thread
 *   and ends it. Code of the service's own needs no such guard: all that it does between two waits is bounded.
 * - The SDK notes a stack trace for every promise, for Temporal's page "Call Stack". What a run does is shown by its
 *   workflow's current details.
 *
 * A worker that is started without it does the same, with more CPU time.
 */
import v8 from 'node:v8';
import { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** The SDK's own thread. */
const isWorkflowThread =
  !isMainThread && /[\\/]workflow[\\/]workflow-worker-thread\.js$/.test(process.argv[1] ?? '');

if (isWorkflowThread) {
  // oxlint-disable-next-line typescript/unbound-method -- called with its script below
  const { runInContext } = Script.prototype;
  Script.prototype.runInContext = function (context, options) {
    const { timeout: _, ...unlimited } = options ?? {};
    return runInContext.call(this, context, unlimited) as unknown;
  };
  // The SDK takes this for a runtime without such hooks, about which it would warn. It then says that there are no traces.
  v8.promiseHooks.createHook = () => {
    throw new Error('stack traces are off');
  };
  // oxlint-disable-next-line no-console -- see above
  console.warn = () => {};
}
