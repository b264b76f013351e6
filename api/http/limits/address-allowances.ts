import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateWindowMs } from '#store/requests/rate-limits.ts';
import type { Allowance } from './allowance.ts';

/**
 * Allowances by address, for requests that belong to no known workspace. Each process has its own: they limit what a
 * stranger can ask of it, and asking a store first would add load.
 */
export class AddressAllowances {
  readonly #limiter: RateLimiterMemory;

  /** @param limit requests per minute from one address */
  constructor(limit: number) {
    this.#limiter = new RateLimiterMemory({ points: limit, duration: rateWindowMs / 1000 });
  }

  /** The allowance of an address, without spending a request. */
  async look(address: string): Promise<Allowance> {
    const { points: limit } = this.#limiter;
    const spent = await this.#limiter.get(networkOf(address));
    const { remainingPoints = limit, msBeforeNext = rateWindowMs } = spent ?? {};
    return { limit, remaining: remainingPoints, resetsInMs: msBeforeNext, admitted: true };
  }

  /** Spends one request of an address's allowance. */
  async admit(address: string): Promise<Allowance> {
    const { points: limit } = this.#limiter;
    const [admitted, { remainingPoints, msBeforeNext }] = await this.#limiter
      .consume(networkOf(address))
      .then(
        (spent) => [true, spent] as const,
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return [false, refused] as const;
          throw refused;
        },
      );
    return { limit, remaining: remainingPoints, resetsInMs: msBeforeNext, admitted };
  }

  /** Returns what an admitted request has spent. */
  async refund(address: string): Promise<void> {
    await this.#limiter.reward(networkOf(address));
  }
}

/** Some proxies append the port to the address in `X-Forwarded-For`. */
const withPort = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/;

/** An IPv4 address, or the /64 network of an IPv6 address. Anything that is not an address counts as the same one. */
export function networkOf(forwarded: string): string {
  const [, v6, v4] = withPort.exec(forwarded) ?? [];
  const address = v6 ?? v4 ?? forwarded;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
