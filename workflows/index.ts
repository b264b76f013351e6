/** The workflow types: the worker registers each export. */
export { eraseSubject } from './erase-subject.ts';
export { run } from './run/run.ts';
export { sweep } from './sweep.ts';
export { webhookDelivery } from './webhook-delivery.ts';
