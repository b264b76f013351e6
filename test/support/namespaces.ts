import { randomBytes } from 'node:crypto';
import { prepareTemporal } from '#process/admin/temporal/prepare.ts';
import { withConnection } from '#tools/dev/servers/temporal-answers.ts';

/** Test files that start processes of the service have a namespace each: all workers of one share a task queue. */
const names = ['api', 'worker', 'service', 'streams', 'tracing', 'write'] as const;

export type NamespaceName = (typeof names)[number];

/** Creates them on the Temporal of the test run. Resolves to what they are called there. */
export async function createNamespaces(address: string): Promise<Record<NamespaceName, string>> {
  const suffix = randomBytes(4).toString('hex');
  const namespaces = names.map((name) => [name, `test-${name}-${suffix}`] as const);
  await Promise.all(namespaces.map(([, namespace]) => prepareTemporal({ address, namespace })));
  return Object.fromEntries(namespaces) as Record<NamespaceName, string>;
}

export async function deleteNamespaces(address: string, namespaces: Record<string, string>): Promise<void> {
  await withConnection({ address }, async ({ operatorService }) => {
    await Promise.all(
      Object.values(namespaces).map((namespace) => operatorService.deleteNamespace({ namespace })),
    );
  });
}
