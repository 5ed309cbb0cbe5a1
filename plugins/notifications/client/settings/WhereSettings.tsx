import { useState } from 'react';
import { Switch } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormGroup, FormRow } from '@balcao/sdk/ui';
import { consentNow, type Consent } from '../device/desktop.ts';
import type { SettingsPartProps } from './settings-part.ts';
import { PushSettings } from './PushSettings.tsx';

/** Notifications outside of the page: on the desktop, by push, and whether they include the text. */
export function WhereSettings({ chosen, onChoose }: SettingsPartProps) {
  const t = useT();
  const [consent, setConsent] = useState<Consent>(consentNow);
  /** Browsers ask for permission only on a click, and never twice. */
  const ask = async (): Promise<boolean> => {
    const given = consent === 'default' ? await Notification.requestPermission() : consent;
    setConsent(given);
    return given === 'granted';
  };
  const trouble = consent === 'unsupported' || consent === 'denied' ? t(`where.${consent}`) : undefined;
  return (
    <FormGroup title={t('where.title')}>
      <FormRow end label={t('where.desktop')} help={trouble ?? t('where.desktopHelp')}>
        <Switch
          checked={consent === 'granted' && chosen.desktop}
          disabled={trouble !== undefined}
          onChange={(_, { checked }) =>
            void ask().then((allowed) => (allowed || !checked) && onChoose({ desktop: checked }))
          }
        />
      </FormRow>
      <PushSettings trouble={trouble} ask={ask} />
      <FormRow end label={t('where.previews')} help={t('where.previewsHelp')}>
        <Switch checked={chosen.previews} onChange={(_, data) => onChoose({ previews: data.checked })} />
      </FormRow>
    </FormGroup>
  );
}
