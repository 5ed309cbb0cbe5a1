import { z } from '@balcao/sdk/server';
import { defineAssistantTool } from '@balcao/assistant/contract';
import { boards } from '../contract.ts';

const key = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Lets the assistant move the conversation's card to another lane of the board that it is on. */
export const cardTool = defineAssistantTool({
  name: 'move_card',
  label: 'tool.move',
  description: 'Moves the card of this conversation to a lane of its board, by the name of the lane.',
  parameters: {
    type: 'object',
    properties: { lane: { type: 'string', description: 'Name of the lane' } },
    required: ['lane'],
    additionalProperties: false,
  },
  input: z.object({ lane: z.string().trim().min(1).max(100) }),
  permission: 'crm:view',
  run: async ({ lane }, { ticketId }, scope) => {
    const { kanbanId, lanes } = await scope.use(boards).laneOf(ticketId);
    const wanted = lanes.find(({ title }) => key(title) === key(lane));
    if (!wanted) return `error: there is no such lane. Lanes: ${lanes.map(({ title }) => title).join(', ')}`;
    await scope.use(boards).move(kanbanId, ticketId, wanted.id);
    return 'the card was moved';
  },
});
