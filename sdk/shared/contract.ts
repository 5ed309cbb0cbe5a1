/**
 * What a plugin's `contract.ts` is made of: typed references and nothing that runs.
 * References compare by id, so two bundles that hold two copies of one contract still meet.
 */
export interface PointRef<T> {
  readonly kind: 'point';
  readonly id: string;
  readonly version: number;
  /** Never present at run time: carries the item's type. */
  readonly item?: T;
}
export interface ServiceRef<T> {
  readonly kind: 'service';
  readonly id: string;
  readonly service?: T;
}
export interface EventRef<T> {
  readonly kind: 'event';
  readonly id: string;
  readonly payload?: T;
}
export interface RoomRef<P> {
  readonly kind: 'room';
  readonly id: string;
  readonly params?: P;
}
export interface JobRef<T> {
  readonly kind: 'job';
  readonly id: string;
  readonly data?: T;
}
export interface ComponentRef<P> {
  readonly kind: 'component';
  readonly id: string;
  readonly version: number;
  /** Never present at run time: carries the type of the props. */
  readonly props?: P;
}
export interface SessionRef<Q, A> {
  readonly kind: 'session';
  readonly id: string;
  readonly question?: Q;
  readonly answer?: A;
}
export interface SqlRef<S> {
  readonly kind: 'sql';
  /** With its schema: `tickets.public_ticket`. */
  readonly id: string;
  /** Never present at run time: carries the type of a row, or of a function. */
  readonly shape?: S;
}
export interface KeyRef {
  readonly kind: 'key';
  /** Of the table, with its schema: `tickets.ticket`. */
  readonly id: string;
}

/**
 * What a point asks for where it wants something drawn: a React component that is given `P`, or one that `lazyPart`
 * fetches when it is first wanted. Said without naming React, because contracts are read by servers too.
 * @example point<{ id: string; component: Component<{ ticket: TicketView }> }>('tickets.header.action')
 */
export type Component<P> = ((props: P) => unknown) | (new (props: P) => unknown);

/** An extension point: others contribute items of type `T`, the opener reads those that are on for the company. */
export const point = <T>(id: string, version = 1): PointRef<T> => ({ kind: 'point', id, version });
/** A service one plugin provides and others use. */
export const service = <T>(id: string): ServiceRef<T> => ({ kind: 'service', id });
/**
 * A component that its plugin exposes and others render with `<Exposed>`. The id begins with the plugin's own and a dot;
 * `version` rises when props change so that those who render it must change too.
 * @example component<{ roomId: number; onPick(day: string): void }>('bookings.calendar')
 */
export const component = <P extends object = Record<never, never>>(id: string, version = 1): ComponentRef<P> => ({
  kind: 'component',
  id,
  version,
});
/** An event that is stored with the change it tells of, and delivered after it, at least once. */
export const event = <T>(id: string): EventRef<T> => ({ kind: 'event', id });
/** A live room that browsers join; `P` are the parameters that tell one room from another. */
export const room = <P = Record<string, never>>(id: string): RoomRef<P> => ({ kind: 'room', id });
/** A job: slow work, or work for later. */
export const job = <T>(id: string): JobRef<T> => ({ kind: 'job', id });
/** What must stay open, as a line to a provider: on one node at a time. `Q` is what it is asked, `A` what it answers. */
export const session = <Q = never, A = void>(id: string): SessionRef<Q, A> => ({ kind: 'session', id });

/**
 * A view or a function of the database that other plugins' SQL may name, under its own name: `from rooms.public_room`.
 * `S` is a row, its keys being columns, or what the function takes and answers. Other tables and functions of a plugin are
 * its own: `balcao check` refuses SQL that names them. A published view only grows: columns are added, never taken away.
 * @example publishedSql<{ id: number; name: string }>('rooms.public_room')
 */
export const publishedSql = <S extends object>(id: string): SqlRef<S> => ({ kind: 'sql', id });
/**
 * A table that others may point foreign keys at, through `(company_id, id)`, and nothing else: rows are read from views.
 * @example publishedKey('rooms.room')
 */
export const publishedKey = (id: string): KeyRef => ({ kind: 'key', id });
