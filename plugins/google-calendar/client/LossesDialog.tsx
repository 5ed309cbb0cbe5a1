import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { DialogFrame, ErrorState, RelativeTime, SkeletonRows } from '@balcao/sdk/ui';
import type { LossView } from '../contract.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyle: 'none' },
  row: {
    display: 'grid',
    gap: '6px',
    paddingBottom: '12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  title: { fontWeight: 600 },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  lost: {
    margin: 0,
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    whiteSpace: 'pre-wrap',
  },
  actions: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
});
const key = ['google-calendar', 'losses'] as const;

/** Changes that lost against the other side, and the way to bring them back. */
export function LossesDialog({ onClose, onChange }: { onClose(): void; onChange(): Promise<unknown> }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<LossView[]>('/google/losses', {}, { signal }),
  });
  const settle = useMutation({
    mutationFn: ({ id, restores }: { id: number; restores: boolean }) =>
      restores ? api.post(`/google/losses/${id}/restore`) : api.delete(`/google/losses/${id}`),
    onSuccess: async (_answer, { id, restores }) => {
      const left = (query.data ?? []).filter((one) => one.id !== id).length;
      if (restores) toasts.success(t('loss.restored'));
      if (left === 0) onClose();
      await Promise.all([
        onChange(),
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: ['agenda'] }),
      ]);
    },
    onError: (error) => toasts.error(textOf(error)),
  });
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('loss.title')}
        width={520}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('setup.close')}</Button>}
      >
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <ul className={styles.list}>
            {query.data.map(({ id, kind, field, title, lost, at }) => (
              <li key={id} className={styles.row}>
                <span className={styles.title}>{title}</span>
                <span className={styles.muted}>
                  <RelativeTime date={at} />
                  {' · '}
                  {field === null ? t(`loss.${kind}`) : t(`loss.${kind}`, { field: t(`field.${field}`) })}
                </span>
                {field !== null && <p className={styles.lost}>{lost === '' ? t('loss.empty') : lost}</p>}
                <span className={styles.actions}>
                  <Button
                    size="small"
                    disabledFocusable={settle.isPending}
                    aria-label={`${t(`restore.${kind}`)}: ${title}`}
                    onClick={() => settle.mutate({ id, restores: true })}
                  >
                    {t(`restore.${kind}`)}
                  </Button>
                  <Button
                    size="small"
                    appearance="subtle"
                    disabledFocusable={settle.isPending}
                    aria-label={`${t('loss.keep')}: ${title}`}
                    onClick={() => settle.mutate({ id, restores: false })}
                  >
                    {t('loss.keep')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </DialogFrame>
    </Dialog>
  );
}
