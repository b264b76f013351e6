import type { Attack } from '../attack.ts';
import { isolation } from './isolation.ts';
import { money } from './money.ts';
import { network } from './network.ts';
import { secrets } from './secrets.ts';
import { time } from './time.ts';

/** Every attack, by its target. */
export const allAttacks: Record<string, Attack[]> = { time, isolation, network, money, secrets };
