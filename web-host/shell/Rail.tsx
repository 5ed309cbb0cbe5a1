import { Fragment, useEffect, useState } from 'react';
import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { QuestionCircle20Regular } from '@fluentui/react-icons';
import { LazyPopover, hostSide, lazyPart, useT } from '@balcao/sdk/client';
import { IconButton, LazyTooltip, tint, useRovingFocus } from '@balcao/sdk/ui';
import { settledAtom } from '../runtime/plugin-loader.ts';
import { MenuBadge } from './MenuBadge.tsx';
import { RailMenuButton, useRailButton } from './RailMenuButton.tsx';
import { useApproach } from './approach.ts';
import { addressOf, settingsKey, useCurrentEntry, useMenu, type MenuEntry } from './menu.ts';
import { shortcutsAtom, unpinnedAtom } from './shell-state.ts';

const RailOverflowMenu = lazyPart(() => import('./RailOverflowMenu.tsx'));

const itemHeight = 38;
/** Height of an entry where not all fit. */
const compactHeight = 32;
const dividerHeight = 17;

const useStyles = makeStyles({
  rail: {
    width: '56px',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    paddingBlock: '2px 8px',
    minHeight: 0,
  },
  items: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2px',
    flexGrow: 1,
    minHeight: 0,
    width: '100%',
    overflow: 'hidden',
    paddingTop: '2px',
  },
  item: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '40px',
    height: '36px',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    transitionProperty: 'background-color, color',
    transitionDuration: tokens.durationFaster,
    ':hover': { backgroundColor: tint(6), color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  compact: { height: '32px', marginBottom: '-2px' },
  current: {
    backgroundColor: `color-mix(in srgb, ${tokens.colorCompoundBrandBackground} 16%, transparent)`,
    color: tokens.colorBrandForeground1,
    ':hover': {
      backgroundColor: `color-mix(in srgb, ${tokens.colorCompoundBrandBackground} 22%, transparent)`,
      color: tokens.colorBrandForeground1,
    },
  },
  divider: {
    width: '24px',
    height: '1px',
    marginBlock: '7px',
    flexShrink: 0,
    backgroundColor: tint(14),
  },
});

/** The narrow menu: icons with tooltips, grouped; entries that do not fit or are unpinned are under "Mais". */
export function Rail() {
  const t = useT('shell');
  const styles = useStyles();
  const isWhole = useWhole();
  const all = useMenu();
  const entries = isWhole ? all : none;
  const current = useCurrentEntry(all);
  const unpinned = useAtomValue(unpinnedAtom);
  const openShortcuts = useSetAtom(shortcutsAtom);
  const button = useRailButton();
  const walk = useRovingFocus<HTMLDivElement>('vertical');
  const height = useHeight(walk.ref);
  const { shown, waiting, isCompact } = fit(entries, unpinned, current, height);

  return (
    <nav className={styles.rail} aria-label={t('nav.label')}>
      <div {...walk} className={styles.items}>
        {shown.map((entry, index) => (
          <Fragment key={entry.key}>
            {index > 0 && shown[index - 1]?.section !== entry.section && (
              <span className={styles.divider} aria-hidden="true" />
            )}
            <RailItem entry={entry} current={entry === current} isCompact={isCompact} />
          </Fragment>
        ))}
        {waiting.length > 0 && (
          <LazyPopover part={RailOverflowMenu} placeholder={(open) => <RailMenuButton onClick={open} />}>
            {(startOpen) => <RailOverflowMenu entries={waiting} startOpen={startOpen} />}
          </LazyPopover>
        )}
      </div>
      <IconButton
        className={button}
        icon={<QuestionCircle20Regular />}
        label={t('nav.help')}
        shortcut="?"
        onClick={() => openShortcuts(true)}
      />
    </nav>
  );
}

const none: readonly MenuEntry[] = [];
/** Milliseconds after which the menu shows the entries that have arrived. */
const longestWait = 1_500;

/**
 * Returns whether the menu is complete. Modules arrive one by one; showing their icons together keeps them from moving
 * under the pointer.
 */
function useWhole(): boolean {
  const isSettled = useAtomValue(settledAtom, { store: hostSide.store });
  const [isWhole, setWhole] = useState(isSettled);
  useEffect(() => {
    if (isSettled) setWhole(true);
    const timer = setTimeout(() => setWhole(true), longestWait);
    return () => clearTimeout(timer);
  }, [isSettled]);
  return isWhole;
}

interface RailItemProps {
  entry: MenuEntry;
  current: boolean;
  isCompact: boolean;
}
function RailItem({ entry, current, isCompact }: RailItemProps) {
  const styles = useStyles();
  const approach = useApproach();
  const Icon = current ? entry.iconActive : entry.icon;
  return (
    <LazyTooltip relationship="label" content={entry.label} positioning="after">
      <Link
        to={addressOf(entry, current)}
        {...approach(entry.path)}
        className={mergeClasses(styles.item, isCompact && styles.compact, current && styles.current)}
        {...(current ? { 'aria-current': 'page' } : {})}
      >
        <Icon />
        <MenuBadge entry={entry} asDot />
      </Link>
    </LazyTooltip>
  );
}

/**
 * Returns the pinned entries that the height allows, closer together where that makes room for more. The current one is
 * always among them, and so are the settings: people look for them at the bottom of a window of any height.
 */
export function fit(
  entries: readonly MenuEntry[],
  unpinned: ReadonlySet<string>,
  current: MenuEntry | undefined,
  height: number,
): { shown: readonly MenuEntry[]; waiting: readonly MenuEntry[]; isCompact: boolean } {
  const pinned = entries.filter((entry) => entry === current || !unpinned.has(entry.key));
  const heightOf = (list: readonly MenuEntry[], each: number) =>
    list.reduce(
      (sum, entry, index) => sum + each + (index > 0 && list[index - 1]?.section !== entry.section ? dividerHeight : 0),
      4,
    );
  const shown = [...pinned];
  const waitingHeight = () => (shown.length < entries.length ? itemHeight : 0);
  const isCompact = heightOf(shown, itemHeight) + waitingHeight() > height;
  const each = isCompact ? compactHeight : itemHeight;
  while (heightOf(shown, each) + waitingHeight() > height) {
    const last = shown.findLastIndex((entry) => entry !== current && entry.key !== settingsKey);
    if (last < 0) break;
    shown.splice(last, 1);
  }
  return { shown, waiting: entries.filter((entry) => !shown.includes(entry)), isCompact };
}

function useHeight(element: { current: HTMLElement | null }): number {
  const [height, setHeight] = useState(() => window.innerHeight - 100);
  useEffect(() => {
    if (!element.current) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return height;
}
