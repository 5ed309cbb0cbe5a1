import type { PrefetchQuery } from '@balcao/sdk/client';
import { readFilters } from './panel-filters.ts';
import { panelQuery } from './panel-query.ts';

/** What the page reads at once, when the application is opened at its address. */
export const firstQueries = (search: URLSearchParams): readonly PrefetchQuery[] => [panelQuery(readFilters(search))];
