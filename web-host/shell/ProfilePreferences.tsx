import { useState } from 'react';
import { Dropdown, Field, Option, Switch } from '@fluentui/react-components';
import { api, languages, reloadSession, useLanguage, useSession, useT, useTheme, useToasts } from '@balcao/sdk/client';
import type { Language, ThemeMode } from '@balcao/sdk/client';
import { chooseLanguage } from './choose-language.ts';
import { useProfileStyles } from './profile-styles.ts';

type Consent = NotificationPermission | 'unsupported';
const consentNow = (): Consent => ('Notification' in window ? Notification.permission : 'unsupported');

const modes = ['system', 'light', 'dark'] as const satisfies readonly ThemeMode[];
const modeKey = { system: 'account.themeSystem', light: 'account.themeLight', dark: 'account.themeDark' } as const;

/** Language, theme and notifications. Each is kept the moment it is chosen. */
export function ProfilePreferences() {
  const t = useT('shell');
  const styles = useProfileStyles();
  const language = useLanguage();
  const { mode, setMode } = useTheme();

  return (
    <div className={styles.form}>
      <Field label={t('profile.language')}>
        <Dropdown
          value={t(`language.${language}`)}
          selectedOptions={[language]}
          onOptionSelect={(_, data) => void chooseLanguage(data.optionValue as Language)}
        >
          {languages.map((value) => (
            <Option key={value} value={value}>
              {t(`language.${value}`)}
            </Option>
          ))}
        </Dropdown>
      </Field>
      <Field label={t('profile.theme')}>
        <Dropdown
          value={t(modeKey[mode])}
          selectedOptions={[mode]}
          onOptionSelect={(_, data) => setMode(data.optionValue as ThemeMode)}
        >
          {modes.map((value) => (
            <Option key={value} value={value}>
              {t(modeKey[value])}
            </Option>
          ))}
        </Dropdown>
      </Field>
      <NotificationSwitch />
    </div>
  );
}

function NotificationSwitch() {
  const t = useT('shell');
  const toasts = useToasts();
  const { user } = useSession();
  const [consent, setConsent] = useState<Consent>(consentNow);
  const preferences = user['preferences'] as { notifications?: boolean } | undefined;
  const on = consent === 'granted' && preferences?.notifications !== false;

  const change = async (wanted: boolean) => {
    try {
      const given = wanted && consent === 'default' ? await Notification.requestPermission() : consent;
      setConsent(given);
      await api.put('/auth/me', { preferences: { notifications: wanted && given === 'granted' } });
      await reloadSession();
    } catch (error) {
      toasts.error(error);
    }
  };
  const hint =
    consent === 'unsupported'
      ? t('profile.notificationsUnsupported')
      : consent === 'denied'
        ? t('profile.notificationsBlocked')
        : t('profile.notificationsHelp');

  return (
    <Field hint={hint}>
      <Switch
        label={t('profile.notifications')}
        checked={on}
        disabled={consent === 'unsupported' || consent === 'denied'}
        onChange={(_, data) => void change(data.checked)}
      />
    </Field>
  );
}
