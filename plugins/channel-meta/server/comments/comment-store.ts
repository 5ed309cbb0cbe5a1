import { sql, type Scope } from '@balcao/sdk/server';

/** A comment on a post, as the events of its network told it. */
export interface StoredComment {
  commentId: string;
  parentId: string;
  postId: string;
  person: string;
  /** Our message; null while it is being stored. */
  messageId: number | null;
  isLive: boolean;
  isHidden: boolean;
  isRemoved: boolean;
  privateMessageId: number | null;
  writtenAt: Date;
}

/** Ids of comments among those of messages: both are named by `externalId`. */
const prefix = 'comment:';
export const externalOf = (commentId: string): string => `${prefix}${commentId}`;
export const isComment = (externalId: string): boolean => externalId.startsWith(prefix);
/**
 * The name under which a public answer waits for Meta’s: Meta reports an answer to an answer as one to the first comment.
 */
export const threadOf = ({ commentId, parentId }: Pick<StoredComment, 'commentId' | 'parentId'>): string =>
  externalOf(parentId || commentId);

const columns = sql`comment_id as "commentId", parent_id as "parentId", post_id as "postId", person, message_id::float8 as "messageId", is_live as "isLive",
  is_hidden as "isHidden", is_removed as "isRemoved", private_message_id::float8 as "privateMessageId", written_at as "writtenAt"`;

export type NewComment = Pick<StoredComment, 'commentId' | 'parentId' | 'postId' | 'person' | 'isLive' | 'writtenAt'>;
/** Stores the comments of one call in one statement; known ones are left as they are. */
export const storeComments = async (
  scope: Scope,
  connectionId: number,
  comments: readonly NewComment[],
): Promise<void> => {
  if (comments.length === 0) return;
  await scope.sql.run(
    sql`insert into channel_meta.comment (connection_id, comment_id, parent_id, post_id, person, is_live, written_at)
        select ${connectionId}, c."commentId", c."parentId", c."postId", c.person, c."isLive", c."writtenAt"
          from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb)
            as c("commentId" text, "parentId" text, "postId" text, person text, "isLive" boolean, "writtenAt" timestamptz)
            on conflict do nothing`,
  );
};

export const findComment = (
  scope: Scope,
  connectionId: number,
  commentId: string,
): Promise<StoredComment | undefined> =>
  scope.sql.one<StoredComment>(
    sql`select ${columns} from channel_meta.comment where connection_id = ${connectionId} and comment_id = ${commentId}`,
  );

/** A comment with our message of it. */
export interface PlacedComment {
  connectionId: number;
  commentId: string;
  messageId: number;
}
export const storePlaces = async (scope: Scope, placed: readonly PlacedComment[]): Promise<void> => {
  if (placed.length === 0) return;
  await scope.sql.run(
    sql`update channel_meta.comment c set message_id = p."messageId"
          from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
            as p("connectionId" int, "commentId" text, "messageId" bigint)
         where c.connection_id = p."connectionId" and c.comment_id = p."commentId" and c.message_id is distinct from p."messageId"`,
  );
};

/** Returns the newest comments of a person. */
export const commentsOf = (scope: Scope, connectionId: number, person: string): Promise<StoredComment[]> =>
  scope.sql.rows<StoredComment>(
    sql`select ${columns} from channel_meta.comment
         where connection_id = ${connectionId} and person = ${person} and not is_removed order by written_at desc limit 200`,
  );

export const storeHidden = (
  scope: Scope,
  connectionId: number,
  commentId: string,
  isHidden: boolean,
): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.comment set is_hidden = ${isHidden} where connection_id = ${connectionId} and comment_id = ${commentId}`,
  );

export const storeRemoved = (scope: Scope, connectionId: number, commentId: string): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.comment set is_removed = true where connection_id = ${connectionId} and comment_id = ${commentId}`,
  );

/** Locks a comment until the transaction ends: two people may answer it at the same moment. */
export const lockComment = (
  scope: Scope,
  connectionId: number,
  commentId: string,
): Promise<StoredComment | undefined> =>
  scope.sql.one<StoredComment>(
    sql`select ${columns} from channel_meta.comment
         where connection_id = ${connectionId} and comment_id = ${commentId} for update`,
  );

export const storePrivateAnswer = (
  scope: Scope,
  connectionId: number,
  commentId: string,
  messageId: number,
): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.comment set private_message_id = ${messageId}
         where connection_id = ${connectionId} and comment_id = ${commentId}`,
  );
