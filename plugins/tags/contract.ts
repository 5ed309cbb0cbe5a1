/** Tags on conversations. */
import { event, publishedKey, publishedSql, room, service } from '@balcao/sdk/contract';

export interface Tag {
  id: number;
  /** Unique in the company, however it is spelled: case and accents do not count. */
  name: string;
  /** `#rrggbb`. */
  color: string;
}

/** Nobody deletes or renames it: reports and automations count on it. */
export const protectedTag = 'Contrato Fechado';

/** What list rows carry under `extra.tags`, by name. Absent from rows that wear none. */
export type TagsExtra = Tag[];

export interface Tags {
  /** All tags of the company, by name. */
  list(): Promise<Tag[]>;
  find(id: number): Promise<Tag | undefined>;
  /** The tags of many conversations, by name. Conversations without any are absent. */
  of(ticketIds: readonly number[]): Promise<ReadonlyMap<number, Tag[]>>;
  /**
   * Gives a conversation these tags and no others, and answers them. With `known`, the tags the caller started from,
   * only the difference is applied, so that what a colleague changed meanwhile stays.
   * Asks nobody whether the reader may: check with `tickets.assertReadable` first.
   * ERR_NO_TAG_FOUND (404), ERR_TOO_MANY_TAGS (409, `context.most`), ERR_NO_TICKET_FOUND (404).
   */
  sync(ticketId: number, tagIds: readonly number[], known?: readonly number[]): Promise<Tag[]>;
  /** Puts one on; nothing happens when it is there. Errors as `sync`. */
  add(ticketId: number, tagId: number): Promise<Tag[]>;
  /** Takes one off; nothing happens when it is not there. */
  remove(ticketId: number, tagId: number): Promise<Tag[]>;
}
export const tags = service<Tags>('tags.tags');

/** A tag was made, renamed, recoloured or deleted. A deleted one left its conversations without `ticketTagsChanged`. */
export const tagChanged = event<{ tagId: number; action: 'create' | 'update' | 'delete' }>('tags.tag.changed');
/** A conversation's tags changed; `tagIds` are those it has now. Key: `ticket:<id>`. */
export const ticketTagsChanged = event<{ ticketId: number; tagIds: number[]; added: number[]; removed: number[] }>(
  'tags.ticket.changed',
);
/** Live: `update` {tag}, `delete` {tagId}. Everybody of the company may join. */
export const tagsRoom = room('tags.list');

/** A row of `tags.public_tag`. */
export interface PublicTag {
  id: number;
  company_id: number;
  /** Unique in the company, however it is spelled. */
  name: string;
  /** `#rrggbb` */
  color: string;
  created_at: Date;
}
/** SQL: tags of the company. */
export const publicTag = publishedSql<PublicTag>('tags.public_tag');

/** A row of `tags.public_ticket_tag`. */
export interface PublicTicketTag {
  company_id: number;
  ticket_id: number;
  tag_id: number;
  created_at: Date;
}
/** SQL: which conversations wear which tags. */
export const publicTicketTag = publishedSql<PublicTicketTag>('tags.public_ticket_tag');

/** Foreign keys to tags go through `tags.tag (company_id, id)`. */
export const tagKey = publishedKey('tags.tag');
