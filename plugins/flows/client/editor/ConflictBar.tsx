import { useState } from 'react';
import { Button, makeStyles } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import type { FlowConflict } from '../../graph/wire.ts';
import { readDocument } from '../document/document.ts';
import { DiffDialog } from '../versions/DiffDialog.tsx';
import { useEditor } from './context.ts';

const useStyles = makeStyles({
  bar: { padding: '8px 16px' },
  actions: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
});

interface ConflictBarProps {
  conflict: FlowConflict;
  onKeep(draftRev: number): void;
  onTake(conflict: FlowConflict): void;
}

/** Somebody else stored the draft in the meantime: neither is lost, and people choose. */
export function ConflictBar({ conflict, onKeep, onTake }: ConflictBarProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { store } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const theirs = readDocument(conflict.title, conflict.data);
  return (
    <div className={styles.bar}>
      <Bar
        tone="warn"
        alert
        action={
          <span className={styles.actions}>
            <Button size="small" onClick={() => setOpen(true)}>
              {t('conflict.differences')}
            </Button>
            <Button size="small" onClick={() => onTake(conflict)}>
              {t('conflict.take')}
            </Button>
            <Button size="small" appearance="primary" onClick={() => onKeep(conflict.draftRev)}>
              {t('conflict.keep')}
            </Button>
          </span>
        }
      >
        {t('conflict.text', { name: conflict.by?.name ?? t('conflict.somebody'), time: format.clock(conflict.at) })}
      </Bar>
      {isOpen && (
        <DiffDialog
          title={t('conflict.differences')}
          from={theirs}
          to={store.document}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
