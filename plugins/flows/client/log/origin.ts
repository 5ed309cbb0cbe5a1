import type { Translate } from '@balcao/sdk/client';

const known: readonly string[] = ['campaign', 'kanban', 'keyword', 'trigger', 'queue', 'connection', 'api', 'user'];

/** Returns the origin of a start in words; undefined: a plugin started it that has no word here. */
export const originText = (t: Translate, origin: string): string | undefined =>
  known.includes(origin) ? t(`log.origin.${origin}`) : undefined;
