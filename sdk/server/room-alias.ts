import type { Scope } from './scope.ts';

/** A live message as members of the room receive it. */
export interface RoomMessage<P> {
  readonly params: P;
  readonly event: string;
  readonly data: unknown;
}

/** A live message as clients receive it that joined under an alias. */
export interface AliasMessage {
  /** `{userId}` stands for the recipient's own id. */
  readonly event: string;
  readonly data: unknown;
}

/**
 * Names under which clients of a published protocol, which do not know the room itself, join it and receive its
 * messages. The room's `may` decides who may join; browsers that joined the room itself receive nothing more.
 * @example
 * aliases: [
 *   {
 *     names: ['company-{companyId}-notice'],
 *     translate: ({ event, data }, scope) => [{ event: `company-${scope.company.id}-notice`, data: { action: event, record: data } }],
 *   },
 * ]
 */
export interface RoomAlias<P> {
  /**
   * The event that such a client emits to join; `{companyId}` and `{userId}` stand for its own ids, and any other
   * placeholder for digits: `company-{companyId}-chat-{chatId}`. The client leaves with the prefix `leave-`, or with
   * `leave` in place of `join`. Several rooms, also of several plugins, may share a name.
   */
  readonly names: readonly string[];
  /**
   * Returns the parameters of the rooms meant by the data sent with the name, or for a name with further placeholders by
   * their values as text, `{ chatId: '7' }`; an empty list means that this room is not meant. Absent: the room without
   * parameters.
   */
  rooms?(
    sent: unknown,
    scope: Scope & { readonly user: NonNullable<Scope['user']> },
  ): readonly P[] | Promise<readonly P[]>;
  /**
   * Translates a message; `[]` sends nothing. Called once per node for all recipients, so the scope has no user: return
   * only what everybody in the room may see.
   */
  translate(message: RoomMessage<P>, scope: Scope): readonly AliasMessage[] | Promise<readonly AliasMessage[]>;
}

/**
 * An alias for a room that informs everybody of the company about one kind of thing: it is joined as
 * `company-{id}-<name>` and receives an event of the same name. The callback returns the payload, as `{ action:
 * 'update', tag }`, or undefined to send nothing.
 * @example aliases: [companyAlias('tag', ({ event, data }) => ({ action: event, ...data }))]
 */
export const companyAlias = <P>(
  name: string,
  translate: (message: RoomMessage<P>, scope: Scope) => object | undefined | Promise<object | undefined>,
): RoomAlias<P> => ({
  names: [`company-{companyId}-${name}`],
  async translate(message, scope) {
    const data = await translate(message, scope);
    return data === undefined ? [] : [{ event: `company-${scope.company.id}-${name}`, data }];
  },
});
