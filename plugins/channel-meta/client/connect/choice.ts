import type { LoginView, MetaChannel, OfferedPage } from '../../contract.ts';

export const keyOf = (pageId: string, channel: MetaChannel): string => `${pageId}/${channel}`;

/** Returns the keys of all channels that can be chosen. */
export const freeKeys = ({ pages }: LoginView): string[] =>
  pages.flatMap(({ pageId, channels }) =>
    channels.flatMap(({ channel, obstacle }) => (obstacle === null ? [keyOf(pageId, channel)] : [])),
  );

/** Returns the channels of the first page that has any: most people connect one page. */
export const firstChoice = (login: LoginView): ReadonlySet<string> => {
  const free = freeKeys(login);
  const [page] = free[0]?.split('/') ?? [];
  return new Set(free.filter((key) => key.startsWith(`${page}/`)));
};

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
export const matching = (pages: readonly OfferedPage[], term: string): OfferedPage[] => {
  const wanted = folded(term.trim());
  return pages.filter(({ name, channels }) =>
    [name, ...channels.map((one) => one.name)].some((one) => folded(one).includes(wanted)),
  );
};
