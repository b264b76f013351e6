import type { Command } from 'commander';
import { stateOf } from '#adapters/model/breakers/breaker-rules.ts';
import { readBreakers } from '#store/models/breakers.ts';
import { checkModels } from './check-models.ts';
import { type CommandContext, jsonOption, type ListOptions } from './context.ts';

/** `admin models …`: the models of the deployment (docs/models.md). */
export function addModelsCommand(
  program: Command,
  { env, onDatabase, print, list, endWith }: CommandContext,
): void {
  const models = program.command('models').description('check the models of the deployment');

  models
    .command('breakers')
    .option(...jsonOption)
    .description('list the models that are skipped because they kept failing')
    .action(
      onDatabase(async (db, options: ListOptions) => {
        const rows = (await readBreakers(db)).map((breaker) => {
          const { model, code, openings, left_ms } = breaker;
          const due_in_seconds = Math.max(0, Math.ceil(left_ms / 1000));
          return { model, code, openings, state: stateOf(breaker, 0), due_in_seconds };
        });
        list(rows, options);
      }),
    );

  // Works without a database.
  models
    .command('check')
    .description(
      'call each model once, with a tiny request; a line for each model, status 1 if one does not work',
    )
    .action(async () => {
      const checked = await checkModels(env);
      for (const each of checked) print(each);
      if (checked.some(({ works }) => !works)) endWith(1);
    });
}
