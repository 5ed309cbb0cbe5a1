/** Tags of conversations. */
import { event, publishedKey, publishedSql, room, service } from '@balcao/sdk/contract';

export interface Tag {
  id: number;
  /** Unique in the company ignoring case and accents. */
  name: string;
  /** `#rrggbb`. */
  color: string;
}

/** Name of a tag that cannot be deleted or renamed, because reports and automations depend on it. */
export const protectedTag = 'Contrato Fechado';

/** Tags of a list row under `extra.tags`, by name. Absent from rows without tags. */
export type TagsExtra = Tag[];

export interface Tags {
  /** Returns all tags of the company, by name. */
  list(): Promise<Tag[]>;
  find(id: number): Promise<Tag | undefined>;
  /** Returns the tags of many conversations, by name. Conversations without tags are absent. */
  of(ticketIds: readonly number[]): Promise<ReadonlyMap<number, Tag[]>>;
  /**
   * Replaces the tags of a conversation and returns them. With `known`, the tags the caller started from, only the
   * difference is applied, so that a colleague's changes are kept.
   * Does not check access: call `tickets.assertReadable` first.
   * Throws ERR_NO_TAG_FOUND (404), ERR_TOO_MANY_TAGS (409, `context.most`), ERR_NO_TICKET_FOUND (404).
   */
  sync(ticketId: number, tagIds: readonly number[], known?: readonly number[]): Promise<Tag[]>;
  /** Adds a tag, if it is not there yet. Errors as for `sync`. */
  add(ticketId: number, tagId: number): Promise<Tag[]>;
  /** Removes a tag, if it is there. */
  remove(ticketId: number, tagId: number): Promise<Tag[]>;
}
export const tags = service<Tags>('tags.tags');

/**
 * A tag was created, renamed, recoloured or deleted. A deleted tag is removed from its conversations without
 * `ticketTagsChanged`.
 */
export const tagChanged = event<{ tagId: number; action: 'create' | 'update' | 'delete' }>('tags.tag.changed');
/** The tags of a conversation changed; `tagIds` are the present ones. Ordering key: `ticket:<id>`. */
export const ticketTagsChanged = event<{ ticketId: number; tagIds: number[]; added: number[]; removed: number[] }>(
  'tags.ticket.changed',
);
/** Live: `update` {tag}, `delete` {tagId}. Everybody of the company may join. */
export const tagsRoom = room('tags.list');

/** A row of `tags.public_tag`. */
export interface PublicTag {
  id: number;
  company_id: number;
  /** Unique in the company ignoring case and accents. */
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
/** SQL: tags of conversations. */
export const publicTicketTag = publishedSql<PublicTicketTag>('tags.public_ticket_tag');

/** Target of foreign keys to tags: `tags.tag (company_id, id)`. */
export const tagKey = publishedKey('tags.tag');
