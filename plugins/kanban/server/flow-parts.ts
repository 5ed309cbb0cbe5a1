import { z, type Host, type Scope } from '@balcao/sdk/server';
import { defineFlowNode, flowNode, flows, flowTrigger, type FlowFault } from '@balcao/flows/contract';
import { boards, cardMoved, type NamedBoard } from '../contract.ts';
import type manifest from '../manifest.ts';
import { boardsOf } from './board/make-board.ts';
import { boardById } from './board/read-boards.ts';
import { placeCard } from './card/place-card.ts';

interface Place {
  /** Null: the default board. */
  kanbanId: number | null;
  laneId: string;
}

/** Clients of the specification write ids as texts or as numbers. */
const data = z
  .looseObject({
    kanbanId: z
      .union([z.number(), z.string().transform((text) => (/^\d{1,10}$/.test(text) ? Number(text) : null))])
      .nullish(),
    laneId: z.union([z.string(), z.number()]).nullish(),
  })
  .transform((node): Place => ({ kanbanId: node.kanbanId ?? null, laneId: String(node.laneId ?? '') }));

interface FoundLane {
  board: NamedBoard;
  id: string;
  title: string;
}

const laneAt = async ({ kanbanId, laneId }: Place, scope: Scope): Promise<FoundLane | undefined> => {
  const all = await scope.use(boards).boards();
  const board = all.find((one) => (kanbanId === null ? one.isDefault : one.kanbanId === kanbanId));
  const found = board?.lanes.find(({ id }) => id === laneId);
  return board && found ? { board, ...found } : undefined;
};

const check = async (place: Place, scope: Scope): Promise<FlowFault[]> => {
  if (place.laneId === '') return [{ code: 'flow.emptyLane', field: 'laneId' }];
  return (await laneAt(place, scope)) ? [] : [{ code: 'flow.missingLane', field: 'laneId' }];
};

/** Lanes are named by their board too: `lane1` exists on every board. */
const subjectOf = (kanbanId: number, laneId: string): string => `${kanbanId}/${laneId}`;
const placeOf = (subject: string | undefined): Place => {
  const [, board, lane] = /^(\d+)\/(.+)$/.exec(subject ?? '') ?? [];
  return { kanbanId: board === undefined ? null : Number(board), laneId: lane ?? '' };
};

const moveByFlow = async (scope: Scope, ticketId: number, kanbanId: number, laneId: string): Promise<void> => {
  const all = await boardsOf(scope);
  const board = boardById(all, kanbanId);
  await scope.tx((inner) => placeCard(inner, { ticketId, board, all, laneId, keeps: true, why: 'flow' }));
};

/** A node that moves the conversation to the first position of a lane. */
const laneNode = defineFlowNode({
  type: 'kanbanNode',
  version: 1,
  schema: data,
  handles: () => [{ id: 'out', isOptional: true }],
  texts: () => [],
  check,
  refers: {
    get: async (place, scope) => {
      const lane = await laneAt(place, scope);
      return lane ? [{ kind: 'lane', id: subjectOf(lane.board.kanbanId, lane.id), name: lane.title }] : [];
    },
    put: ({ kanbanId, laneId }, ids) => placeOf(ids('lane', kanbanId === null ? laneId : subjectOf(kanbanId, laneId))),
  },
  async execute(context, scope) {
    const lane = await laneAt(context.data, scope);
    // A lane that was deleted meanwhile does not hold the customer.
    if (!lane) return { next: { go: 'out' } };
    return {
      effects: [
        {
          kind: 'apply',
          label: scope.t('flow.moved', { lane: lane.title }),
          apply: (ticketId, inner) => moveByFlow(inner, ticketId, lane.board.kanbanId, lane.id),
        },
      ],
      next: { go: 'out' },
    };
  },
});

/** The parts of flows that the board adds: a node, and a lane that starts a flow. Nothing happens while flows are off. */
export const flowParts = (host: Host<typeof manifest>): void => {
  host.contribute(flowNode, laneNode);
  host.contribute(flowTrigger, {
    id: 'kanban.lane',
    label: 'flow.trigger',
    subjects: async (scope) =>
      (await scope.use(boards).boards()).flatMap((board, _index, { length }) =>
        board.lanes.map((lane) => ({
          id: subjectOf(board.kanbanId, lane.id),
          name: length > 1 ? `${board.title}: ${lane.title}` : lane.title,
        })),
      ),
  });
  host.on(cardMoved, 'start-flow', async ({ ticketId, kanbanId, to }, scope) => {
    await scope.find(flows)?.fire('kanban.lane', subjectOf(kanbanId, to), ticketId);
  });
};
