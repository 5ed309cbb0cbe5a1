import { Dropdown, Field, Option } from '@fluentui/react-components';
import { languages, useLanguage, useT, useTheme } from '@balcao/sdk/client';
import type { Language, ThemeMode } from '@balcao/sdk/client';
import { chooseLanguage } from './choose-language.ts';
import { useProfileStyles } from './profile-styles.ts';

const modes = ['system', 'light', 'dark'] as const satisfies readonly ThemeMode[];
const modeKey = { system: 'account.themeSystem', light: 'account.themeLight', dark: 'account.themeDark' } as const;

/** Language and theme, each saved as soon as it is chosen. */
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
    </div>
  );
}
