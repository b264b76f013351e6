import { findOnPath } from '../servers/find-on-path.ts';
import { SetupProblem } from '../setup-problem.ts';

/** Programs that tests and parts of the development stack use, by command: the Debian package, and what it is for. */
export const programs = {
  'espeak-ng': { package: 'espeak-ng', purpose: 'speaks for VOICE_PROVIDER=local' },
  ffmpeg: { package: 'ffmpeg', purpose: 'decodes recordings for VOICE_PROVIDER=local' },
  chromium: { package: 'chromium', purpose: 'shows the console in tests' },
} as const;
export type ProgramName = keyof typeof programs;

/** Those that are not on PATH. */
export async function missingPrograms(
  names: readonly ProgramName[],
  env: NodeJS.ProcessEnv,
): Promise<ProgramName[]> {
  const found = await Promise.all(names.map(async (name) => await findOnPath(name, env)));
  return names.filter((_, index) => found[index] === undefined);
}

/** A sentence that says how to install programs, and what for. */
export function installSentence(names: readonly ProgramName[]): string {
  const purposes = names.map((name) => `${name} (${programs[name].purpose})`).join(', ');
  const packages = names.map((name) => programs[name].package).join(' ');
  return `Not installed: ${purposes}. Install it with "sudo apt-get install ${packages}", or with your system's package manager.`;
}

/** @throws SetupProblem that says how to install those that are missing */
export async function needPrograms(
  names: readonly ProgramName[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const missing = await missingPrograms(names, env);
  if (missing.length > 0) throw new SetupProblem(installSentence(missing));
}
