import { stat } from 'node:fs/promises';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { type DirectoryName, directoryNames } from '#contract/directory.ts';
import { listDirectories, rollBack } from '#store/directories/directories.ts';
import type { DirectoryVersion } from '#store/documents/directory.ts';
import { importDirectory } from './directories/import-directory.ts';
import { type CommandContext, jsonOption, type ListOptions } from './context.ts';

/** Exit status of an import that was completed although rows of the file were refused. */
const someRefused = 3;

/** `admin identify …`: the directories that the operator has licensed (docs/identify.md). */
export function addIdentifyCommand(program: Command, context: CommandContext): void {
  const { onDatabase, print, list } = context;
  const command = program.command('identify').description('manage imported directories of institutions');
  const directory = new Argument('<directory>').choices(directoryNames);

  command
    .command('import')
    .addArgument(directory)
    .argument('<file>', 'the file of its publisher')
    .option('--as-of <date>', 'the directory’s own day; default: when the file was last changed', date)
    .description('import a directory, and switch over to it; a line for each row that is refused')
    .action(
      onDatabase(async (db, name: DirectoryName, file: string, options: { asOf?: string }) => {
        const as_of = options.asOf ?? (await stat(file)).mtime.toISOString().slice(0, 10);
        const { version, refused, left_out } = await importDirectory(db, {
          directory: name,
          file,
          as_of,
          onRefused: (line, reason) => print({ line, refused: reason }),
          signal: context.stopSignal(),
        });
        print({ directory: name, ...shown(version), refused, left_out });
        if (refused > 0) context.endWith(someRefused);
      }),
    );

  command
    .command('list')
    .option(...jsonOption)
    .description('list imported directories, with the version before')
    .action(
      onDatabase(async (db, options: ListOptions) => {
        const rows = (await listDirectories(db)).map(({ _id, current, previous, importing }) => ({
          directory: _id,
          current: current && shown(current),
          previous: previous && shown(previous),
          importing,
        }));
        list(rows, options);
      }),
    );

  command
    .command('rollback')
    .addArgument(directory)
    .description('go back to the version before; once more, and it is undone')
    .action(
      onDatabase(async (db, name: DirectoryName) => {
        const rolledBack = await rollBack(db, name);
        if (rolledBack?.current === undefined) throw new Error(`${name} has no version before`);
        print({ directory: name, ...shown(rolledBack.current) });
      }),
    );
}

function shown({ id, as_of, rows, imported_at }: DirectoryVersion) {
  return { version: id, as_of, rows, imported_at };
}

function date(text: string): string {
  if (z.iso.date().safeParse(text).success) return text;
  throw new InvalidArgumentError('must be a day, as in 2026-11-21');
}
