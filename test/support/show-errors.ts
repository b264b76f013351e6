import { afterEach, beforeEach } from 'vitest';
import { requestErrors, workerErrors } from './logged-errors.ts';

// A flaky test fails once, so the service's log is printed with it.
const lists = [workerErrors, requestErrors];
let before = [0, 0];

beforeEach(() => {
  before = lists.map(({ length }) => length);
});

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  const logged = lists.flatMap((list, index) => list.slice(before[index]));
  if (logged.length > 0) console.error(`While ${task.name} ran, the service logged:\n${logged.join('\n')}`);
});
