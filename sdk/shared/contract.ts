export { foldText } from './fold-text.ts';

/**
 * The parts of a plugin's `contract.ts`: typed references without behaviour. References compare by id, so two bundles
 * with their own copies of a contract are compatible.
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
  /** Id of the table, with its schema: `tickets.ticket`. */
  readonly id: string;
}

/**
 * A React component as an item of a point: a component with the props `P`, or one made by `lazyPart`. The type does not
 * name React, because servers read contracts too.
 * @example point<{ id: string; component: Component<{ ticket: TicketView }> }>('tickets.header.action')
 */
export type Component<P> = ((props: P) => unknown) | (new (props: P) => unknown);

/**
 * Declares an extension point: plugins contribute items of type `T`, its owner reads those of the plugins that are on
 * for the company.
 */
export const point = <T>(id: string, version = 1): PointRef<T> => ({ kind: 'point', id, version });
/** Declares a service that one plugin provides and others use. */
export const service = <T>(id: string): ServiceRef<T> => ({ kind: 'service', id });
/**
 * Declares a component that its plugin exposes and others render with `<Exposed>`. The id begins with the plugin's own
 * and a dot; increase `version` when props change in a way that consumers must follow.
 * @example component<{ roomId: number; onPick(day: string): void }>('bookings.calendar')
 */
export const component = <P extends object = Record<never, never>>(id: string, version = 1): ComponentRef<P> => ({
  kind: 'component',
  id,
  version,
});
/** Declares an event, which is stored with the change that it announces and delivered afterwards, at least once. */
export const event = <T>(id: string): EventRef<T> => ({ kind: 'event', id });
/** Declares a live room that browsers join; `P` are the parameters that distinguish its instances. */
export const room = <P = Record<string, never>>(id: string): RoomRef<P> => ({ kind: 'room', id });
/** Declares a job: slow work, or work for later. */
export const job = <T>(id: string): JobRef<T> => ({ kind: 'job', id });
/**
 * Declares a long session, such as a connection to a provider, which runs on one node at a time. `Q` is the type of its
 * questions, `A` of its answers.
 */
export const session = <Q = never, A = void>(id: string): SessionRef<Q, A> => ({ kind: 'session', id });

/**
 * Declares a view or a function of the database that SQL of other plugins may name: `from rooms.public_room`. `S` is a
 * row, its keys being columns, or the function's parameters and result. Other tables and functions are private to their
 * plugin: `balcao check` rejects SQL that names them. A published view only grows: columns are added, never removed.
 * @example publishedSql<{ id: number; name: string }>('rooms.public_room')
 */
export const publishedSql = <S extends object>(id: string): SqlRef<S> => ({ kind: 'sql', id });
/**
 * Declares a table that foreign keys of others may reference through `(company_id, id)`. Its rows are read from views
 * only.
 * @example publishedKey('rooms.room')
 */
export const publishedKey = (id: string): KeyRef => ({ kind: 'key', id });
