import { IdentifyRequest } from '#contract/identify.ts';
import type { IdentifyData } from '#identify/data/tables.ts';
import { identify } from '#identify/identify.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { median, quantile } from './load.ts';

/** What loading the tables of Identify costs the process. */
export interface IdentifyLoad {
  ms: number;
  megabytes: number;
  /** CPU time of the thread, which cannot have been blocked for longer. */
  thread_ms: number;
}

/** How long a lookup takes in process, from a parsed request to its answer. */
export interface IdentifyLookup {
  rail: string;
  p50_us: number;
  p99_us: number;
}

const requests = [
  { bic: 'DEUTDEFF500' },
  { iban: 'DE89370400440532013000' },
  { iban: 'QA58DOHB00001234567890ABCDEFG' },
  { routing_number: '021000021', account_number: '12345678' },
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

/** Loads the tables several times, and returns the medians. */
export async function measureLoad(): Promise<IdentifyLoad> {
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
  return {
    ms: median(loads.map(({ ms }) => ms)),
    megabytes: median(loads.map(({ megabytes }) => megabytes)),
    thread_ms: median(loads.map(({ thread_ms }) => thread_ms)),
  };
}

/** Looks up each of the requests many times. */
export async function measureLookups(): Promise<IdentifyLookup[]> {
  const data = await loadIdentifyData();
  return requests.map((body) => measureLookup(IdentifyRequest.parse(body), data));
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
