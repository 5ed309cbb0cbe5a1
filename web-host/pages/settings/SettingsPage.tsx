import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Contributed, settingsTab, translate, usePoint, useSession, useT } from '@balcao/sdk/client';
import { Page, Tabs } from '@balcao/sdk/ui';
import { useTitle } from '../use-title.ts';
import { OptionsTab } from './OptionsTab.tsx';
import { PermissionsTab } from './PermissionsTab.tsx';
import { SavedMark } from './SavedMark.tsx';
import type { Saved } from './save-queue.ts';

/** The settings page: options that save at once, tabs of plugins, and permissions. */
export function SettingsPage() {
  const t = useT('shell');
  const { user, can } = useSession();
  const contributed = usePoint(settingsTab);
  const [params, setParams] = useSearchParams();
  const [saved, setSaved] = useState<Saved>({ state: 'idle' });
  useTitle(t('settings.title'));

  const mayGrant = user.super || user.profile === 'admin';
  const options = [
    { value: 'options', label: t('settings.options') },
    ...contributed.map((item) => ({ value: `${item.plugin}/${item.id}`, label: translate(item.plugin, item.label) })),
    ...(mayGrant || can('settings:view') ? [{ value: 'permissions', label: t('settings.permissions') }] : []),
  ];
  const wanted = params.get('tab') ?? 'options';
  const tab = options.some(({ value }) => value === wanted) ? wanted : 'options';
  const item = contributed.find((one) => `${one.plugin}/${one.id}` === tab);
  const choose = (value: string) => {
    setSaved({ state: 'idle' });
    setParams(value === 'options' ? {} : { tab: value });
  };

  return (
    <Page
      title={t('settings.title')}
      actions={<SavedMark saved={saved} />}
      tabs={<Tabs label={t('settings.tabs')} value={tab} onChange={choose} options={options} />}
    >
      {tab === 'options' && <OptionsTab onSaved={setSaved} />}
      {tab === 'permissions' && <PermissionsTab mayGrant={mayGrant} onSaved={setSaved} />}
      {item && (
        <Contributed key={tab} item={item}>
          <item.component />
        </Contributed>
      )}
    </Page>
  );
}
