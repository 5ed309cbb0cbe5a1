import { useAtom } from 'jotai';
import { Button, Dialog, makeStyles } from '@fluentui/react-components';
import {
  Contributed,
  profileSection,
  translate,
  useOptionalSession,
  usePoint,
  useT,
  useViewport,
} from '@balcao/sdk/client';
import { DialogFrame, Tabs } from '@balcao/sdk/ui';
import { ProfileDetails } from './ProfileDetails.tsx';
import { ProfilePassword } from './ProfilePassword.tsx';
import { ProfilePreferences } from './ProfilePreferences.tsx';
import { profileAtom } from './shell-state.ts';

const useStyles = makeStyles({
  tabs: { margin: '-8px -8px 16px', overflowX: 'auto', scrollbarWidth: 'none' },
  body: { minHeight: '330px' },
});

/** The person's own account: details, password, preferences, and what plugins add. */
export function ProfileDialog() {
  const t = useT('shell');
  const styles = useStyles();
  const { touch } = useViewport();
  const session = useOptionalSession();
  const sections = usePoint(profileSection);
  const [open, setOpen] = useAtom(profileAtom);
  if (!session) return null;

  const options = [
    { value: 'data', label: t('profile.data') },
    { value: 'password', label: t('profile.password') },
    { value: 'preferences', label: t('profile.preferences') },
    ...sections.map((item) => ({ value: `${item.plugin}/${item.id}`, label: translate(item.plugin, item.label) })),
  ];
  const contributed = sections.find((item) => `${item.plugin}/${item.id}` === open);
  const close = () => setOpen(undefined);

  return (
    <Dialog
      open={open !== undefined}
      onOpenChange={(_, data) => {
        if (!data.open && data.type !== 'backdropClick') close();
      }}
    >
      <DialogFrame
        title={t('profile.title')}
        width={560}
        onClose={close}
        footer={<Button onClick={close}>{t('ui.close')}</Button>}
      >
        <div className={styles.tabs}>
          <Tabs label={t('profile.tabs')} value={open ?? 'data'} onChange={setOpen} options={options} />
        </div>
        <div className={styles.body} style={touch ? { minHeight: 0 } : {}}>
          {open === 'data' && <ProfileDetails />}
          {open === 'password' && <ProfilePassword />}
          {open === 'preferences' && <ProfilePreferences />}
          {contributed && (
            <Contributed item={contributed}>
              <contributed.component />
            </Contributed>
          )}
        </div>
      </DialogFrame>
    </Dialog>
  );
}
