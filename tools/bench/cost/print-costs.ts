import type { TurnCost } from './measure-cost.ts';
import { type TurnKind, turnKinds } from './turn-kinds.ts';

/** Prints what each kind of turn costs, a table for each kind of figure. */
export function printCosts(costs: Record<TurnKind, TurnCost>): void {
  const titles = new Set(turnKinds.flatMap((kind) => [...costs[kind].keys()]));
  for (const title of titles) {
    const names = new Set(turnKinds.flatMap((kind) => [...(costs[kind].get(title)?.keys() ?? [])]));
    const figure = (kind: TurnKind, name: string) => {
      const value = costs[kind].get(title)?.get(name);
      return value === undefined ? '' : value.toFixed(value >= 100 ? 0 : 1);
    };
    console.log(`\n${title}, of one turn`);
    console.table(
      Object.fromEntries(
        [...names].map((name) => [
          name,
          Object.fromEntries(turnKinds.map((kind) => [kind, figure(kind, name)])),
        ]),
      ),
    );
  }
}
