import type { Scope } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { accountsOfConnections, storeHeard, type Account } from '../account/account.ts';
import { appOf } from '../app/app.ts';
import { identityOf, knownPeople } from '../people/identity.ts';
import { requestProfiles, storeThreadOwner } from '../people/profile-store.ts';
import { storePlaces } from '../comments/comment-store.ts';
import { commentersIn, receiveComments } from '../comments/receive-comments.ts';
import { CallBatch } from './call-batch.ts';
import type { WireEntry, WireEvent } from './envelope.ts';
import { personOf, receiveEvent, type Call } from './receive.ts';

/** An entry with the connection that it belongs to. */
export interface RoutedEntry {
  connectionId: number;
  entry: WireEntry;
}

const eventsOf = ({ messaging, standby }: WireEntry): WireEvent[] => [...messaging, ...standby];

/** Stores which people another app, or Meta’s inbox, talks to at the moment. */
const noteOwners = async (scope: Scope, account: Account, entries: readonly RoutedEntry[]): Promise<void> => {
  const own = entries.filter(({ connectionId }) => connectionId === account.connectionId);
  const people = (events: readonly WireEvent[]): string[] =>
    events.flatMap((event) => (event.message || event.postback ? (personOf(event, account) ?? []) : []));
  const elsewhere = own.flatMap(({ entry }) => people(entry.standby));
  await storeThreadOwner(scope, account.connectionId, elsewhere, true);
  const here = own.flatMap(({ entry }) => people(entry.messaging));
  await storeThreadOwner(scope, account.connectionId, here, false);
  // A conversation changes hands without a message as well.
  for (const event of own.flatMap(({ entry }) => eventsOf(entry))) {
    const person = personOf(event, account);
    if (person === undefined || !(event.pass_thread_control ?? event.take_thread_control)) continue;
    const isTaken = event.take_thread_control !== undefined;
    const newOwner = event.pass_thread_control?.new_owner_app_id;
    const isOurs = !isTaken && newOwner === (await appOf(scope, account))?.appId;
    await storeThreadOwner(scope, account.connectionId, [person], !isOurs);
  }
};

const peopleIn = (account: Account, entries: readonly RoutedEntry[]): string[] => {
  const own = entries.filter(({ connectionId }) => connectionId === account.connectionId);
  const all = own.flatMap(({ entry }) => eventsOf(entry).map((event) => personOf(event, account)));
  return [...new Set(all.filter((person) => person !== undefined))];
};

/** Stores the events of one company. Resolves when all are stored; a repeat changes nothing. */
export const receiveEntries = async (scope: Scope, entries: readonly RoutedEntry[]): Promise<void> => {
  const ids = [...new Set(entries.map(({ connectionId }) => connectionId))];
  const accounts = await accountsOfConnections(scope, ids);
  await storeHeard(scope, ids);
  const together = new CallBatch(scope);
  const windows: Call['windows'] = [];
  const placed: Call['placed'] = [];
  const errors: unknown[] = [];
  for (const account of accounts) {
    const people = peopleIn(account, entries);
    const own = entries.flatMap(({ connectionId, entry }) => (connectionId === account.connectionId ? [entry] : []));
    const asked = [...people, ...own.flatMap((entry) => commentersIn(account, entry))];
    const call: Call = { account, known: await knownPeople(scope, account, asked), together, windows, placed, scope };
    await receiveComments(call, own).catch((error: unknown) => errors.push(error));
    for (const entry of own) {
      for (const event of eventsOf(entry))
        await receiveEvent(call, event).catch((error: unknown) => errors.push(error));
    }
  }
  await together.store();
  await storePlaces(scope, placed);
  for (const { connectionId, person, until, account } of windows)
    await scope.use(channelInbox).windowUntil(connectionId, identityOf(account, person), until);
  for (const account of accounts) {
    await requestProfiles(scope, account, peopleIn(account, entries));
    await noteOwners(scope, account, entries);
  }
  if (errors.length > 0) throw errors[0];
};
