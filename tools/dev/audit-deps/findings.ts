import { z } from 'zod';

const Severity = z.enum(['info', 'low', 'moderate', 'high', 'critical']);

/** A package of the lock file with a known advisory. */
export interface Finding {
  package: string;
  severity: z.infer<typeof Severity>;
  /** The advisory, or what else is known about it. */
  about: string;
}

/** The output of `npm audit --json` if the registry provides advisories. */
const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: Severity,
      via: z.array(z.union([z.string(), z.object({ url: z.string() })])),
    }),
  ),
});

/** The findings of `npm audit --json`; undefined if the registry did not answer. */
export function findingsOfRegistry(printed: string): Finding[] | undefined {
  const report = Report.safeParse(parsed(printed));
  if (!report.success) return undefined;
  return Object.entries(report.data.vulnerabilities).map(([name, { severity, via }]) => ({
    package: name,
    severity,
    about: via.map((each) => (typeof each === 'string' ? `by ${each}` : each.url)).join(', '),
  }));
}

/** Advisories in the repository, each with the versions that it affects: a selection, as README.md says. */
export const AdvisoryList = z.object({
  /** When the entries were last compared with public sources. There may be older advisories that are not listed. */
  checked_on: z.iso.date(),
  advisories: z.array(
    z.object({
      id: z.string(),
      package: z.string(),
      severity: Severity,
      affected: z.array(z.object({ introduced: z.string().optional(), fixed: z.string() })),
    }),
  ),
});
export type AdvisoryList = z.infer<typeof AdvisoryList>;

/** The packages in a lock file that a deployment installs. */
export const LockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), dev: z.boolean().optional() })),
});
export type LockFile = z.infer<typeof LockFile>;

/** The findings for the packages of a lock file from a list of advisories, without packages for development. */
export function findingsOfList({ packages }: LockFile, { advisories }: AdvisoryList): Finding[] {
  return Object.entries(packages).flatMap(([path, { version, dev }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (version === undefined || name === '' || dev === true) return [];
    return advisories
      .filter((each) => each.package === name && each.affected.some((range) => isWithin(version, range)))
      .map(({ id, severity }) => ({ package: `${name}@${version}`, severity, about: id }));
  });
}

/** Whether a finding must not be deployed. */
export function isGrave({ severity }: Finding): boolean {
  return severity === 'high' || severity === 'critical';
}

function isWithin(
  version: string,
  { introduced = '0', fixed }: { introduced?: string | undefined; fixed: string },
) {
  return compare(version, introduced) >= 0 && compare(version, fixed) < 0;
}

/** Compares version numbers. A pre-release counts as its release. */
function compare(one: string, other: string): number {
  const [numbers, others] = [one, other].map((version) => version.split(/[-+]/, 1)[0] ?? '');
  return (numbers ?? '').localeCompare(others ?? '', 'en', { numeric: true });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
