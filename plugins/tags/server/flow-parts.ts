import { z, type Host, type Scope } from '@balcao/sdk/server';
import {
  defineFlowNode,
  flowNode,
  flows,
  flowTrigger,
  flowVariable,
  type FlowFault,
  type FlowNode,
} from '@balcao/flows/contract';
import { tags, ticketTagsChanged } from '../contract.ts';
import type manifest from '../manifest.ts';

/** Clients of the specification write the tag's id as a text, or under another name. */
const id = z
  .union([z.number(), z.string().transform((text) => (/^\d{1,10}$/.test(text) ? Number(text) : null))])
  .nullish()
  .transform((value) => value ?? null);
const data = z
  .looseObject({ tagId: id, tag: id })
  .transform(({ tagId, tag }): { tagId: number | null } => ({ tagId: tagId ?? tag }));

const check = async ({ tagId }: { tagId: number | null }, scope: Scope): Promise<FlowFault[]> => {
  if (tagId === null) return [{ code: 'flow.emptyTag', field: 'tagId' }];
  return (await scope.use(tags).find(tagId)) ? [] : [{ code: 'flow.missingTag', field: 'tagId' }];
};

/** A node that adds the tag to the conversation, or removes it. */
const nodeOf = (type: string, how: 'add' | 'remove'): FlowNode =>
  defineFlowNode({
    type,
    version: 1,
    schema: data,
    handles: () => [{ id: 'out', isOptional: true }],
    texts: () => [],
    check,
    refers: {
      get: async ({ tagId }, scope) => {
        const tag = tagId === null ? undefined : await scope.use(tags).find(tagId);
        return tag ? [{ kind: 'tag', id: String(tag.id), name: tag.name }] : [];
      },
      put: ({ tagId }, ids) => {
        const chosen = ids('tag', String(tagId));
        return { tagId: chosen === undefined ? null : Number(chosen) };
      },
    },
    async execute(context, scope) {
      const { tagId } = context.data;
      const tag = tagId === null ? undefined : await scope.use(tags).find(tagId);
      // A tag that was deleted meanwhile does not hold the customer.
      if (!tag) return { next: { go: 'out' } };
      return {
        effects: [
          {
            kind: 'apply',
            label: scope.t(how === 'add' ? 'flow.added' : 'flow.removed', { name: tag.name }),
            apply: async (ticketId, inner) => void (await inner.use(tags)[how](ticketId, tag.id)),
          },
        ],
        next: { go: 'out' },
      };
    },
  });

/** The parts of flows that tags add: two nodes, a value and an occasion. Nothing happens while flows are off. */
export const flowParts = (host: Host<typeof manifest>): void => {
  host.contribute(flowNode, nodeOf('tagNode', 'add'));
  host.contribute(flowNode, nodeOf('removeTagNode', 'remove'));
  host.contribute(flowVariable, {
    id: 'tags',
    names: [{ name: 'tags', label: 'flow.variable' }],
    load: async ({ id: ticketId }, scope) => {
      const found = (await scope.use(tags).of([ticketId])).get(ticketId) ?? [];
      return { tags: found.map(({ name }) => name).join(', ') };
    },
    samples: { tags: '' },
  });
  host.contribute(flowTrigger, {
    id: 'tags.added',
    label: 'flow.trigger',
    subjects: async (scope) => (await scope.use(tags).list()).map((tag) => ({ id: String(tag.id), name: tag.name })),
  });
  host.on(ticketTagsChanged, 'start-flow', async ({ ticketId, added }, scope) => {
    const service = scope.find(flows);
    if (!service) return;
    for (const tagId of added) if (await service.fire('tags.added', String(tagId), ticketId)) return;
  });
};
