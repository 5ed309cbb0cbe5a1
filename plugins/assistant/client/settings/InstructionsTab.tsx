import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';
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
          await api.post('/assistant/versions', { ...settings, isLive: true });
          await queries.invalidateQueries({ queryKey: key });
        }}
      />
    </>
  );
}
