import { allowed } from './allowed.ts';
import { checkImports } from './check-imports.ts';
import { readSources } from './read-sources.ts';

/** Prints what the rules of imports do not allow in this checkout: part of `npm run lint`. */
const { sources, aliases } = readSources();
const problems = checkImports(sources, allowed, aliases);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
