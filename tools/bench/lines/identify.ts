import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BankFilter } from '#contract/bank.ts';
import type { InstitutionRow } from '#contract/directory.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { listBanks } from '#identify/banks.ts';
import type { IdentifyData } from '#identify/data/tables.ts';
import { Identifier } from '#identify/identifier.ts';
import { identify } from '#identify/identify.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { median, medians, quantile } from '../figures.ts';
import { cells, type Table } from '../tables.ts';

/** The cost of loading the tables of Identify. */
type IdentifyLoad = {
  ms: number;
  megabytes: number;
  /** CPU time of the thread, which cannot have been blocked for longer. */
  thread_ms: number;
};

/** How long a lookup takes in process, from a parsed request to its answer. */
interface IdentifyLookup {
  rail: string;
  p50_us: number;
  p99_us: number;
}

/** The cost of listing institutions. */
interface BankPages {
  first_page_ms: number;
  longest_hold_ms: number;
  page_p50_ms: number;
  page_p99_ms: number;
}

/** The cost of searching institutions, in CPU time of the thread, which cannot have been blocked for longer. */
interface BankSearches {
  /** The first search, which builds the index. */
  first_ms: number;
  /** The longest turn of the event loop until then, and afterwards. */
  longest_turn_building_ms: number;
  longest_turn_ms: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

const filters: BankFilter[] = [
  {},
  { country: 'US' },
  { q: 'imported bank 19999' },
  { q: 'first state' },
  { rail: 'routing_number', q: 'credit union' },
  { q: 'no such bank' },
  { q: 'comerzbank' },
  { q: 'hdfc bnk' },
  { q: '20-00-00' },
];
/** Institutions are searched by the names of one row in so many. */
const searchedOneIn = 7;
const pages = 600;
const pageSize = 25;

const requests = [
  { bic: 'DEUTDEFF500' },
  { iban: 'DE89370400440532013000' },
  { iban: 'QA58DOHB00001234567890ABCDEFG' },
  { routing_number: '021000021', account_number: '12345678' },
  { routing_number: '321170839' },
  { routing_number: '011110620' },
  { sort_code: '202959', account_number: '63748472' },
  { ifsc: 'AKJB0000001' },
  { ifsc: 'HDFC0000001' },
  { account_number: '0000014579', bank_code: '011', country: 'NG' },
  { account_number: '0000014579' },
  { bank_code: '040100', country: 'GH' },
  { bank_code: '01', country: 'KE' },
  { bank_code: '250655', country: 'ZA' },
  { bank_code: 'CI008', country: 'CI' },
  { bank_code: '0002', country: 'EG' },
  { bank_code: '010', country: 'RW' },
  { phone_number: '+254712345678' },
];

const rounds = 7;
const lookups = 5000;

/** Identify without the service: its tables, the list of institutions, and lookups. */
export async function* measureIdentify(): AsyncGenerator<Table> {
  yield { title: 'Tables of Identify, loaded', rows: [cells(await measureLoad())] };
  yield {
    title: 'Pages of institutions in process, with 20,000 imported rows',
    rows: [cells(await measureBanks())],
  };
  yield {
    title: 'Searches for institutions in process, by their names',
    rows: [cells(await measureSearches())],
  };
  yield {
    title: 'Lookups in process',
    rows: (await measureLookups()).map(({ rail, ...times }) => ({ rail, ...cells(times) })),
  };
}

/** Loads the tables several times, and returns the medians. */
async function measureLoad(): Promise<IdentifyLoad> {
  const loads: IdentifyLoad[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bytes = bytesInUse();
    const cpu = process.threadCpuUsage();
    const startedAt = performance.now();
    await loadIdentifyData();
    const ms = performance.now() - startedAt;
    const { user, system } = process.threadCpuUsage(cpu);
    loads.push({ ms, megabytes: (bytesInUse() - bytes) / 1e6, thread_ms: (user + system) / 1000 });
  }
  return medians(loads);
}

/** Looks up each of the requests many times. */
async function measureLookups(): Promise<IdentifyLookup[]> {
  const data = await loadIdentifyData();
  return requests.map((body) => measureLookup(IdentifyRequest.parse(body), data));
}

/**
 * Measures `GET /v1/identify/banks` in process, with 20,000 imported rows: the first page, for which their list is
 * built, and the longest time for which that blocks the event loop; then pages of several filters.
 */
async function measureBanks(): Promise<BankPages> {
  const identifier = new Identifier(await loadIdentifyData(), {
    find: () => Promise.resolve([]),
    imported: () => ({ version: 'bench', batches: importedRows }),
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await identifier.listBanks({}, pageSize);
  const first_page_ms = performance.now() - startedAt;
  delay.disable();
  const ms: number[] = [];
  for (let count = 0; count < pages; count += 1) {
    const begun = performance.now();
    await identifier.listBanks(filters[count % filters.length] ?? {}, pageSize);
    ms.push(performance.now() - begun);
  }
  return {
    first_page_ms,
    longest_hold_ms: delay.max / 1e6,
    page_p50_ms: median(ms),
    page_p99_ms: quantile(ms, 0.99),
  };
}

/** Searches for institutions by their names, half of them with a swap of neighbours in the first word. */
async function measureSearches(): Promise<BankSearches> {
  const data = await loadIdentifyData();
  const names = [...data.institution.rows()]
    .filter((_, at) => at % searchedOneIn === 0)
    .map(({ name }, at) => (at % 2 === 0 ? name : `${name.charAt(1)}${name.charAt(0)}${name.slice(2)}`));
  const turns = new LongestTurn();
  const building = turns.spent();
  await listBanks(data, { q: 'commerzbank' }, pageSize);
  const first_ms = turns.spent() - building;
  const longest_turn_building_ms = turns.longest();
  const ms: number[] = [];
  for (const name of names) {
    const begun = turns.spent();
    await listBanks(data, { q: name.slice(0, 100) }, pageSize);
    ms.push(turns.spent() - begun);
  }
  const longest_turn_ms = turns.longest();
  turns.end();
  return {
    first_ms,
    longest_turn_building_ms,
    longest_turn_ms,
    p50_ms: median(ms),
    p95_ms: quantile(ms, 0.95),
    p99_ms: quantile(ms, 0.99),
  };
}

/** The CPU time of the thread in the turns of the event loop. */
class LongestTurn {
  #longest = 0;
  #since = this.spent();
  #isOver = false;

  constructor() {
    const turn = () => {
      const now = this.spent();
      this.#longest = Math.max(this.#longest, now - this.#since);
      this.#since = now;
      if (!this.#isOver) setImmediate(turn);
    };
    setImmediate(turn);
  }

  /** CPU time of the thread, in milliseconds. */
  spent(): number {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  }

  /** The longest turn since the last call. */
  longest(): number {
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  end(): void {
    this.#isOver = true;
  }
}

async function* importedRows(): AsyncGenerator<InstitutionRow[]> {
  for (let from = 0; from < 20_000; from += 250) {
    yield await Promise.resolve(
      Array.from({ length: 250 }, (_, index) => ({
        directory: 'fedach' as const,
        key: String(900_000_000 + from + index),
        as_of: '2026-11-01',
        name: `IMPORTED BANK ${from + index}`,
        country: 'US',
      })),
    );
  }
}

function measureLookup(request: IdentifyRequest, data: IdentifyData): IdentifyLookup {
  const microseconds: number[] = [];
  for (let count = 0; count < lookups; count += 1) {
    const startedAt = performance.now();
    identify(request, data);
    microseconds.push((performance.now() - startedAt) * 1000);
  }
  return { rail: request.rail, p50_us: median(microseconds), p99_us: quantile(microseconds, 0.99) };
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
