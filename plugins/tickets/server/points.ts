import type { Host } from '@balcao/sdk/server';
import {
  composerAction,
  composerTrigger,
  messageAction,
  messageRenderer,
  ticketDrawerPanel,
  ticketHeaderAction,
  ticketListBadge,
  ticketListExtra,
  ticketListFilter,
  ticketListQuery,
} from '../contract.ts';
import type manifest from '../manifest.ts';

const reserved = new Set([
  'searchParam',
  'pageNumber',
  'status',
  'users',
  'queueIds',
  'date',
  'updatedAt',
  'showAll',
  'withUnreadMessages',
  'selectedReadTicket',
  'selectedWhatsappId',
]);

/** Where other plugins add to conversations. Browser points are opened here too, so that names are checked at the start. */
export const points = (host: Host<typeof manifest>): void => {
  host.open(ticketListQuery, ({ param, where, schema }) => {
    if (!/^[a-zA-Z]\w*$/.test(param)) throw new Error('`param` is no name of a query parameter');
    if (reserved.has(param)) throw new Error(`the list itself has a parameter "${param}"`);
    if (typeof where !== 'function' || typeof schema?.safeParse !== 'function')
      throw new Error('it needs `schema` and `where(value, scope)`');
  });
  host.open(ticketListExtra, ({ id, load }) => {
    if (!id || typeof load !== 'function') throw new Error('it needs `id` and `load(ticketIds, scope)`');
  });
  host.open(ticketListFilter);
  host.open(ticketListBadge);
  host.open(ticketHeaderAction);
  host.open(ticketDrawerPanel);
  host.open(composerAction);
  host.open(composerTrigger);
  host.open(messageRenderer);
  host.open(messageAction);
};
