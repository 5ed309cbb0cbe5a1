import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
interface Base {
  /** The live version then; null: there was none. */
  id: number | null;
  /** Counts the forms that were shown: another one begins with the settings of its base. */
  formId: number;
  settings: Settings;
}
const key = ['assistant', 'versions'] as const;

/** The assistant's instructions and rules for handing over. */
export function InstructionsTab() {
  const t = useT();
  const queries = useQueryClient();
  const { isReady, reason, canConfigure } = usePurpose('assistant');
  const golden = useGolden();
  const [draft, setDraft] = useState<Settings>();
  /** Base of the form, which stays while somebody types, whatever goes live meanwhile. */
  const [base, setBase] = useState<Base>();
  const [isTyped, setTyped] = useState(false);
  const [isSaving, setSaving] = useState(false);
  /** How often something was typed, to know whether somebody went on while it was stored. */
  const typings = useRef(0);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Answer>('/assistant/versions', {}, { signal }),
  });
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={6} height={56} />
    );
  const live = query.data.versions.find((version) => version.isLive);
  const liveId = live?.id ?? null;
  const present: Base = { id: liveId, formId: (base?.formId ?? 0) + 1, settings: query.data.live };
  // Versions that could not be read anew may be older than what was stored from this form.
  const isOther = base !== undefined && base.id !== liveId && !query.isError && !isSaving;
  if (!base || (isOther && !isTyped)) setBase(present);
  const { id, formId, settings } = base ?? present;
  const load = (): void => {
    setTyped(false);
    setBase(present);
  };
  return (
    <>
      {isReady === false && <NotReady reason={reason} canConfigure={canConfigure} />}
      <InstructionsForm
        key={formId}
        settings={settings}
        tools={query.data.tools}
        version={
          live ? t('settings.version', { number: live.number, name: live.createdBy ?? '' }) : t('settings.noVersion')
        }
        notice={
          isOther && isTyped ? (
            <ChangedMeanwhile
              text={t('settings.changed', { number: live?.number ?? 0, name: live?.createdBy ?? '' })}
              onLoad={load}
              onKeep={() => setBase({ id: liveId, formId, settings })}
            />
          ) : undefined
        }
        onTyped={() => {
          typings.current += 1;
          setTyped(true);
        }}
        onSave={async (typed) => {
          // With questions of the test, customers meet the change after it was tried.
          if (isReady && (golden.data?.length ?? 0) > 0) {
            setDraft(typed);
            return false;
          }
          const before = typings.current;
          setSaving(true);
          try {
            const stored = await api.post<{ id: number }>('/assistant/versions', {
              ...typed,
              baseId: id,
              isLive: true,
            });
            // Words typed meanwhile, or until the versions are read anew, go on from the one that was just stored.
            setBase({ id: stored.id, formId, settings });
            if (typings.current === before) setTyped(false);
            return true;
          } finally {
            await queries.invalidateQueries({ queryKey: key });
            setSaving(false);
          }
        }}
      />
      {draft && (
        <GoLiveDialog
          settings={draft}
          baseId={id}
          count={golden.data?.length ?? 0}
          onSaved={() => setTyped(false)}
          onClose={() => setDraft(undefined)}
        />
      )}
    </>
  );
}

interface ChangedMeanwhileProps {
  text: string;
  onLoad(): void;
  onKeep(): void;
}

/** Says that other instructions went live while somebody typed, and lets them decide which of both go on. */
function ChangedMeanwhile({ text, onLoad, onKeep }: ChangedMeanwhileProps) {
  const t = useT();
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{text}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={onKeep}>{t('settings.keepTyped')}</Button>
        <Button onClick={onLoad}>{t('settings.loadLive')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
