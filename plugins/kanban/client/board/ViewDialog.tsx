import { Button, Dialog, DialogSurface, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useCloseOnBack, useT } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows, ext } from '@balcao/sdk/ui';
import { Lanes } from './Lanes.tsx';
import { useBoard } from './useBoard.ts';
import type { BoardFilter } from './board-filter.ts';

const useStyles = makeStyles({
  surface: {
    width: 'min(1280px, 96vw)',
    maxWidth: '96vw',
    height: 'min(860px, 94dvh)',
    maxHeight: '94dvh',
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
    backgroundColor: ext.canvas,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '12px 24px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  words: { flexGrow: 1, minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  who: { color: tokens.colorNeutralForeground3 },
  wait: { padding: '24px' },
});

interface ViewDialogProps {
  kanbanId: number;
  filter: BoardFilter;
  person: { id: number; name: string };
  onClose(): void;
}

/** Another attendant's board, to look at: nothing of it can be changed or opened. */
export function ViewDialog({ kanbanId, filter, person, onClose }: ViewDialogProps) {
  const styles = useStyles();
  const t = useT();
  const theirs = useMemo(() => ({ ...filter, view: String(person.id), users: '' }), [filter, person.id]);
  const handle = useBoard(kanbanId, theirs, true);
  useCloseOnBack(onClose);
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface} aria-label={t('view.title')}>
        <div className={styles.head}>
          <div className={styles.words}>
            <h2 className={styles.title}>{t('view.title')}</h2>
            <span className={styles.who}>{t('view.person', { name: person.name })}</span>
          </div>
          <Button onClick={onClose}>{t('view.close')}</Button>
        </div>
        {handle.error ? (
          <ErrorState title={t('page.failed')} error={handle.error} onRetry={handle.retry} />
        ) : handle.board ? (
          <Lanes board={handle.board} handle={handle} isReadOnly />
        ) : (
          <div className={styles.wait}>
            <SkeletonRows rows={6} />
          </div>
        )}
      </DialogSurface>
    </Dialog>
  );
}
