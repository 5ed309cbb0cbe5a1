import { sql, z } from '@balcao/sdk/server';
import { queues } from '@balcao/queues/contract';
import { tickets } from '@balcao/tickets/contract';
import { defineAssistantTool, type AssistantTool } from '../../contract.ts';

const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Arguments of the final tools, which the loop reads itself. */
export const handoverInput = z.object({
  reason: z.string().max(200).default(''),
  queue: z.string().max(100).optional(),
  note: z.string().max(2_000).default(''),
});
export const endInput = z.object({ outcome: z.string().max(200).default('') });
export const searchInput = z.object({ query: z.string().min(1).max(500) });

/** The tools that the assistant itself has. `search_knowledge`, `handover` and `end` are carried out by the turn. */
export const builtInTools: readonly AssistantTool[] = [
  defineAssistantTool({
    name: 'search_knowledge',
    label: 'tool.search',
    description: 'Searches the knowledge of the company for a question, in the words of the question.',
    parameters: object({ query: { type: 'string' } }, ['query']),
    input: searchInput,
    isReadOnly: true,
    run: async () => '',
  }),
  defineAssistantTool({
    name: 'handover',
    label: 'tool.handover',
    description:
      'Hands the conversation over to a person. The customer is told by a fixed sentence. `queue` is the name of a department, if one fits; `note` tells the colleague what happened so far.',
    parameters: object({ reason: { type: 'string' }, queue: { type: 'string' }, note: { type: 'string' } }, ['reason']),
    input: handoverInput,
    isReadOnly: true,
    isFinal: true,
    run: async () => '',
  }),
  defineAssistantTool({
    name: 'end',
    label: 'tool.end',
    description: 'Ends the conversation after the customer said that nothing else is needed.',
    parameters: object({ outcome: { type: 'string' } }),
    input: endInput,
    isReadOnly: true,
    isFinal: true,
    run: async () => '',
  }),
  defineAssistantTool({
    name: 'open_hours',
    label: 'tool.hours',
    description: 'Tells whether people of the company attend at this moment, and which departments there are.',
    parameters: object({}),
    input: z.object({}),
    isReadOnly: true,
    run: async (_input, { ticketId }, scope) => {
      const isOpen = ticketId === 0 || (await scope.use(tickets).isOpen(ticketId));
      const names = (await scope.use(queues).list()).map(({ name }) => name).join(', ');
      return `${isOpen ? 'People attend now.' : 'Nobody attends now.'} Departments: ${names}`;
    },
  }),
  defineAssistantTool({
    name: 'set_variable',
    label: 'tool.variable',
    description:
      'Notes a fact that the customer stated, such as a name or an order number, for the colleague who continues.',
    parameters: object({ name: { type: 'string' }, value: { type: 'string' } }, ['name', 'value']),
    input: z.object({ name: z.string().trim().min(1).max(60), value: z.string().trim().max(500) }),
    run: async ({ name, value }, { ticketId }, scope) => {
      await scope.sql.run(
        sql`update assistant.conversation set variables = variables || jsonb_build_object(${name}::text, ${value}::text)
             where ticket_id = ${ticketId} and (select count(*) from jsonb_object_keys(variables)) < 40`,
      );
      return 'noted';
    },
  }),
];
