import { z } from '@balcao/sdk/server';

export const laneId = z.string().min(1).max(60);
