import type { Attack } from '../attack.ts';
import { isolation } from './isolation.ts';
import { network } from './network.ts';
import { time } from './time.ts';

/** Every attack, by its target. */
export const allAttacks: Record<string, Attack[]> = { time, isolation, network };
