import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession, useT } from '@balcao/sdk/client';
import { ErrorState, Page, SkeletonRows, Tabs } from '@balcao/sdk/ui';
import { useIntegrations, type NewToken } from '../data/integrations.ts';
import { ComingApps } from './ComingApps.tsx';
import { Examples } from '../tokens/Examples.tsx';
import { TokensSection } from '../tokens/TokensSection.tsx';
import { Tester } from '../tester/Tester.tsx';
import { WebhooksTab } from '../webhooks/WebhooksTab.tsx';

type Tab = 'api' | 'webhooks' | 'apps';

function ApiTab() {
  const { data, error, refetch } = useIntegrations();
  const [newToken, setNewToken] = useState<NewToken>();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  return (
    <>
      <TokensSection
        connections={data.connections}
        onMade={setNewToken}
        onRevoked={(id) => setNewToken((before) => (before?.id === id ? undefined : before))}
      />
      <Examples newToken={newToken} />
      {data.connections.length > 0 && <Tester connections={data.connections} />}
    </>
  );
}

/** The page of integrations: tokens and the API, webhooks, and announced apps. */
export default function IntegrationsPage() {
  const t = useT();
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const hasWebhooks = can('messages-api:webhooks');
  const asked = address.get('tab');
  const tab: Tab = asked === 'apps' || (asked === 'webhooks' && hasWebhooks) ? asked : 'api';
  return (
    <Page
      title={t('page.title')}
      tabs={
        <Tabs<Tab>
          label={t('page.tabs')}
          value={tab}
          onChange={(next) => setAddress(next === 'api' ? {} : { tab: next })}
          options={[
            { value: 'api', label: t('page.api') },
            ...(hasWebhooks ? [{ value: 'webhooks' as const, label: t('page.webhooks') }] : []),
            { value: 'apps', label: t('page.apps') },
          ]}
        />
      }
    >
      {tab === 'api' && <ApiTab />}
      {tab === 'webhooks' && <WebhooksTab />}
      {tab === 'apps' && <ComingApps />}
    </Page>
  );
}
