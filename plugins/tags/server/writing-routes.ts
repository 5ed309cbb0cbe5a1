import { AppError, conflict, resource, sql, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { dotColors, nextColor } from '@balcao/sdk/colors';
import { tagChanged, tagsRoom, type Tag } from '../contract.ts';
import type manifest from '../manifest.ts';
import { isProtected, listTags } from './read-tags.ts';
import { changedTag, newTag, tagOutput, TagRow } from './tag-form.ts';

/** The unique index decides between concurrent creators; the second gets the existing tag's id. */
const taken = async ({ name }: { name: string }, scope: Scope): Promise<AppError> => {
  const row = await scope.sql.one<{ id: number }>(
    sql`select id from tags.tag where name_key = kernel.normalise(${name})`,
  );
  return new AppError(409, 'ERR_TAG_NAME_ALREADY_EXISTS', {
    fields: { name: 'ERR_TAG_NAME_ALREADY_EXISTS' },
    context: { tagId: row?.id ?? null },
  });
};

const refuseProtected = async ({ id }: Tag, scope: Scope): Promise<void> => {
  if (await scope.sql.one(sql`select from tags.tag g where g.id = ${id} and ${isProtected}`))
    throw conflict('ERR_TAG_PROTECTED');
};

export const writingRoutes = (host: Host<typeof manifest>): void => {
  resource(host, TagRow, {
    path: '/tags',
    form: newTag,
    edit: changedTag,
    output: tagOutput,
    missing: 'ERR_NO_TAG_FOUND',
    taken,
    actions: {
      create: { access: 'tags:view', summary: 'Creates a tag. Without a colour it gets one of the least used.' },
      update: { access: 'tags:view', summary: 'Renames a tag or gives it another colour.' },
      remove: { access: 'tags:view', summary: 'Deletes a tag, and removes it from every conversation.' },
    },
    beforeSave: async (values, scope, before) => {
      if (before && before.name !== values.name) await refuseProtected(before, scope);
      return {
        ...values,
        color:
          values.color ??
          nextColor(
            (await listTags(scope)).map(({ color }) => color),
            dotColors,
          ),
      };
    },
    beforeRemove: refuseProtected,
    changed: async (action, tag, scope) => {
      await scope.emit(tagChanged, `tag:${tag.id}`, { tagId: tag.id, action });
      if (action !== 'delete') {
        scope.rooms.emit(tagsRoom, {}, 'update', { tag, ...(action === 'create' && { isNew: true }) });
        return;
      }
      // Deleting the tag removes it from its conversations. Rows on open screens follow this one message.
      scope.rooms.emit(tagsRoom, {}, 'delete', { tagId: tag.id });
      scope.use(tickets).refiltered('tags');
    },
  });
};
