import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, EmptyState, ErrorState, SideSheet, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import type { FlowDetail, FlowVersionDetail, FlowVersionRow, SavedFlow } from '../../graph/wire.ts';
import { readDocument, type FlowDocument } from '../document/document.ts';
import { useEditor } from '../editor/context.ts';
import type { Saver } from '../editor/saver.ts';
import { flowListKey } from '../data/useNamed.ts';
import { DiffDialog } from './DiffDialog.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { padding: '12px 0', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  head: { display: 'flex', alignItems: 'center', gap: '8px', fontWeight: tokens.fontWeightSemibold },
  about: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px' },
});

interface VersionsProps {
  flowId: number;
  saver: Saver;
  onRestored(title: string, data: string, draftRev: number): void;
  onPublished(number: number): void;
  onClose(): void;
}

/** Published versions: their differences to the draft, and the way back to one. */
export function Versions({ flowId, saver, onRestored, onPublished, onClose }: VersionsProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { store } = useEditor();
  const [compared, setCompared] = useState<{ row: FlowVersionRow; document: FlowDocument }>();
  const [restoring, setRestoring] = useState<FlowVersionRow>();
  const queryKey = ['flows', 'versions', flowId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ versions: FlowVersionRow[] }>(`/flow/${flowId}/versions`, {}, { signal })).versions,
  });
  const compare = async (row: FlowVersionRow) => {
    try {
      const version = await api.get<FlowVersionDetail>(`/flow/${flowId}/versions/${row.id}`);
      setCompared({ row, document: readDocument(store.document.title, version.data) });
    } catch (failure) {
      toasts.error(failure);
    }
  };
  const restore = async ({ id, number }: FlowVersionRow) => {
    await saver.flush();
    await api.post<SavedFlow>(`/flow/${flowId}/versions/${id}/restore`, { draftRev: saver.draftRev });
    const flow = await api.get<FlowDetail>(`/flow/${flowId}`);
    onRestored(flow.title, flow.data, flow.draftRev);
    toasts.success(t('versions.restored', { number }));
    onClose();
  };
  const takeDown = async () => {
    try {
      await api.post(`/flow/${flowId}/unpublish`);
      await Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: flowListKey }),
      ]);
      onPublished(0);
    } catch (failure) {
      toasts.error(failure);
    }
  };
  return (
    <SideSheet open title={t('versions.title')} width={440} onClose={onClose}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.length === 0 ? (
        <EmptyState title={t('versions.none')} text={t('versions.noneText')} />
      ) : (
        <ul className={styles.list}>
          {data.map((row) => (
            <li key={row.id} className={styles.row}>
              <div className={styles.head}>
                {t('versions.number', { number: row.number })}
                {row.isLive && <StatusPill tone="ok">{t('versions.live')}</StatusPill>}
              </div>
              <div className={styles.about}>
                {[
                  row.publishedBy?.name,
                  format.dateTime(row.publishedAt),
                  row.running > 0 && t('versions.running', { count: row.running }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
              {row.note !== '' && <div>{row.note}</div>}
              <div className={styles.actions}>
                <Button size="small" onClick={() => void compare(row)}>
                  {t('versions.compare')}
                </Button>
                <Button size="small" onClick={() => setRestoring(row)}>
                  {t('versions.restore')}
                </Button>
                {row.isLive && (
                  <Button size="small" onClick={() => void takeDown()}>
                    {t('list.takeDown')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {compared && (
        <DiffDialog
          title={t('versions.differences', { number: compared.row.number })}
          from={compared.document}
          to={store.document}
          onClose={() => setCompared(undefined)}
        />
      )}
      <ConfirmDialog
        open={restoring !== undefined}
        title={t('versions.restoreTitle', { number: restoring?.number ?? 0 })}
        text={t('versions.restoreText')}
        confirmLabel={t('versions.restore')}
        onConfirm={() => (restoring ? restore(restoring) : undefined)}
        onClose={() => setRestoring(undefined)}
      />
    </SideSheet>
  );
}
