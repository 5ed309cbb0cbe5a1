import type { Scope } from '@balcao/sdk/server';
import type { Tags } from '../contract.ts';
import { findTag, listTags } from './read-tags.ts';
import { changeTags, difference, tagsOf } from './ticket-tags.ts';

/** Creates the service of tags for other plugins. */
export const tagsService = (scope: Scope): Tags => ({
  list: () => listTags(scope),
  find: (id) => findTag(scope, id),
  of: (ticketIds) => tagsOf(scope, ticketIds),
  sync: (ticketId, tagIds, known) =>
    changeTags(scope, ticketId, known === undefined ? () => tagIds : difference(tagIds, known)),
  add: (ticketId, tagId) => changeTags(scope, ticketId, (present) => [...present, tagId]),
  remove: (ticketId, tagId) => changeTags(scope, ticketId, (present) => present.filter((id) => id !== tagId)),
});
