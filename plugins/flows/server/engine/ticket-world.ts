import { createHash } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { FlowTicket } from '../../contract.ts';
import type { World } from '../../graph/world.ts';
import { capabilitiesOf } from '../nodes/connect.ts';
import { loadValues } from './built-in-values.ts';
import type { RunnerOf } from './runners.ts';

/** Reads again what nodes know of a locked conversation, after a step that may have changed it. */
export const flowTicketOf = async (scope: Scope, ticketId: number): Promise<FlowTicket | undefined> => {
  const [held] = await scope.use(tickets).holdAll([ticketId], 'flows');
  return held && { ...held, connectionId: held.connectionId ?? 0 };
};

/** A number from 0 to below 1 that is the same when the step is repeated. */
export const randomOf =
  (seed: string) =>
  (seq: number): number =>
    createHash('sha256').update(`${seed}:${seq}`).digest().readUInt32BE(0) / 2 ** 32;

interface Surroundings {
  sessionId: number;
  ticket: FlowTicket;
  now: Date;
  lastText(): string;
  runner: RunnerOf;
}

/** The world of a session in a conversation. */
export const ticketWorld = (scope: Scope, { sessionId, ticket, now, lastText, runner }: Surroundings): World => ({
  runner,
  load: (keys) =>
    keys.length === 0
      ? Promise.resolve({})
      : loadValues(keys, { ticket, now, timeZone: scope.company.timeZone, lastText: lastText() }, scope),
  ticket,
  channel: capabilitiesOf(ticket.channel, scope),
  now,
  timeZone: scope.company.timeZone,
  random: randomOf(`${scope.company.id}:${sessionId}`),
  t: (key, values) => scope.t(key, values),
  isSimulated: false,
});
