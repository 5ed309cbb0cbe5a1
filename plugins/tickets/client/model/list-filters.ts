import type { TicketListOrder, TicketStatus, TicketView } from '../../contract.ts';

export type ReadState = 'all' | 'unread' | 'read';

export const listOrders = ['waiting', 'newest', 'oldest'] as const;
type OwnOrder = (typeof listOrders)[number];
/** An order of a plugin. */
export type AddedOrder = TicketListOrder & { plugin: string };
export type ListOrder = OwnOrder | AddedOrder;
export const orderName = (order: ListOrder): string => (typeof order === 'string' ? order : order.id);
/** Returns the default order: the longest wait first for waiting ones, elsewhere the latest change. */
export const defaultOrder = (status: TicketStatus): OwnOrder => (status === 'pending' ? 'waiting' : 'newest');
/** Closed ones have no waiting time. */
export const ordersOf = (status: TicketStatus, added: readonly AddedOrder[] = []): readonly ListOrder[] => [
  ...(status === 'closed' ? listOrders.slice(1) : listOrders),
  ...added,
];

/** Orders chosen by tab; others, and invalid values, are the default. */
export type ChosenOrders = Partial<Record<TicketStatus, unknown>>;
export const orderFor = (
  status: TicketStatus,
  chosen: ChosenOrders | null | undefined,
  added?: readonly AddedOrder[],
): ListOrder => ordersOf(status, added).find((order) => orderName(order) === chosen?.[status]) ?? defaultOrder(status);

/**
 * The filters of the list. They are in the page address, so that a filtered list can be saved, shared and returned to.
 */
export interface ListFilters {
  status: TicketStatus;
  search: string;
  /** Stored for each person, not in the address. */
  order: ListOrder;
  read: ReadState;
  /** Only those with a message that could not be sent. */
  unsent: boolean;
  whatsappId: number | null;
  queueIds: number[];
  userIds: number[];
  showAll: boolean;
  /** Those that this person snoozed, which are in no other list. */
  snoozed: boolean;
  /** Only these of the list: not in the address. */
  ids?: readonly number[];
  /** Values of contributed filters by their query parameter. */
  contributed: Record<string, string>;
}

export const minimumSearch = 2;

const statuses: readonly TicketStatus[] = ['open', 'pending', 'closed'];
export const isStatus = (value: string | null): value is TicketStatus => statuses.includes(value as TicketStatus);

const numbers = (value: string | null): number[] =>
  [...new Set((value ?? '').split(',').map(Number))].filter((id) => Number.isInteger(id) && id > 0);

/** Reads the address. Invalid values count as no filter. */
export function readFilters(address: URLSearchParams, contributedParams: readonly string[] = []): ListFilters {
  const given = address.get('status');
  const status = isStatus(given) ? given : 'open';
  const read = address.get('read');
  const contributed: Record<string, string> = {};
  for (const param of contributedParams) {
    const value = address.get(param);
    if (value) contributed[param] = value;
  }
  return {
    status,
    order: defaultOrder(status),
    search: address.get('q') ?? '',
    read: read === 'unread' || read === 'read' ? read : 'all',
    unsent: address.get('unsent') === '1',
    snoozed: address.get('snoozed') === '1',
    whatsappId: numbers(address.get('connection'))[0] ?? null,
    queueIds: numbers(address.get('queues')),
    userIds: numbers(address.get('users')),
    showAll: address.get('all') === '1',
    contributed,
  };
}

/** Parameters of the address that do not belong to a plugin's filter. */
const ownNames = ['status', 'q', 'read', 'unsent', 'snoozed', 'connection', 'queues', 'users', 'all'];
/** Other parameters, about the page and not the list. */
const pageNames = ['new', 'contact', 'message'];

/** True when the address can be read before the filters of plugins are known. */
export const isOwnAddress = (address: URLSearchParams): boolean =>
  [...address.keys()].every((name) => ownNames.includes(name) || pageNames.includes(name));

/** Removes filters from a colleague's address that this person has no permission for. */
export const permitted = (filters: ListFilters, can: (permission: string) => boolean): ListFilters => ({
  ...filters,
  showAll: filters.showAll && can('tickets-manager:showall'),
  userIds: can('tickets-manager:userall') ? filters.userIds : [],
});

/** Writes a change into the address and leaves everything else in it alone. */
export function writeFilters(address: URLSearchParams, change: Partial<ListFilters>): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string): void => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  if (change.status !== undefined) put('status', change.status === 'open' ? '' : change.status);
  if (change.search !== undefined) put('q', change.search);
  if (change.read !== undefined) put('read', change.read === 'all' ? '' : change.read);
  if (change.unsent !== undefined) put('unsent', change.unsent ? '1' : '');
  if (change.snoozed !== undefined) put('snoozed', change.snoozed ? '1' : '');
  if (change.whatsappId !== undefined) put('connection', change.whatsappId === null ? '' : String(change.whatsappId));
  if (change.queueIds !== undefined) put('queues', change.queueIds.join(','));
  if (change.userIds !== undefined) put('users', change.userIds.join(','));
  if (change.showAll !== undefined) put('all', change.showAll ? '1' : '');
  for (const [param, value] of Object.entries(change.contributed ?? {})) put(param, value);
  return next;
}

/** Clears the filters of the panel; the tab and the search stay. */
export const withoutFilters = (filters: ListFilters): Partial<ListFilters> => ({
  read: 'all',
  unsent: false,
  snoozed: false,
  whatsappId: null,
  queueIds: [],
  userIds: [],
  showAll: false,
  contributed: Object.fromEntries(Object.keys(filters.contributed).map((param) => [param, ''])),
});

/** Counts the active filters of the panel, for its button. */
export const countFilters = (filters: ListFilters): number =>
  (filters.read === 'all' ? 0 : 1) +
  (filters.unsent ? 1 : 0) +
  (filters.snoozed ? 1 : 0) +
  (filters.whatsappId === null ? 0 : 1) +
  (filters.queueIds.length > 0 ? 1 : 0) +
  (filters.userIds.length > 0 ? 1 : 0) +
  (filters.showAll ? 1 : 0) +
  Object.values(filters.contributed).filter(Boolean).length;

export const searchTerm = (filters: ListFilters): string => {
  const term = filters.search.trim();
  return term.length >= minimumSearch ? term : '';
};

/** Returns the parameters of `GET /tickets` and `GET /tickets/counts`, without status and page. */
export function listParameters(filters: ListFilters): Record<string, string> {
  const parameters: Record<string, string> = { ...filters.contributed };
  const term = searchTerm(filters);
  if (term) parameters.searchParam = term;
  if (filters.read !== 'all') parameters.selectedReadTicket = filters.read;
  if (filters.snoozed) parameters.snoozed = 'true';
  if (filters.unsent) parameters.withUnsentMessages = 'true';
  if (filters.whatsappId !== null) parameters.selectedWhatsappId = String(filters.whatsappId);
  if (filters.queueIds.length > 0) parameters.queueIds = JSON.stringify(filters.queueIds);
  if (filters.userIds.length > 0) parameters.users = JSON.stringify(filters.userIds);
  if (filters.showAll) parameters.showAll = 'true';
  return parameters;
}

/** True for filters that only the server can evaluate. */
export const needsServer = (filters: ListFilters): boolean =>
  searchTerm(filters) !== '' || filters.snoozed || Object.values(filters.contributed).some(Boolean);

/**
 * True when a changed ticket belongs in this list. Permission is settled already: rooms publish only what this person
 * may see.
 */
export function fits(ticket: TicketView, filters: ListFilters, me: { id: number }): boolean {
  if (ticket.status !== filters.status || filters.ids?.includes(ticket.id) === false) return false;
  if (ticket.status !== 'pending' && !filters.showAll && filters.userIds.length === 0 && ticket.userId !== me.id) {
    return false;
  }
  if (filters.userIds.length > 0 && (ticket.userId === null || !filters.userIds.includes(ticket.userId))) return false;
  if (filters.queueIds.length > 0 && (ticket.queueId === null || !filters.queueIds.includes(ticket.queueId))) {
    return false;
  }
  if (filters.whatsappId !== null && ticket.whatsappId !== filters.whatsappId) return false;
  if (filters.unsent && ticket.unsentMessages === 0) return false;
  if (filters.read === 'unread' && ticket.unreadMessages === 0) return false;
  if (filters.read === 'read' && ticket.unreadMessages > 0) return false;
  return true;
}
