import type { Scope } from './scope.ts';

/** A live message as the room's own members get it. */
export interface RoomMessage<P> {
  readonly params: P;
  readonly event: string;
  readonly data: unknown;
}

/** A live message as clients hear it that joined under another name. */
export interface AliasMessage {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Names under which clients that follow a published protocol, and know nothing of the room itself, join and hear it.
 * Who may join is decided by the room's `may`; nothing more is sent to browsers that joined the room as it is.
 * @example
 * aliases: [
 *   {
 *     names: ['company-{companyId}-notice'],
 *     tell: ({ event, data }, scope) => [{ event: `company-${scope.company.id}-notice`, data: { action: event, record: data } }],
 *   },
 * ]
 */
export interface RoomAlias<P> {
  /**
   * What such a client emits to join; `{companyId}` and `{userId}` stand for its own. It leaves with `leave-` before the
   * name, and may write `leave` in the place of `join`. Several rooms, of several plugins too, may share a name.
   */
  readonly names: readonly string[];
  /** Which rooms it means by what it sent with the name; none: this room is not meant. Absent: the one without parameters. */
  rooms?(
    sent: unknown,
    scope: Scope & { readonly user: NonNullable<Scope['user']> },
  ): readonly P[] | Promise<readonly P[]>;
  /**
   * What a message becomes; `[]`: nothing is told. Asked once for all who hear it on a node, so the scope has no user:
   * answer only what everybody in the room may see.
   */
  tell(message: RoomMessage<P>, scope: Scope): readonly AliasMessage[] | Promise<readonly AliasMessage[]>;
}

/**
 * The alias of a room that tells everybody of the company about one kind of thing: joined as `company-{id}-<name>`, and
 * told as an event of the same name. `tell` answers what is told, as `{ action: 'update', tag }`; undefined: nothing.
 * @example aliases: [companyAlias('tag', ({ event, data }) => ({ action: event, ...data }))]
 */
export const companyAlias = <P>(
  name: string,
  tell: (message: RoomMessage<P>, scope: Scope) => object | undefined | Promise<object | undefined>,
): RoomAlias<P> => ({
  names: [`company-{companyId}-${name}`],
  async tell(message, scope) {
    const data = await tell(message, scope);
    return data === undefined ? [] : [{ event: `company-${scope.company.id}-${name}`, data }];
  },
});
