import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { makeStyles, tokens } from '@fluentui/react-components';
import { WeatherMoon20Regular, WeatherSunny20Regular } from '@fluentui/react-icons';
import { LazyPopover, lazyPart, useT, useTheme } from '@balcao/sdk/client';
import { IconButton, Mark } from '@balcao/sdk/ui';
import { LanguageButton, useQuiet } from './LanguageButton.tsx';
import { PublicPicture } from './PublicPicture.tsx';

const LanguageMenu = lazyPart(() => import('./LanguageMenu.tsx'));

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.06fr)',
    height: '100dvh',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { display: 'flex', flexDirection: 'column', minHeight: 0, overflowY: 'auto' },
  head: {
    padding: '32px 40px 0',
    flexShrink: 0,
    '@media (max-width: 599px)': { padding: 'calc(20px + env(safe-area-inset-top)) 24px 0' },
  },
  home: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '4px' },
  },
  main: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    maxWidth: '408px',
    margin: '0 auto',
    // Near the middle, but measured from the top: content that appears later, such as an error, moves nothing above it.
    padding: 'max(24px, 50dvh - 264px) 24px 32px',
    '@media (max-width: 599px)': { maxWidth: 'none', padding: '64px 24px 24px' },
  },
  foot: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '0 32px 24px',
    '@media (max-width: 599px)': { padding: '0 16px calc(16px + env(safe-area-inset-bottom))' },
  },
  picture: { padding: '12px 12px 12px 0', minHeight: 0, '@media (max-width: 859px)': { display: 'none' } },
});

/** Pages for people who are not signed in: the form on one side, what the product is on the other. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useT('shell');
  const styles = useStyles();
  const quiet = useQuiet();
  const { dark, setMode } = useTheme();
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.head}>
          <Link to="/login" className={styles.home}>
            <Mark size={28} />
            Balcão
          </Link>
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>
          <LazyPopover part={LanguageMenu} placeholder={(open) => <LanguageButton onClick={open} />}>
            {(startOpen) => <LanguageMenu startOpen={startOpen} />}
          </LazyPopover>
          <IconButton
            className={quiet}
            icon={dark ? <WeatherSunny20Regular /> : <WeatherMoon20Regular />}
            label={t(dark ? 'top.toLight' : 'top.toDark')}
            onClick={() => setMode(dark ? 'light' : 'dark')}
          />
        </footer>
      </div>
      <div className={styles.picture}>
        <PublicPicture />
      </div>
    </div>
  );
}
