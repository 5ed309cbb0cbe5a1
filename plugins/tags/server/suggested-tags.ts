import type { AssistantChoice } from '@balcao/assistant/contract';
import { tags } from '../contract.ts';

/** Lets the copilot propose tags that the conversation does not have yet; a person adds them. */
export const suggestedTags: AssistantChoice = {
  id: 'tags',
  description: 'Tags that fit this conversation',
  async options(ticketId, scope) {
    const service = scope.use(tags);
    const present = (await service.of([ticketId])).get(ticketId) ?? [];
    return (await service.list()).filter(({ id }) => !present.some((tag) => tag.id === id));
  },
  async apply(ticketId, tagId, scope) {
    await scope.use(tags).add(ticketId, tagId);
  },
};
