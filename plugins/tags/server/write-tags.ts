import { AppError, conflict, mergeEdit, notFound, sql, sqlState, type Scope, type z } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { tagChanged, tagsRoom, type Tag } from '../contract.ts';
import { leastUsedColor } from '../palette.ts';
import { isProtected, listTags } from './read-tags.ts';
import type { changedTag } from './tag-form.ts';

/** The index decides who was first; whoever was second is told which tag it is. */
const refuseDuplicate = async <T>(scope: Scope, name: string | undefined, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (name === undefined || sqlState(error) !== '23505') throw error;
    const taken = await scope.sql.one<{ id: number }>(
      sql`select id from tags.tag where name_key = kernel.normalise(${name})`,
    );
    throw new AppError(409, 'ERR_TAG_NAME_ALREADY_EXISTS', {
      fields: { name: 'ERR_TAG_NAME_ALREADY_EXISTS' },
      context: { tagId: taken?.id ?? null },
    });
  }
};

const tell = async (scope: Scope, tag: Tag, action: 'create' | 'update'): Promise<void> => {
  await scope.emit(tagChanged, `tag:${tag.id}`, { tagId: tag.id, action });
  scope.rooms.emit(tagsRoom, {}, 'update', { tag, ...(action === 'create' && { isNew: true }) });
};

const written = (tag: Tag | undefined): Tag => {
  if (!tag) throw new Error('the tag was not stored');
  return tag;
};

/** Without a colour it gets the one that the fewest have. */
export const createTag = (scope: Scope, name: string, color: string | undefined): Promise<Tag> =>
  refuseDuplicate(scope, name, () =>
    scope.tx(async (inner) => {
      const chosen = color ?? leastUsedColor((await listTags(inner)).map((tag) => tag.color));
      const tag = written(
        await inner.sql.one<Tag>(
          sql`insert into tags.tag (name, color) values (${name}, ${chosen}) returning id, name, color`,
        ),
      );
      await tell(inner, tag, 'create');
      return tag;
    }),
  );

const found = (scope: Scope, id: number): Promise<(Tag & { isProtected: boolean }) | undefined> =>
  scope.sql.one<Tag & { isProtected: boolean }>(
    sql`select g.id, g.name, g.color, ${isProtected} as "isProtected" from tags.tag g where g.id = ${id} for update`,
  );
const locked = async (scope: Scope, id: number): Promise<Tag & { isProtected: boolean }> => {
  const tag = await found(scope, id);
  if (!tag) throw notFound('ERR_NO_TAG_FOUND');
  return tag;
};

export const updateTag = (scope: Scope, id: number, body: z.output<typeof changedTag>): Promise<Tag> =>
  refuseDuplicate(scope, body.name, () =>
    scope.tx(async (inner) => {
      const present = await found(inner, id);
      const change = await mergeEdit(inner, { table: 'tags.tag', id, row: present, missing: 'ERR_NO_TAG_FOUND', body });
      const { name, color, isProtected: isFixed } = { ...(present ?? (await locked(inner, id))), ...change };
      if (isFixed && name !== present?.name) throw conflict('ERR_TAG_PROTECTED');
      const tag = written(
        await inner.sql.one<Tag>(
          sql`update tags.tag set name = ${name}, color = ${color} where id = ${id} returning id, name, color`,
        ),
      );
      await tell(inner, tag, 'update');
      return tag;
    }),
  );

/** Conversations lose it with it. Their rows on open screens follow the one message that it is gone. */
export const removeTag = (scope: Scope, id: number): Promise<void> =>
  scope.tx(async (inner) => {
    if ((await locked(inner, id)).isProtected) throw conflict('ERR_TAG_PROTECTED');
    await inner.sql.run(sql`delete from tags.tag where id = ${id}`);
    await inner.emit(tagChanged, `tag:${id}`, { tagId: id, action: 'delete' });
    inner.rooms.emit(tagsRoom, {}, 'delete', { tagId: id });
    inner.use(tickets).refiltered('tags');
  });
