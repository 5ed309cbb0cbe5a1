import { sql, type Sql } from '@balcao/sdk/server';
import type { StoredBoard } from './read-boards.ts';

/** Condition: the conversation `t` is on this board as long as nobody moves it, because its queue begins there. */
export const beginsOn = ({ isDefault, queueIds }: StoredBoard, all: readonly StoredBoard[]): Sql => {
  if (!isDefault) return sql`t.queue_key = any(${queueIds.length === 0 ? [-1] : queueIds}::int[])`;
  const claimed = all.filter((board) => !board.isDefault).flatMap((board) => board.queueIds);
  return sql`(t.queue_key <> all(${claimed}::int[]))`;
};
