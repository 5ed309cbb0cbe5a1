import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry as Metrics } from 'prom-client';

/** Figures for Prometheus. Labels hold no company and no person: their number must stay bounded. */
export const createMetrics = (sources: {
  sockets(): number;
  events(): { inFlight: number; parked: number; dead: number };
}) => {
  const register = new Metrics();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'balcao_http_request_seconds',
    help: 'Time to answer, by route, plugin and status.',
    labelNames: ['method', 'route', 'plugin', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const failures = new Counter({
    name: 'balcao_plugin_failures_total',
    help: 'What a plugin threw, by where.',
    labelNames: ['plugin', 'where'] as const,
    registers: [register],
  });
  const dropped = new Counter({
    name: 'balcao_webhooks_dropped_total',
    help: 'Webhooks that came while their plugin was off.',
    labelNames: ['plugin'] as const,
    registers: [register],
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('balcao_sockets', 'Sockets open on this node.', sources.sockets);
  gauge('balcao_events_in_flight', 'Events being delivered by this node.', () => sources.events().inFlight);
  gauge('balcao_events_parked', 'Events waiting to be tried again.', () => sources.events().parked);
  gauge('balcao_events_dead', 'Events given up: a super user can read and replay them.', () => sources.events().dead);
  return { register, requests, failures, dropped };
};
export type KernelMetrics = ReturnType<typeof createMetrics>;
