/** What the worker registers: each export is a workflow type. */
export { eraseSubject } from './erase-subject.ts';
export { run } from './run/workflow.ts';
export { sweep } from './sweep.ts';
export { webhookDelivery } from './webhook-delivery.ts';
