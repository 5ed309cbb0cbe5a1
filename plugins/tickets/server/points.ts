import type { Host } from '@balcao/sdk/server';
import {
  composerAction,
  composerOutsideWindow,
  composerTrigger,
  messageAction,
  messageRenderer,
  ticketAutomation,
  ticketDrawerPanel,
  ticketHeaderAction,
  ticketListBadge,
  ticketListBulk,
  ticketListExtra,
  ticketListFilter,
  ticketListQuery,
  ticketOptionsAction,
} from '../contract.ts';
import type manifest from '../manifest.ts';

const reserved = new Set([
  'searchParam',
  'pageNumber',
  'pageSize',
  'status',
  'users',
  'queueIds',
  'date',
  'updatedAt',
  'showAll',
  'withUnreadMessages',
  'selectedReadTicket',
  'selectedWhatsappId',
  'ids',
  // These stand in the address of the screen.
  'q',
  'read',
  'connection',
  'queues',
  'all',
  'new',
  'contact',
]);

/** Where other plugins add to conversations. Browser points are opened here too, so that names are checked at the start. */
export const points = (host: Host<typeof manifest>): void => {
  host.open(ticketListQuery, ({ param, where, schema }) => {
    if (!/^[a-zA-Z]\w*$/.test(param)) throw new Error('`param` is no name of a query parameter');
    if (reserved.has(param)) throw new Error(`the list itself has a parameter "${param}"`);
    if (typeof where !== 'function' || typeof schema?.safeParse !== 'function')
      throw new Error('it needs `schema` and `where(value, scope)`');
  });
  host.open(ticketAutomation, ({ id, takes, received }) => {
    if (!id || id === 'menu') throw new Error('it needs an `id` of its own');
    if (typeof takes !== 'function' || typeof received !== 'function')
      throw new Error('it needs `takes(ticket, scope)` and `received(ticket, message, scope)`');
  });
  host.open(ticketListExtra, ({ id, load, rows }) => {
    if (!id || typeof load !== 'function') throw new Error('it needs `id` and `load(ticketIds, scope)`');
    if (rows !== undefined && typeof rows !== 'function') throw new Error('`rows` is `rows(ticketIds, scope)`');
  });
  host.open(ticketListFilter);
  host.open(ticketListBadge);
  host.open(ticketListBulk);
  host.open(ticketHeaderAction);
  host.open(ticketDrawerPanel);
  host.open(ticketOptionsAction);
  host.open(composerAction);
  host.open(composerTrigger);
  host.open(composerOutsideWindow);
  host.open(messageRenderer);
  host.open(messageAction);
};
