import type { Translate } from '@balcao/sdk/client';

/** Returns the name of a call site; a kind unknown to this page is shown as it is. */
export const callSiteName = (where: string, t: Translate): string => {
  const key = `place.${where}`;
  const name = t(key);
  return name === key ? where : name;
};
