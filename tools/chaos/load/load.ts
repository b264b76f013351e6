import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { busyThread } from './scenarios/busy-thread.ts';
import { cancels } from './scenarios/cancels.ts';
import { erasure } from './scenarios/erasure.ts';
import { gatedTool, gatedWrite } from './scenarios/gated-write.ts';
import { heldSet } from './scenarios/held-set.ts';
import { keyedExtraction } from './scenarios/keyed-extraction.ts';
import { keyedLookup } from './scenarios/keyed-lookup.ts';
import { mcpMessage } from './scenarios/mcp-message.ts';
import { plainReply } from './scenarios/plain-reply.ts';
import { proposedAction } from './scenarios/proposed-action.ts';
import { providerFailure } from './scenarios/provider-failure.ts';
import { question } from './scenarios/question.ts';
import { richReply } from './scenarios/rich-reply.ts';
import { speech, transcription } from './scenarios/speech.ts';
import { repeatableWrite, sideBySide, silentTools, unrepeatableWrite } from './scenarios/silent-writes.ts';
import type { Scenario, World } from './world.ts';

const scenarios: readonly Scenario[] = [
  plainReply,
  question,
  gatedWrite,
  gatedTool,
  heldSet,
  silentTools,
  repeatableWrite,
  unrepeatableWrite,
  sideBySide,
  proposedAction,
  cancels,
  busyThread,
  providerFailure,
  richReply,
  keyedLookup,
  keyedExtraction,
  erasure,
  mcpMessage,
  speech,
  transcription,
];

/**
 * Plays scenarios, several at a time, until the load is over. Resolves once those in progress have ended. The seed
 * decides the scenario of each play, and what happens in it.
 * @returns the number of plays of each scenario
 */
export async function playLoad(
  world: World,
  random: Random,
  { clients, say }: { clients: number; say: (line: string) => void },
): Promise<Map<string, number>> {
  const plays = new Map<string, number>();
  let begun = 0;
  const client = async (): Promise<void> => {
    while (!world.loadOver.aborted) {
      begun += 1;
      const mark = `m${begun}`;
      const chosen = random.fork(mark);
      const scenario = chosen.weighted(scenarios.filter(({ isOver }) => isOver?.(world) !== true));
      plays.set(scenario.name, (plays.get(scenario.name) ?? 0) + 1);
      // A scenario that a client could not continue is not a fault by itself: the checks verify what it was promised.
      await scenario.play(world, chosen, mark).catch((error: unknown) => {
        say(`${scenario.name} ${mark}: ${(error as Error).message}`);
      });
      await sleep(chosen.int(0, 150));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return plays;
}
