import type { Translate } from '@balcao/sdk/client';

/** A place where plugin code runs, in words; one that is new to this page by its own name. */
export const placeName = (where: string, t: Translate): string => {
  const key = `place.${where}`;
  const name = t(key);
  return name === key ? where : name;
};
