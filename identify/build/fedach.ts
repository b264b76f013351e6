import { loadIdentifyData } from '../load.ts';
import { joinParticipants } from './join-participants.ts';
import { fedParticipants, moovFedSource } from './moov-fed.ts';
import { usualCapitals, usualPlace } from './usual-capitals.ts';
import { writeTable } from './write-table.ts';

/** Rebuilds the table fedach, after routing_number or bic has changed: `node identify/build/fedach.ts`. */
const { bank, routing_number } = await loadIdentifyData();
const usual = { name: usualCapitals, place: usualPlace };
const rows = joinParticipants(fedParticipants(), [...routing_number.rows()], [...bank.rows()], usual);
writeTable('fedach', { fed: moovFedSource }, rows);
