import type { Routine } from '@balcao/sdk/server';
import { countItems } from './count-items.ts';
import { markRepeated } from './mark-repeated.ts';
import { publicItem } from './public-item.ts';
import { publicList } from './public-list.ts';

export const routines: readonly Routine[] = [countItems, markRepeated, publicItem, publicList];
