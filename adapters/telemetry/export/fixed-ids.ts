import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

/** The ids that a span is to have. */
export interface SpanIds {
  traceId: string;
  spanId: string;
}

/** Gives spans that begin in `withIds` these ids, and all others random ones. */
export class FixedIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #ids: SpanIds | undefined;

  /** @param begin begins one span, at once */
  withIds<Begun>(ids: SpanIds, begin: () => Begun): Begun {
    this.#ids = ids;
    try {
      return begin();
    } finally {
      this.#ids = undefined;
    }
  }

  readonly generateTraceId = (): string => this.#ids?.traceId ?? this.#random.generateTraceId();
  readonly generateSpanId = (): string => this.#ids?.spanId ?? this.#random.generateSpanId();
}
