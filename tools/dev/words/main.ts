import { readSources } from '../imports/read-sources.ts';
import { checkWords } from './check-words.ts';
import { wordRules } from './rules.ts';

/** Prints the comments of this checkout that break a rule of words: part of `npm run lint`. */
const { sources } = readSources();
const left = /\.gen\.ts$|^tools\/dev\/words\/rules\.ts$/;
const written = new Map([...sources].filter(([path]) => !left.test(path)));
const problems = checkWords(written, wordRules);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
