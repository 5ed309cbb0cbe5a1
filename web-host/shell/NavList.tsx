import { useAtom, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Pin16Filled, Pin16Regular, QuestionCircle20Regular } from '@fluentui/react-icons';
import { useT, useViewport } from '@balcao/sdk/client';
import { IconButton, Kbd, tint, useRovingFocus } from '@balcao/sdk/ui';
import { MenuBadge } from './MenuBadge.tsx';
import { useApproach } from './approach.ts';
import { addressOf, sections, useCurrentEntry, useMenu, type MenuEntry } from './menu.ts';
import { shortcutsAtom, unpinnedAtom } from './shell-state.ts';

const useStyles = makeStyles({
  nav: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  scroll: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '4px 12px 12px', scrollbarWidth: 'thin' },
  heading: {
    margin: '16px 0 4px',
    paddingInline: '10px',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground3,
  },
  first: { marginTop: '8px' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    position: 'relative',
    // The pin replaces the badge while the row is hovered or focused.
    ':hover > button': { opacity: 1 },
    ':focus-within > button': { opacity: 1 },
    ':hover [data-badge="swap"]': { opacity: 0 },
    ':focus-within [data-badge="swap"]': { opacity: 0 },
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '32px',
    paddingInline: '10px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    transitionProperty: 'background-color',
    transitionDuration: tokens.durationFaster,
    ':hover': { backgroundColor: tint(6), color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 599px)': { height: '44px' },
  },
  current: {
    backgroundColor: `color-mix(in srgb, ${tokens.colorCompoundBrandBackground} 16%, transparent)`,
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': {
      backgroundColor: `color-mix(in srgb, ${tokens.colorCompoundBrandBackground} 22%, transparent)`,
      color: tokens.colorBrandForeground1,
    },
  },
  label: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  icon: { display: 'flex', flexShrink: 0 },
  pin: {
    position: 'absolute',
    right: '4px',
    top: '4px',
    opacity: 0,
    color: tokens.colorNeutralForeground3,
    ':focus-visible': { opacity: 1 },
  },
  foot: {
    flexShrink: 0,
    margin: '0 12px',
    padding: '4px 0 6px',
    borderTop: `1px solid ${tint(10)}`,
  },
  help: {
    width: '100%',
    height: '36px',
    border: 'none',
    backgroundColor: 'transparent',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'left',
    cursor: 'pointer',
  },
});

/**
 * The menu with labels, by section. With a pointer each entry can be pinned to the narrow bar of icons or removed from
 * it; entries of new plugins begin pinned.
 */
export function NavList({ onNavigate }: { onNavigate?: () => void }) {
  const t = useT('shell');
  const styles = useStyles();
  const { touch } = useViewport();
  const entries = useMenu();
  const current = useCurrentEntry(entries);
  const openShortcuts = useSetAtom(shortcutsAtom);
  const walk = useRovingFocus<HTMLDivElement>('both');

  return (
    <nav className={styles.nav} aria-label={t('nav.label')}>
      <div {...walk} className={styles.scroll}>
        {sections.map((section) => {
          const own = entries.filter((entry) => entry.section === section);
          if (own.length === 0) return null;
          return (
            <section key={section} aria-labelledby={`nav-${section}`}>
              <h2 id={`nav-${section}`} className={mergeClasses(styles.heading, own[0] === entries[0] && styles.first)}>
                {t(`nav.${section}`)}
              </h2>
              <ul className={styles.list}>
                {own.map((entry) => (
                  <NavItem
                    key={entry.key}
                    entry={entry}
                    current={entry === current}
                    pinnable={!touch}
                    {...(onNavigate ? { onNavigate } : {})}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {!touch && (
        <div className={styles.foot}>
          <button type="button" className={mergeClasses(styles.item, styles.help)} onClick={() => openShortcuts(true)}>
            <span className={styles.icon}>
              <QuestionCircle20Regular />
            </span>
            <span className={styles.label}>{t('nav.help')}</span>
            <span style={{ marginLeft: 'auto' }} aria-hidden="true">
              <Kbd keys="?" />
            </span>
          </button>
        </div>
      )}
    </nav>
  );
}

interface NavItemProps {
  entry: MenuEntry;
  current: boolean;
  pinnable: boolean;
  onNavigate?: () => void;
}

function NavItem({ entry, current, pinnable, onNavigate }: NavItemProps) {
  const t = useT('shell');
  const styles = useStyles();
  const approach = useApproach();
  const [unpinned, togglePin] = useAtom(unpinnedAtom);
  const isPinned = !unpinned.has(entry.key);
  const Icon = current ? entry.iconActive : entry.icon;
  return (
    <li className={styles.row}>
      <Link
        to={addressOf(entry, current)}
        {...approach(entry.path)}
        className={mergeClasses(styles.item, current && styles.current)}
        {...(current ? { 'aria-current': 'page' } : {})}
        {...(onNavigate ? { onClick: onNavigate } : {})}
      >
        <span className={styles.icon}>
          <Icon />
        </span>
        <span className={styles.label}>{entry.label}</span>
        <MenuBadge entry={entry} swaps={pinnable} />
      </Link>
      {pinnable && (
        <IconButton
          size="small"
          className={styles.pin}
          icon={isPinned ? <Pin16Filled /> : <Pin16Regular />}
          label={t(isPinned ? 'nav.unpin' : 'nav.pin', { name: entry.label })}
          aria-pressed={isPinned}
          onClick={() => togglePin(entry.key)}
        />
      )}
    </li>
  );
}
