import { useSearchParams } from 'react-router-dom';
import { useSession, useT } from '@balcao/sdk/client';
import { Page, Tabs } from '@balcao/sdk/ui';
import { PeopleTab } from './PeopleTab.tsx';
import { PrivacyTab } from './PrivacyTab.tsx';
import { RecordTab } from './RecordTab.tsx';

type View = 'record' | 'platform' | 'people' | 'privacy';

const subtitles: Record<View, string> = {
  record: 'audit.text',
  platform: 'audit.platformText',
  people: 'people.text',
  privacy: 'privacy.heading',
};

/** The security page of a company: the audit log, sessions, and personal data. */
export default function AuditPage() {
  const t = useT();
  const { can, user } = useSession();
  const [params, setParams] = useSearchParams();
  const options = [
    { value: 'record' as View, label: t('audit.tab') },
    ...(user?.super ? [{ value: 'platform' as View, label: t('audit.platformTab') }] : []),
    ...(can('security:people') ? [{ value: 'people' as View, label: t('people.title') }] : []),
    ...(can('privacy:manage') ? [{ value: 'privacy' as View, label: t('privacy.title') }] : []),
  ];
  const wanted = params.get('view');
  const view = options.find(({ value }) => value === wanted)?.value ?? 'record';
  return (
    <Page
      title={t('audit.title')}
      subtitle={t(subtitles[view])}
      tabs={
        <Tabs
          label={t('manifest.title')}
          value={view}
          onChange={(value) => setParams(value === 'record' ? {} : { view: value }, { replace: true })}
          options={options}
        />
      }
    >
      {view === 'record' && <RecordTab key="record" />}
      {view === 'platform' && <RecordTab key="platform" platform />}
      {view === 'people' && <PeopleTab />}
      {view === 'privacy' && <PrivacyTab />}
    </Page>
  );
}
