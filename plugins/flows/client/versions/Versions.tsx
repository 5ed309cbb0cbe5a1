import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, EmptyState, ErrorState, SideSheet, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import type { FlowDetail, FlowVersionDetail, FlowVersionRow, SavedFlow } from '../../graph/wire.ts';
import { readDocument, type FlowDocument } from '../document/document.ts';
import { useEditor } from '../editor/context.ts';
import type { Saver } from '../editor/saver.ts';
import { useVersions, versionsKey } from '../editor/usePublished.ts';
import { flowListKey } from '../data/useNamed.ts';
import { DiffDialog } from './DiffDialog.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { padding: '12px 0', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  head: { display: 'flex', alignItems: 'center', gap: '8px', fontWeight: tokens.fontWeightSemibold },
  about: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  note: { margin: '4px 0 0', overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px' },
});

interface VersionsProps {
  flowId: number;
  saver: Saver;
  onRestored(title: string, data: string, draftRev: number): void;
  onTakenDown(): void;
  onClose(): void;
}

/** Published versions: their differences to the draft, and the way back to one. */
export function Versions({ flowId, saver, onRestored, onTakenDown, onClose }: VersionsProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { store } = useEditor();
  const [compared, setCompared] = useState<{ title: string; from: FlowDocument; to: FlowDocument }>();
  const [restoring, setRestoring] = useState<FlowVersionRow>();
  const { data, error, refetch } = useVersions(flowId);
  const drawingOf = async ({ id }: FlowVersionRow): Promise<FlowDocument> => {
    const { data: drawing } = await api.get<FlowVersionDetail>(`/flow/${flowId}/versions/${id}`);
    return readDocument(store.document.title, drawing);
  };
  /** Compares a version with the one before it, or with the draft. */
  const compare = async (row: FlowVersionRow, before?: FlowVersionRow) => {
    try {
      const [from, to] = before
        ? await Promise.all([drawingOf(before), drawingOf(row)])
        : [await drawingOf(row), store.document];
      const title = before
        ? t('versions.changedIn', { number: row.number })
        : t('versions.differences', { number: row.number });
      setCompared({ title, from, to });
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
        queries.invalidateQueries({ queryKey: versionsKey(flowId) }),
        queries.invalidateQueries({ queryKey: flowListKey }),
      ]);
      onTakenDown();
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
          {data.map((row, index) => (
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
              {row.note !== '' && <p className={styles.note}>{row.note}</p>}
              <div className={styles.actions}>
                {data[index + 1] && (
                  <Button size="small" onClick={() => void compare(row, data[index + 1])}>
                    {t('versions.whatChanged')}
                  </Button>
                )}
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
      {compared && <DiffDialog {...compared} onClose={() => setCompared(undefined)} />}
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
