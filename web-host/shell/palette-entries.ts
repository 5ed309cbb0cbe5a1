import { useMemo } from 'react';
import { useSetAtom } from 'jotai';
import {
  History20Regular,
  Keyboard20Regular,
  Person20Regular,
  SignOut20Regular,
  WeatherMoon20Regular,
  WeatherSunny20Regular,
} from '@fluentui/react-icons';
import {
  appCommand,
  hostSide,
  signOut,
  translate,
  useOptionalSession,
  usePoint,
  useT,
  useTheme,
} from '@balcao/sdk/client';
import { useRunCommand } from './commands.tsx';
import { useMenu } from './menu.ts';
import { score, useSearch, type PaletteEntry, type PaletteGroup, type SearchState } from './palette-search.ts';
import { profileAtom, shortcutsAtom } from './shell-state.ts';
import { withIconBoundary } from './icon-boundary.tsx';

interface Findable extends PaletteEntry {
  keywords?: string;
}

/**
 * Returns the palette's content for a term: commands, results of the sources, pages. Without a term: recent pages
 * first.
 */
export function usePaletteGroups(term: string, open: boolean): SearchState {
  const t = useT('shell');
  const session = useOptionalSession();
  const commands = usePoint(appCommand);
  const run = useRunCommand();
  const menu = useMenu();
  const search = useSearch(term.trimStart().startsWith('>') ? '' : term, open);
  const own = useOwnActions();

  return useMemo(() => {
    if (!open) return { ...search, groups: [] };
    const wanted = term.trim();
    const offered = commands.filter((command) => command.fits?.() !== false);
    const findable = (command: (typeof commands)[number]): Findable => ({
      key: `command/${command.plugin}/${command.id}`,
      title: translate(command.plugin, command.label),
      run: () => run(command),
      ...(command.icon ? { icon: withIconBoundary(command.icon) } : {}),
      ...(command.shortcut || command.keys ? { shortcut: command.shortcut ?? command.keys ?? '' } : {}),
      ...(command.keywords ? { keywords: translate(command.plugin, command.keywords) } : {}),
    });
    const actions = offered.filter(({ heading }) => heading === undefined).map(findable);
    const headed = Map.groupBy(
      offered.filter(({ heading }) => heading !== undefined),
      ({ plugin, heading = '' }) => translate(plugin, heading),
    );
    const here = (found: string): PaletteGroup[] =>
      [...headed].map(([label, own], index) => ({
        key: `here-${index}`,
        label,
        entries: found === '' ? own.map(findable) : matching(own.map(findable), found),
      }));
    const pages: Findable[] = menu.map(({ key, label, path, icon }) => ({
      key: `page/${key}`,
      title: label,
      path,
      icon,
    }));
    const recent: Findable[] = session
      ? hostSide.recentPages(session.user.id).map((recent) => ({
          key: `recent/${recent.path}`,
          icon: History20Regular,
          ...recent,
        }))
      : [];

    const pagesFound = matching(pages, wanted);
    // A page whose name starts with the term is likely the target; messages that contain the word are many.
    const isNamed = pagesFound.some(({ title }) => score(title, wanted) === 3);
    const pageGroup = { key: 'pages', label: t('palette.pages'), entries: pagesFound };
    const onlyActions = wanted.startsWith('>');
    const groups: PaletteGroup[] = onlyActions
      ? [
          ...here(wanted.slice(1).trim()),
          {
            key: 'actions',
            label: t('palette.actions'),
            entries: matching([...actions, ...own], wanted.slice(1).trim()),
          },
        ]
      : wanted
        ? [
            ...here(wanted),
            { key: 'actions', label: t('palette.actions'), entries: matching([...actions, ...own], wanted) },
            ...(isNamed ? [pageGroup, ...search.groups] : [...search.groups, pageGroup]),
          ]
        : [
            ...here(''),
            { key: 'recent', label: t('palette.recent'), entries: recent },
            { key: 'actions', label: t('palette.actions'), entries: actions.slice(0, 6) },
            { key: 'pages', label: t('palette.pages'), entries: pages },
            { key: 'own', label: t('shortcuts.general'), entries: own },
          ];
    return { ...search, groups: groups.filter(({ entries }) => entries.length > 0) };
  }, [open, term, commands, run, menu, session, search, own, t]);
}

/** The shell's own actions. */
function useOwnActions(): readonly Findable[] {
  const t = useT('shell');
  const { dark, setMode } = useTheme();
  const openProfile = useSetAtom(profileAtom);
  const openShortcuts = useSetAtom(shortcutsAtom);
  return useMemo(
    () => [
      {
        key: 'own/theme',
        title: t(dark ? 'top.toLight' : 'top.toDark'),
        icon: dark ? WeatherSunny20Regular : WeatherMoon20Regular,
        run: () => setMode(dark ? 'light' : 'dark'),
      },
      { key: 'own/profile', title: t('account.profile'), icon: Person20Regular, run: () => openProfile('data') },
      {
        key: 'own/shortcuts',
        title: t('account.shortcuts'),
        icon: Keyboard20Regular,
        shortcut: '?',
        run: () => openShortcuts(true),
      },
      { key: 'own/sign-out', title: t('account.signOut'), icon: SignOut20Regular, run: () => void signOut() },
    ],
    [t, dark, setMode, openProfile, openShortcuts],
  );
}

/** Returns the keyword that matched the term when the title did not. */
function foundBy({ keywords = '', subtitle }: Findable, term: string): Pick<PaletteEntry, 'subtitle'> {
  const word = keywords.split(/[\s,]+/).find((each) => score(each, term) > 0);
  return word === undefined || subtitle !== undefined ? {} : { subtitle: word };
}

function matching(entries: readonly Findable[], term: string): readonly Findable[] {
  return entries
    .map((entry) => ({ entry, rank: Math.max(score(entry.title, term), score(entry.keywords ?? '', term) * 0.5) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ entry }) => (score(entry.title, term) > 0 ? entry : { ...entry, ...foundBy(entry, term) }));
}
