import { expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { roles } from '#contract/role-rules.ts';

interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  description?: string;
  'x-console-roles'?: string[];
}
const { paths } = JSON.parse(JSON.stringify(openApiDocument(allEndpoints))) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

it('[console.roles] every operation with a credential states who may do it in the console, and an admin always may', () => {
  const withCredential = operations.filter(({ security }) => security.length > 0);
  expect(withCredential.length).toBeGreaterThan(60);
  const faulty = withCredential.filter(
    ({ description, 'x-console-roles': stated = [] }) =>
      !stated.includes('admin') ||
      !stated.every((role) => roles.some((each) => each === role)) ||
      description?.startsWith('In the console: ') !== true,
  );
  expect(faulty).toEqual([]);
});

it('[console.roles] a viewer changes nothing: what is not only read needs another role', () => {
  // Signing out, and listening to the events of a thread that it may read.
  const harmless = ['signOutOfConsole', 'authorizeChannel'];
  const changing = operations.filter(
    ({ method, 'x-console-roles': stated }) => method !== 'get' && stated?.includes('viewer') === true,
  );
  expect(changing.map(({ operationId }) => operationId).toSorted()).toEqual(harmless.toSorted());
});
