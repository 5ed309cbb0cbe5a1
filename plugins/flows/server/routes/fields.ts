import { z } from '@balcao/sdk/server';
import { maxDataLength } from '../../graph/elements.ts';
import { triggerChoice } from '../flow-output.ts';

export const id = z.coerce.number().int().positive().max(2_147_483_647);
export const params = z.object({ id });
/** Larger bodies than a drawing may be are refused by the kernel; up to there the drawing says what is wrong. */
export const maxBody = 4 * 1024 * 1024;

export const title = z
  .string('ERR_FLOW_NAME_REQUIRED')
  .transform((text) => text.replaceAll('\0', '').toWellFormed().trim())
  .pipe(z.string().min(1, 'ERR_FLOW_NAME_REQUIRED').max(100, 'ERR_FLOW_NAME_TOO_LONG'));
export const data = z
  .string('Required')
  .describe(`JSON string of elements, at most ${maxDataLength.toLocaleString('en-US')} characters.`);
export const draftRev = z.number().int().positive().optional();
export const triggers = z.array(triggerChoice).max(50).optional();

export const flowBody = z.object({
  title,
  data,
  publish: z.boolean().default(true),
  draftRev,
  note: z.string().trim().max(500).optional(),
  triggers,
});
const day = z.iso.date();
/** Days of the company's calendar, and the version that is meant; without one all. */
export const rangeOfVersion = z.object({ from: day.optional(), to: day.optional(), versionId: id.optional() });
