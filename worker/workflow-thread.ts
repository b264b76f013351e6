import v8 from 'node:v8';

/**
 * What a thread of workflows begins with, before the code of Temporal's SDK: no promise of a workflow is followed. The SDK
 * would take a stack trace for each of them, for a query that nobody makes.
 */
Object.assign(v8.promiseHooks, { createHook: () => () => {} });
