import { companyAlias } from '@balcao/sdk/server';
import type { Tag } from '../contract.ts';

/** Tags as the specification publishes them: `company-{id}-tag` {action, tag | tagId}. */
export const tagAlias = companyAlias('tag', ({ event, data }) => {
  const { tag, tagId, isNew } = data as { tag?: Tag; tagId?: number; isNew?: boolean };
  if (event === 'update' && tag) return { action: isNew ? 'create' : 'update', tag };
  return event === 'delete' ? { action: 'delete', tagId } : undefined;
});
