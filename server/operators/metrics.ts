import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Memory, garbage collection, event loop: of the process, so observed once, and for as long as it lives. */
let processRegistry: Registry | null = null;

function observeProcess(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** Every metric of the service, in one place. Labels come from closed lists: no player, match, token or address. */
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #registry = new Registry();

  readonly requests = this.#counter('freeplay_http_requests_total', 'HTTP requests answered.', ['operation', 'status']);
  readonly requestSeconds = this.#histogram('freeplay_http_request_seconds', 'From request to answer.', ['operation']);
  readonly #commands = this.#counter('freeplay_commands_total', 'Commands to matches, by what came of them.', [
    'kind',
    'outcome',
  ]);
  readonly #commandSeconds = this.#histogram('freeplay_command_seconds', 'From a command to its durable answer.', [
    'kind',
  ]);
  readonly #events = this.#counter('freeplay_events_total', 'Events committed.', ['kind']);
  readonly lostRevisions = this.#counter(
    'freeplay_lost_revisions_total',
    'Appends that another writer had forestalled.',
    [],
  );
  readonly hashMismatches = this.#counter(
    'freeplay_hash_mismatches_total',
    'Snapshots asked for because a client computed another state hash.',
    [],
  );
  readonly limited = this.#counter('freeplay_limited_total', 'Requests refused by a limit.', ['kind']);
  readonly closed = this.#counter('freeplay_sockets_refused_total', 'Sockets closed for what they sent.', ['code']);

  /** What is counted with each move keeps its child: to look one up by labels costs more than to count. */
  readonly #commandCounters = kept((outcome: string) =>
    kept((kind: string) => this.#commands.labels({ kind, outcome })),
  );
  readonly #commandTimers = kept((kind: string) => this.#commandSeconds.labels({ kind }));
  readonly #eventCounters = kept((kind: string) => this.#events.labels({ kind }));

  /** One command to a match, and what came of it. */
  command(kind: string, outcome: string, seconds: number): void {
    this.#commandCounters(outcome)(kind).inc();
    this.#commandTimers(kind).observe(seconds);
  }

  /** One event that has been committed. */
  event(kind: string): void {
    this.#eventCounters(kind).inc();
  }

  /** All of it in the text format of Prometheus, with what is known of the process. */
  async text(): Promise<string> {
    return Registry.merge([this.#registry, observeProcess()]).metrics();
  }

  /** A value that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(read()) });
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #histogram<L extends string>(name: string, help: string, labelNames: readonly L[]): Histogram<L> {
    const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
    return new Histogram({ name, help, labelNames: [...labelNames], buckets, registers: [this.#registry] });
  }
}

/** The same function, asked once for each argument. */
function kept<K, V>(make: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    values.set(key, made);
    return made;
  };
}
