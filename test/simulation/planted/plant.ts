import { registerHooks } from 'node:module';
import { bugs } from './bugs.ts';

/** Plants the bug that PLANTED names: loaded before everything else, it changes a source file as it is loaded. */
const bug = bugs.find(({ name }) => name === process.env['PLANTED']);

if (bug !== undefined) {
  const { file, find, replace } = bug;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/${file}`)) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      if (!source.includes(find)) throw new Error(`${file} has changed: ${bug.name} cannot be planted`);
      return { ...loaded, source: source.replace(find, () => replace) };
    },
  });
}
