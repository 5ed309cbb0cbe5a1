import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Navigation20Regular,
  Search20Regular,
  WeatherMoon20Regular,
  WeatherSunny20Regular,
} from '@fluentui/react-icons';
import {
  Contributed,
  LazyPopover,
  Slot,
  appTopbar,
  lazyPart,
  useOptionalSession,
  usePoint,
  useT,
  useTheme,
  useViewport,
} from '@balcao/sdk/client';
import { IconButton, Kbd, Mark, touchTopBarId } from '@balcao/sdk/ui';
import { AccountButton } from './AccountButton.tsx';
import { useGreeting } from './greeting.ts';
import { NoticeRow } from './NoticeRow.tsx';
import { Notices } from './Notices.tsx';
import { drawerAtom, overlayMenuAtom, paletteAtom } from './shell-state.ts';

const AccountMenu = lazyPart(() => import('./AccountMenu.tsx'));

const useStyles = makeStyles({
  bar: {
    display: 'grid',
    // The search is centred while both sides have room, and yields to the text on the right.
    gridTemplateColumns: 'minmax(104px, 1fr) minmax(150px, 360px) minmax(min-content, 1fr)',
    alignItems: 'center',
    gap: '16px',
    height: '48px',
    flexShrink: 0,
    paddingInline: '8px',
  },
  touchBar: {
    display: 'flex',
    gap: '4px',
    // The badge of the last button overlaps its corner and needs room before the edge.
    paddingInline: '4px 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingTop: 'env(safe-area-inset-top)',
    height: 'calc(48px + env(safe-area-inset-top))',
    // A page's own switch replaces the company's name.
    [`& #${touchTopBarId}:not(:empty) ~ [data-default]`]: { display: 'none' },
  },
  side: { display: 'flex', alignItems: 'center', minWidth: 0 },
  menu: { minWidth: '40px', maxWidth: '40px', height: '36px', color: tokens.colorNeutralForeground2 },
  home: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minWidth: 0,
    marginLeft: '14px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '4px' },
  },
  mark: { display: 'flex', flexShrink: 0 },
  company: {
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  greeting: {
    marginLeft: '12px',
    paddingLeft: '12px',
    borderLeft: `1px solid ${tokens.colorNeutralStroke1}`,
    lineHeight: '20px',
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    minWidth: 0,
  },
  search: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    width: '100%',
    height: '32px',
    paddingInline: '10px 8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase300,
    cursor: 'pointer',
    transitionProperty: 'border-color',
    transitionDuration: tokens.durationFaster,
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  narrow: { gridTemplateColumns: 'minmax(72px, 1fr) minmax(120px, 190px) minmax(min-content, 1fr)' },
  searchText: {
    flexGrow: 1,
    minWidth: 0,
    textOverflow: 'ellipsis',
    textAlign: 'left',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
  searchIcon: { display: 'flex', color: tokens.colorNeutralForeground2 },
  end: { justifyContent: 'flex-end', gap: '2px', paddingRight: '4px' },
  notices: { display: 'flex', minWidth: 0, marginRight: '8px', gap: '8px', overflow: 'hidden' },
  button: { color: tokens.colorNeutralForeground2 },
  centre: { flexGrow: 1, minWidth: 0 },
  title: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    paddingLeft: '4px',
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
  filler: { ':empty': { display: 'none' } },
});

/** Top bar of 48 px: menu, company, search in the exact middle, notices, switches and the account. */
export function TopBar() {
  const { touch } = useViewport();
  return touch ? <TouchBar /> : <WideBar />;
}

function useMenuSwitch() {
  const { wide } = useViewport();
  const [drawer, setDrawer] = useAtom(drawerAtom);
  const [overlay, setOverlay] = useAtom(overlayMenuAtom);
  return wide
    ? { open: drawer, toggle: () => setDrawer(!drawer) }
    : { open: overlay, toggle: () => setOverlay(!overlay) };
}

function MenuButton() {
  const t = useT('shell');
  const styles = useStyles();
  const { open, toggle } = useMenuSwitch();
  return (
    <IconButton
      className={styles.menu}
      icon={<Navigation20Regular />}
      label={t(open ? 'nav.close' : 'nav.open')}
      shortcut="mod+shift+b"
      aria-expanded={open}
      onClick={toggle}
    />
  );
}

function WideBar() {
  const t = useT('shell');
  const styles = useStyles();
  const { wide } = useViewport();
  const { dark, setMode } = useTheme();
  const session = useOptionalSession();
  const greeting = useGreeting();
  const openPalette = useSetAtom(paletteAtom);

  return (
    <header className={mergeClasses(styles.bar, !wide && styles.narrow)} aria-label={t('top.label')}>
      <div className={styles.side}>
        <MenuButton />
        <Link to="/" className={styles.home}>
          <span className={styles.mark}>
            <Mark size={24} />
          </span>
          <span className={styles.company}>{session?.company.name || 'Balcão'}</span>
        </Link>
        {wide && greeting && <span className={styles.greeting}>{greeting}</span>}
      </div>
      <button
        type="button"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => openPalette(true)}
      >
        <span className={styles.searchIcon}>
          <Search20Regular />
        </span>
        <span className={styles.searchText}>{t(wide ? 'top.search' : 'top.searchShort')}</span>
        <span aria-hidden="true">
          <Kbd keys="mod+k" />
        </span>
      </button>
      <div className={mergeClasses(styles.side, styles.end)}>
        <div className={styles.notices}>
          <Notices />
        </div>
        <IconButton
          className={styles.button}
          icon={dark ? <WeatherSunny20Regular /> : <WeatherMoon20Regular />}
          label={t(dark ? 'top.toLight' : 'top.toDark')}
          onClick={() => setMode(dark ? 'light' : 'dark')}
        />
        <Slot point={appTopbar} props={{}} inline />
        <LazyPopover part={AccountMenu} placeholder={(open) => <AccountButton onClick={open} />}>
          {(startOpen) => <AccountMenu startOpen={startOpen} />}
        </LazyPopover>
      </div>
    </header>
  );
}

/** Top bar of a phone: menu, the page's own switch, search and the first button; the rest is in the menu. */
function TouchBar() {
  const t = useT('shell');
  const styles = useStyles();
  const session = useOptionalSession();
  const [, setPalette] = useAtom(paletteAtom);
  const first = usePoint(appTopbar)[0];
  const overlay = useAtomValue(overlayMenuAtom);
  return (
    <header aria-label={t('top.label')} aria-hidden={overlay}>
      <div className={mergeClasses(styles.bar, styles.touchBar)}>
        <MenuButton />
        <div id={touchTopBarId} className={mergeClasses(styles.centre, styles.filler)} />
        <span className={styles.title} data-default>
          <span className={styles.mark}>
            <Mark size={22} />
          </span>
          <span className={styles.company}>{session?.company.name || 'Balcão'}</span>
        </span>
        <IconButton
          className={styles.button}
          icon={<Search20Regular />}
          label={t('top.searchShort')}
          onClick={() => setPalette(true)}
        />
        {first && (
          <Contributed item={first} inline>
            <first.component />
          </Contributed>
        )}
      </div>
      <NoticeRow />
    </header>
  );
}
