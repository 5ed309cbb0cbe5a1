import { invalid, z } from '@balcao/sdk/server';
import { laneId } from '../lane-id.ts';

export const maxLanes = 50;
const hours = z.coerce.number().int().min(0).max(8_760);

/** Automatic actions for conversations that stay in a lane. */
export const followUp = z.object({
  message: z.string().max(4_096).default(''),
  initialDelay: hours.default(0),
  intervalDelay: hours.default(0),
  action: z.enum(['close', 'move', 'flow']).default('close'),
  targetLane: laneId.nullish().transform((lane) => lane ?? null),
  flowId: z
    .number()
    .int()
    .positive()
    .nullish()
    .transform((id) => id ?? null),
});
export type FollowUp = z.output<typeof followUp>;

export const laneTitle = z
  .string('Required')
  .transform((text) => text.replaceAll('\0', '').trim())
  .pipe(z.string().min(1, 'Required').max(60, 'Too Long!'));

const lanes = z
  .array(
    z.object({
      id: laneId.refine((id) => !id.includes('\0')),
      title: laneTitle,
      cards: z
        .array(z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }))
        .max(500)
        .default([]),
      followUpConfig: followUp.nullish().transform((config) => config ?? null),
    }),
  )
  .min(1, 'Required')
  .max(maxLanes)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'a lane stands twice');
export type SavedLane = z.output<typeof lanes>[number];

/** Parses the lanes of a board, which the specification sends as a JSON string. */
export const readLanes = (text: string): SavedLane[] => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw invalid({ lane: 'not JSON' });
  }
  const read = lanes.safeParse(given);
  if (!read.success) throw invalid({ lane: read.error.issues[0]?.message ?? 'Required' });
  return read.data;
};
