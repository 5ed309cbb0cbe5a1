import { useAtomValue, useSetAtom } from 'jotai';
import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowDownload20Regular,
  DarkTheme20Regular,
  Keyboard20Regular,
  LocalLanguage20Regular,
  Person20Regular,
  SignOut20Regular,
} from '@fluentui/react-icons';
import { languages, signOut, useLanguage, useOptionalSession, useT, useTheme } from '@balcao/sdk/client';
import type { Language, ThemeMode } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import { AccountButton } from './AccountButton.tsx';
import { chooseLanguage } from './choose-language.ts';
import { install, installableAtom } from './install.ts';
import { usePicture } from './picture.ts';
import { profileAtom, shortcutsAtom } from './shell-state.ts';

const useStyles = makeStyles({
  popover: { minWidth: '248px' },
  who: { display: 'flex', alignItems: 'center', gap: '12px', padding: '8px 8px 10px' },
  names: { minWidth: 0, display: 'flex', flexDirection: 'column' },
  name: { fontWeight: tokens.fontWeightSemibold, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

const modes: readonly { mode: ThemeMode; label: string }[] = [
  { mode: 'system', label: 'account.themeSystem' },
  { mode: 'light', label: 'account.themeLight' },
  { mode: 'dark', label: 'account.themeDark' },
];

/** The account menu: profile, theme, language, shortcuts, sign-out. */
export default function AccountMenu({ startOpen }: { startOpen: boolean }) {
  const t = useT('shell');
  const styles = useStyles();
  const session = useOptionalSession();
  const picture = usePicture();
  const { mode, setMode } = useTheme();
  const language = useLanguage();
  const openProfile = useSetAtom(profileAtom);
  const openShortcuts = useSetAtom(shortcutsAtom);
  const installable = useAtomValue(installableAtom);
  if (!session) return null;
  const { user } = session;

  return (
    <Menu defaultOpen={startOpen} positioning={{ position: 'below', align: 'end', offset: 6 }}>
      <MenuTrigger disableButtonEnhancement>
        <AccountButton />
      </MenuTrigger>
      <MenuPopover className={styles.popover}>
        <div className={styles.who}>
          <Avatar name={user.name} size={40} decorative {...(picture ? { picture } : {})} />
          <div className={styles.names}>
            <span className={styles.name}>{user.name}</span>
            <span className={styles.quiet}>{user.email}</span>
            <span className={styles.quiet}>{t(user.super ? 'account.super' : `account.${user.profile}`)}</span>
          </div>
        </div>
        <MenuList>
          <MenuDivider />
          <MenuItem icon={<Person20Regular />} onClick={() => openProfile('data')}>
            {t('account.profile')}
          </MenuItem>
          <Menu
            checkedValues={{ theme: [mode] }}
            onCheckedValueChange={(_, { checkedItems }) => setMode(checkedItems[0] as ThemeMode)}
          >
            <MenuTrigger disableButtonEnhancement>
              <MenuItem icon={<DarkTheme20Regular />}>{t('account.theme')}</MenuItem>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {modes.map(({ mode: value, label }) => (
                  <MenuItemRadio key={value} name="theme" value={value}>
                    {t(label)}
                  </MenuItemRadio>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
          <Menu
            checkedValues={{ language: [language] }}
            onCheckedValueChange={(_, { checkedItems }) => void chooseLanguage(checkedItems[0] as Language)}
          >
            <MenuTrigger disableButtonEnhancement>
              <MenuItem icon={<LocalLanguage20Regular />}>{t('account.language')}</MenuItem>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {languages.map((value) => (
                  <MenuItemRadio key={value} name="language" value={value}>
                    {t(`language.${value}`)}
                  </MenuItemRadio>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
          {installable && (
            <MenuItem icon={<ArrowDownload20Regular />} onClick={() => void install()}>
              {t('account.install')}
            </MenuItem>
          )}
          <MenuItem icon={<Keyboard20Regular />} secondaryContent="?" onClick={() => openShortcuts(true)}>
            {t('account.shortcuts')}
          </MenuItem>
          <MenuDivider />
          <MenuItem icon={<SignOut20Regular />} onClick={() => void signOut()}>
            {t('account.signOut')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
