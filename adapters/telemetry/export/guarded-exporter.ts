import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { withoutContent } from './without-content.ts';

/** Reports of an exporter: one when spans begin to be lost, and one when they no longer are. */
export interface Outages {
  onLost: (fault: { err?: Error }) => void;
  onRecovered: () => void;
}

/**
 * Exports spans without content, and reports each outage once. After `close`, pending spans are dropped, so that a
 * collector that hangs does not keep a process from ending.
 * @param own the scope whose spans have no content by construction
 */
export class GuardedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #own: string;
  readonly #outages: Outages;
  #isLosing = false;
  #isClosed = false;

  constructor(exporter: SpanExporter, own: string, outages: Outages) {
    this.#exporter = exporter;
    this.#own = own;
    this.#outages = outages;
  }

  readonly export = (spans: ReadableSpan[], callback: (result: ExportResult) => void): void => {
    if (this.#isClosed) {
      callback({ code: ExportResultCode.SUCCESS });
      return;
    }
    const safe = spans.map((span) =>
      span.instrumentationScope.name === this.#own ? span : withoutContent(span),
    );
    this.#exporter.export(safe, (result) => {
      this.#note(result);
      callback(result);
    });
  };

  readonly shutdown = async (): Promise<void> => await this.#exporter.shutdown();

  readonly forceFlush = async (): Promise<void> => await this.#exporter.forceFlush?.();

  close(): void {
    this.#isClosed = true;
  }

  #note({ code, error }: ExportResult): void {
    const isLost = code !== ExportResultCode.SUCCESS;
    if (isLost === this.#isLosing) return;
    this.#isLosing = isLost;
    if (isLost) this.#outages.onLost(error === undefined ? {} : { err: error });
    else this.#outages.onRecovered();
  }
}
