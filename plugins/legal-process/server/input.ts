import { z } from '@balcao/sdk/server';

export const id = z.coerce.number().int().positive().max(2_147_483_647);
export const params = z.object({ id });
