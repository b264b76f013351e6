import { afterEach, beforeEach } from 'vitest';
import { requestErrors, workerErrors } from './logged-errors.ts';

// A test that fails by chance fails once: what the service logged is told with it, because nobody can ask again.
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
