import { z } from '@balcao/sdk/server';
import { defineAssistantTool } from '@balcao/assistant/contract';
import { tags } from '../contract.ts';

const key = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Lets the assistant mark the conversation with one of the company's tags; it creates none. */
export const tagTool = defineAssistantTool({
  name: 'add_tag',
  label: 'tool.add',
  description: 'Marks this conversation with an existing tag of the company, by its name.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Name of the tag' } },
    required: ['name'],
    additionalProperties: false,
  },
  input: z.object({ name: z.string().trim().min(1).max(50) }),
  permission: 'tags:view',
  isAvailable: async (scope) => (await scope.use(tags).list()).length > 0,
  run: async ({ name }, { ticketId }, scope) => {
    const all = await scope.use(tags).list();
    const tag = all.find((one) => key(one.name) === key(name));
    if (!tag) return `error: there is no such tag. Tags: ${all.map((one) => one.name).join(', ')}`;
    await scope.use(tags).add(ticketId, tag.id);
    return 'the tag was added';
  },
});
