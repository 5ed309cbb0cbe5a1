import { useAtom, useSetAtom } from 'jotai';
import { Button, OverlayDrawer, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular, SignOut20Regular, WeatherMoon20Regular, WeatherSunny20Regular } from '@fluentui/react-icons';
import {
  Contributed,
  appTopbar,
  signOut,
  useCloseOnBack,
  useOptionalSession,
  usePoint,
  useT,
  useTheme,
  useViewport,
} from '@balcao/sdk/client';
import { Avatar, IconButton, ext, tint } from '@balcao/sdk/ui';
import { usePicture } from './picture.ts';
import { NavList } from './NavList.tsx';
import { overlayMenuAtom, profileAtom } from './shell-state.ts';

const useStyles = makeStyles({
  drawer: { width: '300px', maxWidth: 'calc(100vw - 48px)', backgroundColor: ext.chrome },
  column: { width: '100%', display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    flexShrink: 0,
    minHeight: '48px',
    padding: 'calc(4px + env(safe-area-inset-top)) 8px 4px 20px',
  },
  company: {
    flexGrow: 1,
    minWidth: 0,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  nav: { flexGrow: 1, minHeight: 0 },
  foot: {
    flexShrink: 0,
    margin: '0 12px',
    padding: '8px 0 calc(10px + env(safe-area-inset-bottom))',
    borderTop: `1px solid ${tint(10)}`,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
  },
  person: {
    flexGrow: 1,
    minWidth: 0,
    justifyContent: 'flex-start',
    gap: '10px',
    minHeight: '44px',
    paddingInline: '8px',
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  more: {
    display: 'flex',
    gap: '4px',
    margin: '0 12px',
    padding: '4px 0',
    flexShrink: 0,
    borderTop: `1px solid ${tint(10)}`,
  },
});

/** The menu over the page on screens under 1280 px. It closes on navigation. */
export default function MenuDrawer() {
  const t = useT('shell');
  const styles = useStyles();
  const { touch } = useViewport();
  const session = useOptionalSession();
  const [open, setOpen] = useAtom(overlayMenuAtom);
  useCloseOnBack(() => setOpen(false), open);

  return (
    <OverlayDrawer
      className={styles.drawer}
      position="start"
      open={open}
      aria-label={t('nav.label')}
      onOpenChange={(_, data) => setOpen(data.open)}
    >
      <div className={styles.column}>
        <div className={styles.head}>
          <span className={styles.company}>{session?.company.name}</span>
          <IconButton icon={<Dismiss20Regular />} label={t('nav.close')} onClick={() => setOpen(false)} />
        </div>
        <div className={styles.nav}>
          <NavList onNavigate={() => setOpen(false)} />
        </div>
        {touch && <TouchFoot />}
      </div>
    </OverlayDrawer>
  );
}

/** The parts without room in the phone's top bar: further buttons, theme, profile, sign-out. */
function TouchFoot() {
  const t = useT('shell');
  const styles = useStyles();
  const { dark, setMode } = useTheme();
  const session = useOptionalSession();
  const picture = usePicture();
  const openProfile = useSetAtom(profileAtom);
  const setOpen = useSetAtom(overlayMenuAtom);
  const further = usePoint(appTopbar).slice(1);
  if (!session) return null;
  const { user } = session;
  return (
    <>
      {further.length > 0 && (
        <div className={styles.more}>
          {further.map((item) => (
            <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
              <item.component />
            </Contributed>
          ))}
        </div>
      )}
      <div className={styles.foot}>
        <Button
          appearance="subtle"
          className={styles.person}
          icon={<Avatar name={user.name} size={28} decorative {...(picture ? { picture } : {})} />}
          onClick={() => {
            setOpen(false);
            openProfile('data');
          }}
        >
          <span className={styles.name}>{user.name}</span>
        </Button>
        <IconButton
          icon={dark ? <WeatherSunny20Regular /> : <WeatherMoon20Regular />}
          label={t(dark ? 'top.toLight' : 'top.toDark')}
          onClick={() => setMode(dark ? 'light' : 'dark')}
        />
        <IconButton icon={<SignOut20Regular />} label={t('account.signOut')} onClick={() => void signOut()} />
      </div>
    </>
  );
}
