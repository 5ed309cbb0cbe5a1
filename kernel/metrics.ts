import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry as Metrics } from 'prom-client';
import type { JobStats } from './jobs/index.ts';

/** Sources that exist later than the metrics. */
export interface LoadSources {
  sockets(): number;
  events(): { inFlight: number; retrying: number; dead: number };
  jobs(): JobStats;
}

export interface MetricSources {
  plugins(): readonly { id: string; state: string; loadMs: number | null; intervals: number }[];
  /** Call sites of plugins with an open circuit. */
  breakers(): readonly { plugin: string; where: string }[];
}

/**
 * Metrics for Prometheus. Labels contain no company and no person, because their number must stay bounded. Blocking
 * of the event loop, which no plugin can be prevented from, is in `nodejs_eventloop_lag_*`.
 */
export const createMetrics = (sources: MetricSources) => {
  const register = new Metrics();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'balcao_http_request_seconds',
    help: 'Time to answer, by route, plugin and status.',
    labelNames: ['method', 'route', 'plugin', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failures = new Counter({
    name: 'balcao_plugin_failures_total',
    help: 'What a plugin threw, by where.',
    labelNames: ['plugin', 'where'] as const,
    registers,
  });
  const limited = new Counter({
    name: 'balcao_plugin_limited_total',
    help: 'What a plugin was stopped from doing because it was too much: events in one go, a large message.',
    labelNames: ['plugin', 'what'] as const,
    registers,
  });
  const dropped = new Counter({
    name: 'balcao_webhooks_dropped_total',
    help: 'Webhooks that came while their plugin was off.',
    labelNames: ['plugin'] as const,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  let load: LoadSources | undefined;
  const read = (value: (from: LoadSources) => number) => (): number => (load ? value(load) : 0);
  gauge(
    'balcao_sockets',
    'Sockets open on this node.',
    read(({ sockets }) => sockets()),
  );
  gauge(
    'balcao_events_in_flight',
    'Events being delivered by this node.',
    read(({ events }) => events().inFlight),
  );
  gauge(
    'balcao_events_retrying',
    'Events waiting to be tried again.',
    read(({ events }) => events().retrying),
  );
  gauge(
    'balcao_events_dead',
    'Events given up: a super user can read and replay them.',
    read(({ events }) => events().dead),
  );
  gauge(
    'balcao_jobs_running',
    'Jobs that run on this node.',
    read(({ jobs }) => jobs().running),
  );
  gauge(
    'balcao_jobs_done',
    'Jobs that ended well on this node since it started.',
    read(({ jobs }) => jobs().done),
  );
  gauge(
    'balcao_jobs_given_up',
    'Jobs this node gave up since it started.',
    read(({ jobs }) => jobs().givenUp),
  );
  gauge(
    'balcao_jobs_failed',
    'Jobs given up and kept: a super user can try them again.',
    read(({ jobs }) => jobs().failed),
  );
  new Gauge({
    name: 'balcao_plugin_state',
    help: '1 for the state each installed plugin is in.',
    labelNames: ['plugin', 'state'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id, state } of sources.plugins()) this.set({ plugin: id, state }, 1);
    },
  });
  new Gauge({
    name: 'balcao_plugin_load_milliseconds',
    help: 'How long import and setup of the server part took at this start.',
    labelNames: ['plugin'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id, loadMs } of sources.plugins()) if (loadMs !== null) this.set({ plugin: id }, loadMs);
    },
  });
  new Gauge({
    name: 'balcao_plugin_intervals',
    help: 'Timers that a plugin keeps running by itself, past switches and pauses.',
    labelNames: ['plugin'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id, intervals } of sources.plugins()) if (intervals > 0) this.set({ plugin: id }, intervals);
    },
  });
  new Gauge({
    name: 'balcao_plugin_breakers_open',
    help: 'Places of a plugin that are not called for a while after repeated failures.',
    labelNames: ['plugin', 'where'] as const,
    registers,
    collect() {
      this.reset();
      for (const { plugin, where } of sources.breakers()) this.inc({ plugin, where }, 1);
    },
  });
  return {
    register,
    requests,
    failures,
    limited,
    dropped,
    /** Connects the sources of the gauges of sockets, events and jobs, which are 0 until then. */
    observe(sources: LoadSources): void {
      load = sources;
    },
  };
};
export type KernelMetrics = ReturnType<typeof createMetrics>;
