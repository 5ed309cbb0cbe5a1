import type { Host } from '@balcao/sdk/server';
import {
  composerAction,
  composerOutsideWindow,
  composerTrigger,
  messageAction,
  messageKind,
  messageRenderer,
  ticketAutomation,
  ticketDrawerPanel,
  ticketHeaderAction,
  ticketListBadge,
  ticketListBulk,
  ticketListExtra,
  ticketListFilter,
  ticketListOrder,
  ticketListQuery,
  ticketListSort,
  ticketLogEntry,
  ticketOptionsAction,
} from '../contract.ts';
import type manifest from '../manifest.ts';
import { sortName } from './list/list-query.ts';
import { builtInKinds } from './message/kinds/built-in.ts';
import { maxDataBytes } from './message/kinds/read-data.ts';

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
  // Parameters of the page address.
  'q',
  'read',
  'connection',
  'queues',
  'all',
  'new',
  'contact',
]);

/**
 * Opens the points at which other plugins add to conversations. Browser points are opened here too, so that their names
 * are checked at the start.
 */
export const points = (host: Host<typeof manifest>): void => {
  host.open(ticketListQuery, ({ param, where, schema }) => {
    if (!/^[a-zA-Z]\w*$/.test(param)) throw new Error('`param` is not a valid query parameter name');
    if (reserved.has(param)) throw new Error(`the ticket list has its own parameter "${param}"`);
    if (typeof where !== 'function' || typeof schema?.safeParse !== 'function')
      throw new Error('the filter needs `schema` and `where(value, scope)`');
  });
  host.open(ticketAutomation, ({ id, claims, received }) => {
    if (!id || id === 'menu') throw new Error('the automation needs its own `id`');
    if (typeof claims !== 'function' || typeof received !== 'function')
      throw new Error('the automation needs `claims(ticket, message, scope)` and `received(ticket, message, scope)`');
  });
  host.open(ticketListExtra, ({ id, load, rows }) => {
    if (!id || typeof load !== 'function') throw new Error('the extra needs `id` and `load(ticketIds, scope)`');
    if (rows !== undefined && typeof rows !== 'function')
      throw new Error('`rows` must be a function `rows(ticketIds, scope)`');
  });
  host.open(messageKind, ({ id, schema, text, maxBytes = 1 }, plugin) => {
    const own = `${plugin}.`;
    const isOwn = id.startsWith(own) && /^[a-z0-9][a-z0-9-]{0,60}$/.test(id.slice(own.length));
    if (!isOwn && !(plugin === 'tickets' && builtInKinds.some((kind) => kind.id === id)))
      throw new Error(`the kind's \`id\` must be \`${own}\` and a name of small letters, digits and \`-\``);
    if (typeof text !== 'function' || typeof schema?.safeParse !== 'function')
      throw new Error('the kind needs `schema` and `text(data, language)`');
    if (!isOwn) return;
    if (!(maxBytes > 0 && maxBytes <= maxDataBytes)) throw new Error(`\`maxBytes\` must be ${maxDataBytes} at most`);
  });
  host.open(ticketListSort, ({ id, by }) => {
    if (!sortName.test(id)) throw new Error('`id` must be the id of its plugin, a dot and a name');
    if (typeof by !== 'function') throw new Error('the order needs `by(scope)`');
  });
  host.open(ticketListOrder);
  host.open(ticketListFilter);
  host.open(ticketListBadge);
  host.open(ticketListBulk);
  host.open(ticketHeaderAction);
  host.open(ticketDrawerPanel);
  host.open(ticketOptionsAction);
  host.open(ticketLogEntry);
  host.open(composerAction);
  host.open(composerTrigger);
  host.open(composerOutsideWindow);
  host.open(messageRenderer);
  host.open(messageAction);
};
