import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { useGolden } from '../golden/golden-data.ts';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';
import { GoLiveDialog } from './GoLiveDialog.tsx';
import { InstructionsForm, type Settings, type Tool } from './InstructionsForm.tsx';

interface Answer {
  versions: { id: number; number: number; isLive: boolean; createdAt: string; createdBy: string | null }[];
  live: Settings;
  tools: Tool[];
}
const key = ['assistant', 'versions'] as const;

/** The assistant's instructions and rules for handing over. */
export function InstructionsTab() {
  const t = useT();
  const queries = useQueryClient();
  const { isReady, reason, canConfigure } = usePurpose('assistant');
  const golden = useGolden();
  const [draft, setDraft] = useState<Settings>();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Answer>('/assistant/versions', {}, { signal }),
  });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonRows rows={6} height={56} />;
  const live = query.data.versions.find((version) => version.isLive);
  return (
    <>
      {isReady === false && <NotReady reason={reason} canConfigure={canConfigure} />}
      <InstructionsForm
        key={live?.id ?? 0}
        settings={query.data.live}
        tools={query.data.tools}
        version={
          live ? t('settings.version', { number: live.number, name: live.createdBy ?? '' }) : t('settings.noVersion')
        }
        onSave={async (settings) => {
          // With questions of the test, customers meet the change after it was tried.
          if (isReady && (golden.data?.length ?? 0) > 0) {
            setDraft(settings);
            return false;
          }
          await api.post('/assistant/versions', { ...settings, isLive: true });
          await queries.invalidateQueries({ queryKey: key });
          return true;
        }}
      />
      {draft && <GoLiveDialog settings={draft} count={golden.data?.length ?? 0} onClose={() => setDraft(undefined)} />}
    </>
  );
}
