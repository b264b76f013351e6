import { expect, it } from 'vitest';
import { runCommand } from '#process/admin/run.ts';

/** The help of a command, and the names of the commands below it. */
async function helpOf(path: string[]): Promise<{ help: string; below: string[] }> {
  let help = '';
  const code = await runCommand([...path, '--help'], {
    env: {},
    write: (text) => {
      help += text;
      return true;
    },
    complain: (text) => void (help += text),
    stopSignal: () => new AbortController().signal,
  });
  expect([path, code]).toEqual([path, 0]);
  const [, commands = ''] = help.split('\nCommands:\n');
  const below = [...commands.matchAll(/^ {2}(?<name>[a-z-]+)/gm)].map(({ groups }) => groups?.['name'] ?? '');
  return { help, below: below.filter((name) => name !== 'help') };
}

async function everyCommand(path: string[] = []): Promise<string[][]> {
  const { below } = await helpOf(path);
  const deeper = await Promise.all(below.map(async (name) => await everyCommand([...path, name])));
  return [path, ...deeper.flat()];
}

it('every command says with --help what it does, and what each argument and option is', async () => {
  const commands = await everyCommand();
  expect(commands.map((path) => path.join(' '))).toEqual(
    expect.arrayContaining(['workspace suspend', 'workspace delete', 'api-key revoke', 'audit export']),
  );
  for (const path of commands) {
    const { help } = await helpOf(path);
    const [, description = ''] = help.split('\n\n');
    expect([path, description]).toEqual([path, expect.stringMatching(/\w+ \w+/)]);
    const listed = help.split('\n').filter((line) => /^ {2}\S/.test(line));
    for (const line of listed)
      expect([path, line]).toEqual([path, expect.stringMatching(/^ {2}\S.*? {2,}\S/)]);
  }
});
